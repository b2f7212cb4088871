package collector;

import kit.Runner;

/** Starts the bot. */
final class Main {
  private Main() {}

  public static void main(String[] words) {
    Runner.run(Collector::choose, new Runner.About("collector", "1.0.0", 64));
  }
}
