"""Recorded searches as pixels: over cells, and over the triangles of a mesh."""
