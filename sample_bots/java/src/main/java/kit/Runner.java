package kit;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import referee.v1.GoodbyeReason;
import referee.v1.Hello;
import referee.v1.PlayRequest;
import referee.v1.PlayResponse;
import referee.v1.RefereeServiceGrpc;

/** Turns a bot into a process: reads the environment, plays, says what went wrong. It knows no game. */
public final class Runner {
  private static final String KIT = "java-kit 1";
  private static final int PROTOCOL_VERSION = 1;
  private static final String BY_HAND = """
      %s is not set: a bot is started by the referee, not by hand. Start it with
          referee play --edition usa --bot . --bot greedy""";

  private Runner() {}

  /**
   * What a bot says about itself.
   *
   * @param maxInFlight matches that it plays at once, 1 to 256; more than 1 only if none can leak into another
   */
  public record About(String name, String version, int maxInFlight) {}

  /**
   * Plays all matches that the referee starts and ends the process: 0 after a goodbye, 1 when something failed, 2 when
   * no referee started it.
   */
  public static void run(Bot bot, About about) {
    System.exit(run(bot, about, System.getenv(), line -> System.err.println(about.name() + ": " + line)));
  }

  static int run(Bot bot, About about, Map<String, String> environment, Consumer<String> log) {
    var address = environment.getOrDefault("REFEREE_ADDRESS", "");
    var token = environment.getOrDefault("REFEREE_TOKEN", "");
    if (address.isEmpty() || token.isEmpty()) {
      log.accept(BY_HAND.formatted(address.isEmpty() ? "REFEREE_ADDRESS" : "REFEREE_TOKEN"));
      return 2;
    }
    try {
      play(address, token, bot, about, log);
      return 0;
    } catch (KitException failure) {
      if (failure.getCause() != null) log.accept(trace(failure.getCause()));
      log.accept(failure.getMessage());
      return 1;
    }
  }

  /**
   * Says hello and answers until the goodbye.
   *
   * @param address {@code unix:/...} or {@code host:port}
   * @throws KitException when the session did not end well
   */
  static void play(String address, String token, Bot bot, About about, Consumer<String> log) {
    try (var connection = Connection.open(address)) {
      var conversation = new Conversation(address, bot, log);
      conversation.begin(RefereeServiceGrpc.newStub(connection.channel()), hello(token, about));
      conversation.over.join();
    } catch (CompletionException over) {
      throw over.getCause() instanceof KitException failure ? failure : over;
    }
  }

  private static PlayRequest hello(String token, About about) {
    var hello = Hello.newBuilder().setToken(token).setName(about.name()).setVersion(about.version()).setKit(KIT);
    hello.setProtocolVersion(PROTOCOL_VERSION).setMaxInFlight(about.maxInFlight());
    return PlayRequest.newBuilder().setHello(hello).build();
  }

  private static String trace(Throwable failure) {
    var text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString().stripTrailing();
  }

  /** The stream as gRPC drives it: one message after the other, on one thread. */
  private static final class Conversation implements StreamObserver<PlayResponse> {
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final String address;
    private final Session session;
    private StreamObserver<PlayRequest> referee;

    Conversation(String address, Bot bot, Consumer<String> log) {
      this.address = address;
      this.session = new Session(bot, log, request -> referee.onNext(request));
    }

    void begin(RefereeServiceGrpc.RefereeServiceStub stub, PlayRequest hello) {
      referee = stub.play(this);
      referee.onNext(hello);
    }

    @Override
    public void onNext(PlayResponse message) {
      try {
        session.receive(message);
      } catch (RuntimeException failure) {
        over.completeExceptionally(failure);
        return;
      }
      var goodbye = session.goodbye();
      if (goodbye == null) return;
      if (goodbye.getReason() == GoodbyeReason.GOODBYE_REASON_DONE
          || goodbye.getReason() == GoodbyeReason.GOODBYE_REASON_SHUTTING_DOWN) {
        over.complete(null);
        return;
      }
      var reason = goodbye.getReason().name().replaceFirst("^GOODBYE_REASON_", "");
      over.completeExceptionally(new KitException("the referee said goodbye: " + reason + ": " + goodbye.getText()));
    }

    @Override
    public void onError(Throwable error) {
      var status = Status.fromThrowable(error);
      var details = status.getDescription() == null ? status.getCode().name() : status.getDescription();
      var what = session.welcomed() ? "the referee has gone away: " : "no referee answers at " + address + ": ";
      over.completeExceptionally(new KitException(what + details));
    }

    @Override
    public void onCompleted() {
      over.completeExceptionally(new KitException("the referee closed the stream without a goodbye"));
    }
  }
}
