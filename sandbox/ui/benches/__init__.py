"""The Bench tab: scenarios, matches, growth curves, experiments, with progress, in processes beside the window."""
