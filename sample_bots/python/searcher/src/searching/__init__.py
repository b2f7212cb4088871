"""The searching of the searcher: guesses at what is hidden, quick playouts, and what they say of candidates."""
