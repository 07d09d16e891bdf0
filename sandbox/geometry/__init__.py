"""Exact predicates, polygons, outlines, rasterising."""
