"""Policies of the user's own beside ours: found in their folder, asked over a border once a tick."""
