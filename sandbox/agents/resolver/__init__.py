"""The heart of a crowd: exact times of first contact, resolved in their order."""

from sandbox.agents.resolver.events import Contacts, Workspace, all_pairs, new_workspace, resolve
from sandbox.agents.resolver.nearby import Nearby, Neighbours
from sandbox.agents.resolver.rules import MOST_HITS, Rule

__all__ = [
    "MOST_HITS",
    "Contacts",
    "Nearby",
    "Neighbours",
    "Rule",
    "Workspace",
    "all_pairs",
    "new_workspace",
    "resolve",
]
