"""Crowds on instances of multi-agent path finding."""
