"""Lessons: words with scenes that can be changed, guesses, figures that are computed, tasks that check themselves."""
