"""Engines for games of any number of players, with chance."""
