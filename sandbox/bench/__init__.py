"""Batch work: scenario runs, matches, growth curves, reports."""
