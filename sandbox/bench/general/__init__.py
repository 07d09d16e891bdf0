"""Searches and matches of general games; two-word games are taken as general ones."""
