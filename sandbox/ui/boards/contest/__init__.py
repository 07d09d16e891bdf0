"""A match of two engines on the board: games with sides swapped, the score as it grows, every game kept."""
