"""Runs of several planners on one query, side by side: in lock, and where they differ."""
