"""Games of two who choose at once, in exact rationals: dominated strategies, all equilibria, best responses."""
