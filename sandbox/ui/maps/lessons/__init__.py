"""Structures step by step, on the timeline searches are played on; and the next expansion, guessed."""
