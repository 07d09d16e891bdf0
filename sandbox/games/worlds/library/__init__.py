"""One file a world."""
