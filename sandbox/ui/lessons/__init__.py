"""Lessons beside the tabs: words, guesses and tasks in a pane; the scene in the tab it belongs to."""
