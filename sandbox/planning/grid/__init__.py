"""What planners of the grid world share: the graph, the search, the run."""
