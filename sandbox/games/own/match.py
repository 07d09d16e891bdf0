"""Matches in a game of the user's own: every opening played from both sides, all of it in one process beside us."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sandbox.games.own.game import Asked, OwnGame, Table

LONGEST: Final = 10_000  # moves, after which a game is drawn


class Played(NamedTuple):
    """One game."""

    number: int
    first_begins: bool
    opening: tuple[str, ...]
    moves: tuple[str, ...]  # those of the opening among them
    result: float  # to the engine named first: 1, 0.5 or 0

    def to_json(self) -> dict[str, Any]:
        """A line of `match --json`."""
        return self._asdict()


@dataclass(frozen=True)
class Contest:
    """Who plays whom in what, how often; the same seed draws the same openings."""

    game: OwnGame
    first: Asked
    second: Asked
    games: int
    plies: int = 2  # random moves at the start
    seed: int = 1

    def played(self, stop: Any) -> Iterator[Played]:
        """The games, one by one."""
        table, chance = self.game.table(), random.Random(self.seed)
        opening: tuple[str, ...] = ()
        try:
            for number in range(self.games):
                if number % 2 == 0:
                    opening = self._opening(table, chance)
                found = self._one(table, number, opening, stop)
                if found is None or stop[0]:
                    return
                yield found
        finally:
            table.close()

    def _opening(self, table: Table, chance: random.Random) -> tuple[str, ...]:
        """Some random moves, none that end the game."""
        moves: list[str] = []
        for _ in range(self.plies):
            look = table.look(moves)
            assert look is not None  # nobody stops it
            if look.worth is not None:
                return tuple(moves[:-1])
            moves.append(chance.choice(look.moves))
        look = table.look(moves)
        return tuple(moves[:-1]) if look is not None and look.worth is not None else tuple(moves)

    def _one(self, table: Table, number: int, opening: tuple[str, ...], stop: Any) -> Played | None:
        begins = number % 2 == 0
        moves = list(opening)
        while (look := table.look(moves, stop)) is not None and look.worth is None and len(moves) < LONGEST:
            mine = (look.to_move == 0) == begins
            thought = table.think(moves, self.first if mine else self.second, self.seed + len(moves), stop)
            if thought is None:
                return None
            moves.append(thought.move if thought.move in look.moves else look.moves[0])
        if look is None:
            return None
        worth = look.worth[0 if begins else 1] if look.worth is not None else 0.0
        return Played(number, begins, opening, tuple(moves), 0.5 + 0.5 * ((worth > 0) - (worth < 0)))
