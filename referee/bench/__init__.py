"""Speed measurement of the engine, the protocol and whole matches; it measures and never judges."""
