"""Crowds: agents as moving discs."""
