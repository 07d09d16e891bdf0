"""Matrix games solved exactly: every equilibrium, and the strategies that are dominated.

O. L. Mangasarian, "Equilibrium Points of Bimatrix Games", SIAM J. 12, 1964; D. Avis, G. Rosenberg, R. Savani, B. von
Stengel, "Enumeration of Nash Equilibria for Two-Player Games", Economic Theory 42, 2010. The texts are in
gametree/bimatrix.

Departs from them in what those say.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandbox.errors import BadInput
from sandbox.games.api import Axes
from sandbox.games.general.api import GeneralGame
from sandbox.games.general.library.matrix.reading import Payoffs
from sandbox.games.general.library.matrix.rules import Choices, Matrix
from sandbox.games.general.words import TERMINAL
from sandbox.gametree.api import Bound, Limits, Status
from sandbox.gametree.bimatrix.dominance import Crossed, Game, eliminated
from sandbox.gametree.bimatrix.equilibria import Equilibrium, Solution, equilibria
from sandbox.gametree.bimatrix.vertices import Vector, dot
from sandbox.gametree.general.api import Answer, Counts, MoveWorth, general_engines
from sandbox.gametree.hidden.options import Lot
from sandbox.gametree.hidden.telling import drawn


def choosing_at_once(axes: Axes) -> bool:
    """Matrix games."""
    return axes.players == 2 and not axes.perfect_information


@general_engines.register(
    "nash",
    title="All equilibria",
    paper="Avis et al., Enumeration of Nash Equilibria for Two-Player Games, Economic Theory 2010",
    needs=choosing_at_once,
    plays=Matrix,
    exact=True,
    order=50,
    strength=7,
)
@dataclass(frozen=True, slots=True)
class Nash:
    """Every equilibrium in exact fractions; the first is played."""

    seed: Lot = 0

    def search(self, game: GeneralGame, position: Choices, limits: Limits) -> Answer:  # noqa: ARG002
        """See general/api.py. What the row player chose is not looked at."""
        if not isinstance(game, Matrix):
            raise BadInput("engine", "nash cannot play this game", "a matrix game")
        began, face = time.perf_counter(), game.face()
        player, table = face.to_move(position), position.payoffs
        if player == TERMINAL:
            worth = tuple(face.utility(position) or ())
            return Answer(player, "", worth, True, (), 0, Status.DONE, 0.0, (), Counts())
        solution, steps = equilibria(game_of(table)), eliminated(game_of(table))
        rows = _rows(table, solution.extreme[0], player)
        best = drawn(rows, f"{self.seed} {player}" if self.seed else "")
        worth = tuple(map(float, solution.extreme[0].worth))
        notes, spent = to_json(table, solution, steps), time.perf_counter() - began
        return Answer(player, best, worth, True, (best,), 0, Status.DONE, spent, rows, Counts(), notes=notes)


def game_of(table: Payoffs) -> Game:
    """A matrix game without its names."""
    return Game(table.first, table.second)


def _rows(table: Payoffs, found: Equilibrium, player: int) -> tuple[MoveWorth, ...]:
    """Each move: how often, and what it is worth against the other's mixture."""
    if player == 0:
        both = [
            tuple(float(dot(m[i], found.column)) for m in (table.first, table.second)) for i in range(len(table.rows))
        ]
        named, often = table.rows, found.row
    else:
        turned = [list(zip(*m, strict=True)) for m in (table.first, table.second)]
        both = [tuple(float(dot(m[j], found.row)) for m in turned) for j in range(len(table.columns))]
        named, often = table.columns, found.column
    return tuple(
        MoveWorth(name, worth, Bound.EXACT, 0, (name,), float(share))
        for name, worth, share in zip(named, both, often, strict=True)
    )


def to_json(table: Payoffs, solution: Solution, steps: tuple[Crossed, ...]) -> dict[str, Any]:
    """What `solve --json` adds: fractions as texts."""
    names = (table.rows, table.columns)
    return {
        "equilibria": [
            {
                "row": _shares(table.rows, e.row),
                "column": _shares(table.columns, e.column),
                "worth": [str(w) for w in e.worth],
                "pure": e.pure,
            }
            for e in solution.extreme
        ],
        "degenerate": solution.degenerate,
        "continua": [
            {"row": [_shares(table.rows, x) for x in s.rows], "column": [_shares(table.columns, y) for y in s.columns]}
            for s in solution.subsets
            if not s.single
        ],
        "components": len(solution.components),
        "dominated": [
            {
                "player": "row" if step.player == 0 else "column",
                "strategy": names[step.player][step.strategy],
                "by": {names[step.player][k]: str(share) for k, share in step.by},
            }
            for step in steps[1:]
        ],
    }


def _shares(names: tuple[str, ...], mixture: Vector) -> dict[str, str]:
    return {name: str(Fraction(share)) for name, share in zip(names, mixture, strict=True) if share}
