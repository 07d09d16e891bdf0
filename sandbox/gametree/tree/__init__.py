"""The tree of a search, whoever searched: one schema, its words, its steps, its places on paper."""

from sandbox.gametree.tree.model import About, Act, Mark, SearchTree
from sandbox.gametree.tree.reading import of_recording

__all__ = ["About", "Act", "Mark", "SearchTree", "of_recording"]
