"""Searches in plain Python that run beside code of the user's own: it takes them along over the border."""
