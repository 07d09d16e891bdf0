"""Polyanya: the optimal any-angle search on a mesh."""
