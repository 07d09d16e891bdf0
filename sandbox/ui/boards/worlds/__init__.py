"""Nondeterministic worlds in the window: played by hand or by a plan, and the plan as a tree, a text and a table."""
