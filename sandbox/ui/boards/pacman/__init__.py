"""Pac-Man's page: played with the arrow keys or by an agent, against ghosts of several kinds."""
