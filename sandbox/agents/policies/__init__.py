"""Crowd policies: who gives way, and who plans anew. One file each."""
