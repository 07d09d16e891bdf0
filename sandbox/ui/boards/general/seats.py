"""Who plays: for each player a person, or an engine with its options and its budget."""

from __future__ import annotations

import contextlib
from typing import Any

from sandbox.errors import SandboxError
from sandbox.games.general.api import NAMES
from sandbox.gametree.document.model import Player
from sandbox.gametree.general.api import general_engines_for
from sandbox.gametree.play.levels import Level
from sandbox.registry import Entry, Option
from sandbox.ui.boards.general.play import Play
from sandbox.ui.boards.seats import DEPTH, NODES, TIME, Seat

MOST_SEATS = len(NAMES)
BUDGETS = {TIME: "seconds", DEPTH: "depth", NODES: "nodes"}
MOST_BUDGET = {"seconds": 60, "depth": 40, "nodes": 10**9}


class PlayerSeat(Seat):
    """One player's chair; the engines are those that fit the game."""

    def invite(self, play: Play, key: str) -> None:
        """Offer what fits a game, and seat one of them: the usual one for an engine that does not fit, or a person."""
        fitting: tuple[Any, ...] = general_engines_for(play.game, play.positions[0])
        self.game, self._fitting = play.entry.key, fitting
        self._seat(key)
        if key and self.entry is None:
            self._seat(usual(play))

    @property
    def levels(self) -> tuple[Level, ...]:
        """There are none."""
        return ()

    def engine(self, key: str) -> Entry[Any] | None:
        """The engine of this key, if it fits the game."""
        return next((entry for entry in self.engines if entry.key == key), None)

    @property
    def player(self) -> Player:
        """Who sits here, as files have it: with the one budget that holds."""
        if self.entry is None:
            return Player("A person")
        name = BUDGETS.get(self.stop, "")
        return Player(self.title, self.key, self.settings, {name: self.budget[name]} if name else {})

    def sit(self, play: Play, player: Player) -> None:
        """Seat whom a file names; what does not fit is left as it usually is."""
        self.invite(play, player.engine)
        if self.entry is None or self.key != player.engine:
            return
        with contextlib.suppress(SandboxError, TypeError):
            self.entry.create(dict(player.options))
            self.options[self.key] = dict(player.options)
        for stop, name in BUDGETS.items():
            value, kind = player.budget.get(name), type(self.budget[name])
            if stop in self.stops and isinstance(value, int | float) and 0 < value <= MOST_BUDGET[name]:
                self.budget |= {"stop": stop, name: kind(value)}

    @property
    def offered(self) -> tuple[Option, ...]:
        """All of the engine's options."""
        return self.entry.options if self.entry is not None else ()

    @property
    def stops(self) -> tuple[str, ...]:
        """What the engine can be stopped by; none for one that does not search."""
        names = {option.name for option in self.offered}
        if "simulations" in names:
            return (TIME, NODES)
        return (TIME, DEPTH, NODES) if "depth" in names else ()


def usual(play: Play) -> str:
    """The engine that plays, or helps, where nobody chose one: one that knows the truth, or the strongest."""
    fitting = general_engines_for(play.game, play.positions[0])
    if not fitting:
        return ""
    return max(fitting, key=lambda entry: (entry.info.get("exact", False), entry.info.get("strength", 0))).key
