"""Games of any number of players, with dice: a second contract beside two words."""
