package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import board.Small;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import referee.v1.DecisionKind;
import referee.v1.Decisions;
import referee.v1.Goodbye;
import referee.v1.GoodbyeReason;
import referee.v1.Move;
import referee.v1.PlayRequest;
import referee.v1.PlayResponse;
import referee.v1.RefereeServiceGrpc;
import referee.v1.Welcome;

final class RunnerTest {
  static final PlayResponse WELCOME =
      PlayResponse.newBuilder().setWelcome(Welcome.newBuilder().setProtocolVersion(1)).build();
  static final PlayResponse GAME = PlayResponse.newBuilder().setGame(Small.GAME).build();
  static final PlayResponse START = PlayResponse.newBuilder().setMatchStart(Small.START).build();
  static final PlayResponse ASKED = PlayResponse.newBuilder().setDecisions(twoQuestions()).build();
  static final Bot LAST = position -> position.actions().get(position.actions().size() - 1);

  private final List<String> log = new ArrayList<>();

  private static Decisions twoQuestions() {
    var question = Small.question(DecisionKind.DECISION_KIND_MAIN, Small.facts(), "draw deck", "tickets").toBuilder();
    return Decisions.newBuilder().addDecisions(question.setNumber(1)).addDecisions(question.setNumber(2)).build();
  }

  private static PlayResponse goodbye(GoodbyeReason reason, String text) {
    return PlayResponse.newBuilder().setGoodbye(Goodbye.newBuilder().setReason(reason).setText(text)).build();
  }

  /** A stand-in for the referee: it answers each message of the bot by the lines up to the next that wants an answer. */
  private static final class Stand extends RefereeServiceGrpc.RefereeServiceImplBase {
    final List<PlayRequest> said = Collections.synchronizedList(new ArrayList<>());
    final Queue<PlayResponse> script;
    private int unanswered;

    Stand(PlayResponse... script) {
      this.script = new ArrayDeque<>(List.of(script));
    }

    @Override
    public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> bot) {
      return new StreamObserver<>() {
        @Override
        public void onNext(PlayRequest request) {
          said.add(request);
          // The answers may come one by one: how long the bot thought decides.
          unanswered -= request.getMoves().getMovesCount();
          if (unanswered > 0) return;
          while (!script.isEmpty()) {
            var line = script.remove();
            unanswered += line.getDecisions().getDecisionsCount();
            bot.onNext(line);
            if (line.hasMatchStart() || line.hasDecisions()) return;
          }
          bot.onCompleted();
        }

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
      };
    }
  }

  private int meet(Stand stand, Bot bot) throws IOException {
    var server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0)).addService(stand).build().start();
    return meet(server, "127.0.0.1:" + server.getPort(), bot);
  }

  private int meet(Server server, String address, Bot bot) {
    try {
      var environment = Map.of("REFEREE_ADDRESS", address, "REFEREE_TOKEN", "secret");
      return Runner.run(bot, new Runner.About("test", "1", 8), environment, log::add);
    } finally {
      server.shutdownNow();
    }
  }

  private static void assertConversation(Stand stand) {
    assertEquals("secret", stand.said.get(0).getHello().getToken());
    assertEquals(1, stand.said.get(0).getHello().getProtocolVersion());
    assertEquals(Small.START.getMatchId(), stand.said.get(1).getReady().getMatchId());
    var moves = stand.said.stream().flatMap(request -> request.getMoves().getMovesList().stream()).toList();
    assertEquals(List.of(1, 2), moves.stream().map(Move::getDecision).toList());
    assertEquals(List.of(4, 4), moves.stream().map(Move::getAction).toList());
  }

  @Test
  void itPlaysOverTcp() throws IOException {
    var stand = new Stand(WELCOME, GAME, START, ASKED, goodbye(GoodbyeReason.GOODBYE_REASON_DONE, ""));
    assertEquals(0, meet(stand, LAST));
    assertConversation(stand);
  }

  @Test
  void itPlaysOverAUnixSocket(@TempDir Path folder) throws IOException {
    var stand = new Stand(WELCOME, GAME, START, ASKED, goodbye(GoodbyeReason.GOODBYE_REASON_DONE, ""));
    var path = folder.resolve("r.sock");
    var threads = new NioEventLoopGroup(1);
    var builder = NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(path)).addService(stand);
    builder.channelType(NioServerDomainSocketChannel.class).bossEventLoopGroup(threads).workerEventLoopGroup(threads);
    assertEquals(0, meet(builder.build().start(), "unix:" + path, LAST));
    threads.shutdownGracefully();
    assertConversation(stand);
  }

  @Test
  void aGoodbyeThatIsTheBotsFaultIsTold() throws IOException {
    var refusal = goodbye(GoodbyeReason.GOODBYE_REASON_TOKEN_REFUSED, "this token was used before");
    assertEquals(1, meet(new Stand(refusal), LAST));
    assertEquals(List.of("the referee said goodbye: TOKEN_REFUSED: this token was used before"), log);
  }

  @Test
  void aStreamThatEndsWithoutAGoodbyeIsAnError() throws IOException {
    assertEquals(1, meet(new Stand(WELCOME), LAST));
    assertEquals(List.of("the referee closed the stream without a goodbye"), log);
  }

  @Test
  void aRefereeThatIsNotThereIsNamed() {
    var environment = Map.of("REFEREE_ADDRESS", "unix:/nowhere/r.sock", "REFEREE_TOKEN", "secret");
    assertEquals(1, Runner.run(LAST, new Runner.About("test", "1", 8), environment, log::add));
    assertTrue(log.get(0).startsWith("no referee answers at unix:/nowhere/r.sock: "), log.get(0));
  }

  @Test
  void startedByHandItSaysHowItIsStarted() {
    assertEquals(2, Runner.run(LAST, new Runner.About("test", "1", 8), Map.of(), log::add));
    assertTrue(log.get(0).startsWith("REFEREE_ADDRESS is not set: "), log.get(0));
  }

  @Test
  void aBotThatFailsIsShownWithTheQuestion() throws IOException {
    Bot failing =
        position -> {
          throw new IllegalStateException("out of ideas");
        };
    assertEquals(1, meet(new Stand(WELCOME, GAME, START, ASKED), failing));
    assertTrue(log.get(0).startsWith("java.lang.IllegalStateException: out of ideas"), log.get(0));
    var where = "match 0000000000000000 (small, 2 players, seat 0), decision 1 (MAIN), legal: draw deck, tickets";
    assertEquals("the bot failed: " + where, log.get(1));
  }
}
