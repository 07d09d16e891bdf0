"""Experiments about learning: each asks one question, draws its curves, and says in words what came out."""
