"""The real search beside the board: counters, root moves, depths, features."""
