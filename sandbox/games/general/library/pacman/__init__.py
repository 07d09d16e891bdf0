"""Pac-Man: mazes, food, capsules and any number of ghosts."""
