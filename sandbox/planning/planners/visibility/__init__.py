"""The visibility graph, found while it is searched."""
