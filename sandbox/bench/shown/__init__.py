"""A benchmark as people look at it: query by query on the map, or as a page."""
