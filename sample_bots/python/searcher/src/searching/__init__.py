"""The searching of the searcher: guesses at what is hidden, quick playouts, and the comparison of candidates by them."""
