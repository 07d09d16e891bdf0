"""Depth-first search with windows: its text, its table, its move ordering, its session."""
