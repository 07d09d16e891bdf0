"""The Bench tab: scenario runs, matches and growth curves, with progress, in processes beside the window."""
