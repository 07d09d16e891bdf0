"""PRA*: cliques upon cliques of cells, and paths refined down through them."""
