"""Planners of the user's own as entries of the registry: `planners["own-zigzag"]` is what `zigzag.py` offers.

A file with a heuristic is a planner too: A* with that heuristic, run where the heuristic is.
"""

from __future__ import annotations

from sandbox.errors import BadInput, SandboxError
from sandbox.own.described import Described, all_described, class_of, described
from sandbox.own.folder import Source, source
from sandbox.own.told import OwnCodeFailed
from sandbox.planning.api import Planner, planners
from sandbox.planning.own.planner import OwnPlanner
from sandbox.registry import Entry

ORDER = 1000  # behind all of ours
KINDS = ("planner", "heuristic")


def find_own(key: str) -> None:
    """Register one by its key. Raises BadInput if there is none, OwnCodeFailed if it cannot be read."""
    of = source(key)
    if not register(of, described(of)):
        raise BadInput(of.shown, "it offers no planner", "@planner or @heuristic")


def find_all_own() -> list[SandboxError]:
    """Register all there are; tell what is wrong with the others."""
    troubles: list[SandboxError] = []
    for of, offers in all_described():
        if isinstance(offers, OwnCodeFailed):
            troubles.append(offers)
        else:
            register(of, offers)
    return troubles


def register(of: Source, offers: tuple[Described, ...]) -> Entry[Planner] | None:
    """Put what a source offers in the place of what it offered before; None if that is no planner."""
    planners.drop(of.key)
    what = next((offer for offer in offers if offer.kind in KINDS), None)
    if what is None:
        return None
    title = what.title if what.kind == "planner" else f"A* with {what.title}"
    cls = class_of(OwnPlanner, what)
    planners.register(of.key, title=title, paper=what.paper, summary=what.summary, order=ORDER, own=True)(cls)
    return planners[of.key]
