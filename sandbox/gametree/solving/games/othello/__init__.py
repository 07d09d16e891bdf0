"""Othello's endings: the exact disc difference, by what its best endgame solvers do."""
