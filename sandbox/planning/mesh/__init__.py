"""What planners of the mesh world share: ends, funnels, channels, discs."""
