"""Engines of the user's own as entries of the registry: `engines["own-deep"]` is what `deep.py` offers.

A file with an evaluation is an engine too: alpha-beta with that evaluation, run where the evaluation is.
"""

from __future__ import annotations

from sandbox.errors import BadInput, SandboxError
from sandbox.gametree.api import engines, two_sided
from sandbox.gametree.own.engine import OwnEngine, OwnJudged, with_depth
from sandbox.own.described import Described, all_described, class_of, described
from sandbox.own.folder import Source, source
from sandbox.own.told import OwnCodeFailed

ORDER = 1000  # behind all of ours
KINDS = ("engine", "evaluation")


def find_own(key: str) -> None:
    """Register one by its key. Raises BadInput if there is none, OwnCodeFailed if it cannot be read."""
    of = source(key)
    if not register(of, described(of)):
        raise BadInput(of.shown, "it offers no engine", "@engine or @evaluation")


def find_all_own() -> list[SandboxError]:
    """Register all there are; tell what is wrong with the others."""
    troubles: list[SandboxError] = []
    for of, offers in all_described():
        if isinstance(offers, OwnCodeFailed):
            troubles.append(offers)
        else:
            register(of, offers)
    return troubles


def register(of: Source, offers: tuple[Described, ...]) -> bool:
    """Put what a source offers in the place of what it offered before; False if that is no engine."""
    engines.drop(of.key)
    what = next((offer for offer in offers if offer.kind in KINDS), None)
    if what is None:
        return False
    title = what.title if what.kind == "engine" else f"Alpha-beta with {what.title}"
    cls = class_of(OwnEngine, what) if what.kind == "engine" else class_of(OwnJudged, with_depth(what))
    facts = {"needs": two_sided, "order": ORDER, "strength": 0, "records": False, "own": True}
    engines.register(of.key, title=title, paper=what.paper, summary=what.summary, **facts)(cls)
    return True
