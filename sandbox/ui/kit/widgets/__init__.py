"""The widgets, one file for each family."""
