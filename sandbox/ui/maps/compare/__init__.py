"""Two to four planners side by side: one camera, one moment, and a pane for what differs."""
