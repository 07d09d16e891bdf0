"""Monte Carlo: rollouts, bandits, and the tree that is grown from them."""
