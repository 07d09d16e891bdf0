"""Games of the user's own as entries of a registry of theirs: `own_games["own-three"]` is what `three.py` offers."""

from __future__ import annotations

from typing import Any, Final

from sandbox.games.own.game import ENGINES, OwnGame
from sandbox.own.described import Described, class_of
from sandbox.own.entries import Offers, OwnEntries
from sandbox.registry import OWN, Registry

own_games: Registry[OwnGame] = Registry("game", "sandbox.games.own", "", "sandbox.games.own.found")
"""Kept apart from the others: their rules are in no kernel."""
ALWAYS: Final = tuple(engine for engine in ENGINES if engine != "own")


def named(text: str) -> bool:
    """Whether `KEY[:NAME=VALUE]` is meant to be one."""
    return text.startswith(OWN)


def _made(what: Described, offers: Offers) -> tuple[type, dict[str, Any]]:
    cls = class_of(OwnGame, what)
    has_engine = any(offer.kind == "engine" for offer in offers)
    cls.engines = (*ALWAYS, "own") if has_engine else ALWAYS  # type: ignore[attr-defined]
    return cls, {}


_ENTRIES = OwnEntries(own_games, ("game",), _made)
find_own, find_all_own, register = _ENTRIES.find_own, _ENTRIES.find_all_own, _ENTRIES.register
