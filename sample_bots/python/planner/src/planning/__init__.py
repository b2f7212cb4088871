"""The thinking of the planner: the board as links, what a seat sees, plans, and the choices made from them."""
