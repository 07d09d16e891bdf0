"""The commands on general games: dice, more players, or a general engine on a two-word game."""
