"""Rolit: Othello for two to four."""
