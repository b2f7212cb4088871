package collector;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import kit.Position;

/**
 * What the bot likes in one match, and dice that fall accordingly. The bot's seed decides both, so a match that is
 * played again is played the same.
 */
final class Taste {
  private static final double LEAST = 0.5;
  private static final double MOST = 2.0;

  private final double[] colours;
  private final Random dice;

  private Taste(double[] colours, Random dice) {
    this.colours = colours;
    this.dice = dice;
  }

  /** The taste of the position's match, with dice for this decision. */
  static Taste of(Position position) {
    var random = new Random(ByteBuffer.wrap(position.match().seed()).getLong(Long.BYTES));
    var liking = DoubleStream.generate(() -> LEAST + (MOST - LEAST) * random.nextDouble());
    return new Taste(liking.limit(position.game().getCardsCount()).toArray(), position.random());
  }

  /** How much a colour is liked, around 1. */
  double of(int colour) {
    return colours[colour];
  }

  /** One of these, each as likely as its weight says; weights are not negative. The list must not be empty. */
  <T> T pick(List<T> list, ToDoubleFunction<T> weight) {
    var rest = dice.nextDouble() * list.stream().mapToDouble(weight).sum();
    for (var element : list) {
      rest -= weight.applyAsDouble(element);
      if (rest < 0) return element;
    }
    return list.get(list.size() - 1);
  }
}
