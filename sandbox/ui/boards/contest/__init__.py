"""A match of two engines on the board: games with the chairs exchanged, the score as it grows, every game kept."""
