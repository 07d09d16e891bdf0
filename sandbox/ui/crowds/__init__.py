"""The Crowds tab: a crowd on the level that the Maps tab edits, recorded as it walks, every collision reported."""
