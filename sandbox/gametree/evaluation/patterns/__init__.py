"""Tables of learned weights: what stands on a group of squares is a number, and the number a place in a table."""
