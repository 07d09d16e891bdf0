"""Several panes that show one place, and several runs on one map."""
