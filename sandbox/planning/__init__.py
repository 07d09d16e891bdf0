"""Planners, each one registered file, and what they share."""
