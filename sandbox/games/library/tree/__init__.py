"""Explicit trees."""
