"""Structures of the mesh shown step by step: what each shows, and why, in words."""
