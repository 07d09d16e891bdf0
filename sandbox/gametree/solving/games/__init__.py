"""What each game brings to be solved, one file or folder a game."""
