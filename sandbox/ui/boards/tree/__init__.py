"""The tree of a search in the window: looked at, stepped through, explained."""
