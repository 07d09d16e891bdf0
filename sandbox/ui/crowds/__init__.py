"""The Crowds tab: an honest "not yet"."""
