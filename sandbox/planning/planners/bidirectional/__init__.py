"""Bidirectional A*: a search from each end."""
