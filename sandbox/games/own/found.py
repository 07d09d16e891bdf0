"""Games of the user's own as entries of a registry of theirs: `own_games["own-three"]` is what `three.py` offers."""

from __future__ import annotations

from typing import Final

from sandbox.errors import BadInput, SandboxError
from sandbox.games.own.game import ENGINES, OwnGame
from sandbox.own.described import Described, all_described, class_of, described
from sandbox.own.folder import Source, source
from sandbox.own.told import OwnCodeFailed
from sandbox.registry import OWN, Registry

own_games: Registry[OwnGame] = Registry("game", "sandbox.games.own", "", "sandbox.games.own.found")
"""Kept apart from the others: their rules are in no kernel."""
ALWAYS: Final = tuple(engine for engine in ENGINES if engine != "own")


def named(text: str) -> bool:
    """Whether `KEY[:NAME=VALUE]` is meant to be one."""
    return text.startswith(OWN)


def find_own(key: str) -> None:
    """Register one by its key. Raises BadInput if there is none, OwnCodeFailed if it cannot be read."""
    of = source(key)
    if not register(of, described(of)):
        raise BadInput(of.shown, "it offers no game", "@game")


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
    """Put what a source offers in the place of what it offered before; False if that is no game."""
    own_games.drop(of.key)
    what = next((offer for offer in offers if offer.kind == "game"), None)
    if what is None:
        return False
    cls = class_of(OwnGame, what)
    has_engine = any(offer.kind == "engine" for offer in offers)
    cls.engines = (*ALWAYS, "own") if has_engine else ALWAYS  # type: ignore[attr-defined]
    own_games.register(of.key, title=what.title, paper=what.paper, summary=what.summary, own=True)(cls)
    return True
