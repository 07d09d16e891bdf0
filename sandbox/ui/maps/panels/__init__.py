"""What stands around the map: planners and results, tools, inspector."""
