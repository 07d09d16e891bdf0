"""The dynamic triangulation of a level."""
