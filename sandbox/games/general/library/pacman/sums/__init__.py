"""One file a weighted sum."""
