"""Who learns the weights of which evaluation: weighted sums of features, tables of patterns, networks."""
