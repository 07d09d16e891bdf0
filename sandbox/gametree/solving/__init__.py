"""Exact solvers: the true value of a position, proven by null windows; what games bring to it, and what drives it."""
