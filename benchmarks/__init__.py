"""Measurements that assert their answers first; each area writes its own section of results.md."""
