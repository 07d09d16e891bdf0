"""MCTS where something is hidden."""
