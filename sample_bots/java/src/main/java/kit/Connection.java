package kit;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A channel to the referee, over a Unix socket or TCP, on two threads: one for the network, one for the bot. */
final class Connection implements AutoCloseable {
  private static final String UNIX = "unix:";

  /** The referee sends at most 1 MiB at once. */
  private static final int MESSAGE_LIMIT = 4 * 1024 * 1024;

  private static final long PARTING_SECONDS = 5;

  /** A bot's stderr is for its author. Held here, since a logger that nobody holds forgets its level. */
  private static final Logger LOGGER = Logger.getLogger("io.grpc");

  static {
    LOGGER.setLevel(Level.OFF);
  }

  private final EventLoopGroup network = new NioEventLoopGroup(1);
  private final ExecutorService thinking = Executors.newSingleThreadExecutor();
  private final ManagedChannel channel;

  private Connection(NettyChannelBuilder builder) {
    channel =
        builder
            .eventLoopGroup(network)
            .executor(thinking)
            .usePlaintext()
            .disableRetry()
            .proxyDetector(target -> null)
            .maxInboundMessageSize(MESSAGE_LIMIT)
            .build();
  }

  /** A connection to {@code unix:/...} or {@code host:port}; it is made when it is first used. */
  static Connection open(String address) {
    if (!address.startsWith(UNIX)) {
      return new Connection(NettyChannelBuilder.forTarget(address).channelType(NioSocketChannel.class));
    }
    // Java 16 and newer have Unix sockets of their own. A path is no host name, and HTTP wants one.
    var path = UnixDomainSocketAddress.of(address.substring(UNIX.length()).replaceFirst("^//", ""));
    var builder = NettyChannelBuilder.forAddress(path).channelType(NioDomainSocketChannel.class);
    return new Connection(builder.overrideAuthority("localhost"));
  }

  ManagedChannel channel() {
    return channel;
  }

  @Override
  public void close() {
    try {
      channel.shutdownNow().awaitTermination(PARTING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    thinking.shutdownNow();
    network.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }
}
