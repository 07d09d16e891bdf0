"""Engines of the user's own as entries of the registry: `engines["own-deep"]` is what `deep.py` offers.

A file with an evaluation is an engine too: alpha-beta with that evaluation, run where the evaluation is.
"""

from __future__ import annotations

from typing import Any

from sandbox.gametree.api import engines
from sandbox.gametree.own.engine import OwnEngine, OwnJudged, with_depth
from sandbox.own.described import Described, class_of
from sandbox.own.entries import Offers, OwnEntries


def _made(what: Described, _offers: Offers) -> tuple[type, dict[str, Any]]:
    facts: dict[str, Any] = {"strength": 0}
    if what.kind == "engine":
        return class_of(OwnEngine, what), facts
    return class_of(OwnJudged, with_depth(what)), facts | {"title": f"Alpha-beta with {what.title}"}


_ENTRIES = OwnEntries(engines, ("engine", "evaluation"), _made)
find_own, find_all_own, register = _ENTRIES.find_own, _ENTRIES.find_all_own, _ENTRIES.register
