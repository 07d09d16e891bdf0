"""Explicit trees with chance nodes and any number of players."""
