package bot;

import kit.Runner;

/** Starts the bot. */
final class Main {
  private Main() {}

  public static void main(String[] words) {
    Runner.run(Chooser::choose, new Runner.About("my-bot", "1", 64));
  }
}
