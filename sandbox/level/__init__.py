"""The level: one model of a map, its edits, what is derived from it, its formats and generators."""
