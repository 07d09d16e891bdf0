"""Who learns the weights of which evaluation: weighted sums of features, and tables of patterns."""
