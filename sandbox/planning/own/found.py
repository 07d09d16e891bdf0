"""Planners of the user's own as entries of the registry: `planners["own-zigzag"]` is what `zigzag.py` offers.

A file with a heuristic is a planner too: A* with that heuristic, run where the heuristic is.
"""

from __future__ import annotations

from typing import Any

from sandbox.own.described import Described, class_of
from sandbox.own.entries import Offers, OwnEntries
from sandbox.planning.api import planners
from sandbox.planning.own.planner import OwnPlanner


def _made(what: Described, _offers: Offers) -> tuple[type, dict[str, Any]]:
    return class_of(OwnPlanner, what), {} if what.kind == "planner" else {"title": f"A* with {what.title}"}


_ENTRIES = OwnEntries(planners, ("planner", "heuristic"), _made)
find_own, find_all_own, register = _ENTRIES.find_own, _ENTRIES.find_all_own, _ENTRIES.register
