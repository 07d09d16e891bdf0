"""Runs of several planners on one query, side by side: in lockstep, and where they differ."""
