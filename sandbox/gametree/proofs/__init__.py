"""Proof-number search: who wins, proven best-first."""
