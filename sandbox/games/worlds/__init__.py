"""Worlds in which an action may turn out in several ways, nobody says how likely."""
