"""The heart of a crowd: exact times of first contact, resolved in their order."""

from sandbox.agents.resolver.events import Contacts, Desk, all_pairs, new_desk, resolve
from sandbox.agents.resolver.nearby import Nearby, Neighbours
from sandbox.agents.resolver.rules import MOST_HITS, Rule

__all__ = ["MOST_HITS", "Contacts", "Desk", "Nearby", "Neighbours", "Rule", "all_pairs", "new_desk", "resolve"]
