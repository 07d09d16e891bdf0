"""Crowd policies: who gives way, and who replans. One file each."""
