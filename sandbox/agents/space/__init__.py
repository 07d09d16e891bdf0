"""The space that discs move in: walls, places to stand, and what can be seen from where."""
