"""One file an engine."""
