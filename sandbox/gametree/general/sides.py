"""One against the others, who play as one: what Pac-Man's engines share.

The first player maximises his worth, all others minimise it, whoever of them is to move at the root. So ghosts work
together, where the paranoid search of a ghost takes the other ghosts for enemies.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.library.pacman.judging import Evaluation, Reweigh
from sandbox.games.general.words import FAR
from sandbox.gametree.api import Bound
from sandbox.gametree.general import arena
from sandbox.gametree.general.api import Answer, MoveWorth, Worth
from sandbox.gametree.general.one_player import ForOne
from sandbox.gametree.general.session import Found, Session
from sandbox.gametree.options import Depth
from sandbox.registry import Help

Ties = Annotated[Literal["first", "lot"], Help("of moves that are worth the same: the first, or one by lot")]


@dataclass(frozen=True, slots=True)
class Foreseeing:
    """What Pac-Man's engines have that look some plies ahead: how far, and how they judge what they see there."""

    depth: Depth = 4
    evaluation: Evaluation = "careful"
    reweigh: Reweigh = ""

    def judged(self, game: GeneralGame, **changes: Any) -> GeneralGame:
        """The game with what it is judged by, and changed as the engine sees it."""
        return judged_by(game, self.evaluation, self.reweigh, **changes)


def judged_by(game: Any, evaluation: str, reweigh: str, **changes: Any) -> GeneralGame:
    """A game of Pac-Man, judged by a weighed sum."""
    judged: GeneralGame = replace(game, evaluation=evaluation, reweigh=reweigh, **changes)
    return judged


class TwoSides(ForOne):
    """Looks for the first player, or for those against him."""

    def __init__(self, *, cuts: bool, table_bits: int = 0) -> None:
        super().__init__(cuts=cuts, star=int(cuts), table_bits=table_bits)

    def look(self, session: Session, depth: int, ply: int, best: float | None) -> Found:
        """What it is worth to everybody; where it is no better than `best` for who moves, a bound."""
        first = session.player <= 0
        under = best if best is not None and first else -FAR
        over = -best if best is not None and not first else FAR
        value = float(session.kernel(session.words, session.s, session.f, ply, depth, under, over, 0))
        cut = best is not None and (value if first else -value) <= best and bool(self._options[arena.CUTS])
        return Found(to_all(value, session.players), Bound.UPPER if cut else Bound.EXACT)


def to_all(value: float, players: int) -> Worth:
    """What the first has, the others lack."""
    return (value, *(-value,) * (players - 1))


def searched(session: Session, depths: range, ties: str, seed: int) -> Answer:
    """Search; of equal moves take the first, or one by lot, which takes the true worth of every move."""
    if ties == "lot":
        session.limits = replace(session.limits, every_move=True)
    answer = session.run(depths)
    return by_lot(answer, session.position, seed) if ties == "lot" else answer


def by_lot(answer: Answer, position: Any, seed: int) -> Answer:
    """The same position and seed have the same lot."""
    known = [row for row in answer.rows if row.bound is Bound.EXACT and row.worth]
    if answer.player < 0 or not known:
        return answer
    most = max(worth_of(row, answer.player) for row in known)
    equal = [row for row in known if worth_of(row, answer.player) >= most - 1e-9]
    row = random.Random(f"{seed} {position.ply} {position.pacman} {position.ghosts}").choice(equal)
    return replace(answer, best=row.move, line=row.line, worth=row.worth)


def worth_of(row: MoveWorth, player: int) -> float:
    """What a move is worth to a player."""
    value = row.worth[player]
    return -FAR if value is None else value
