"""Engines, one registered file each, and what they share."""
