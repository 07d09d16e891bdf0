"""Levels from and to disk, and the dialogs for it."""
