"""What people see of a cup. Now the standings as text; it computes no figure of its own."""
