"""Games with dice or more than two players in the window: the game, its seats, who is due, the boards, the search."""
