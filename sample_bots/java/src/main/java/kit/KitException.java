package kit;

/** Something that ends the bot; the message says what. */
public final class KitException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public KitException(String message) {
    super(message);
  }

  public KitException(String message, Throwable cause) {
    super(message, cause);
  }
}
