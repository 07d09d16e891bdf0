"""Games that have a page of their own beside the board of two-word games: which there are, and the way there."""
