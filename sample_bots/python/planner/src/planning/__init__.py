"""The thinking of the planner: the board as links, what a seat may still build, plans, and the choices made from them."""
