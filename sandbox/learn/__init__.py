"""Learned evaluations: positions from self-play or files, labels, models fitted to them, and what came of it."""
