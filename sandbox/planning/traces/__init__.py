"""Searches as traces: the text format of path visualisers, which any program can print. See docs/traces.md."""
