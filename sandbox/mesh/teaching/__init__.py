"""Structures of the mesh told step by step: what each shows, and why, in words."""
