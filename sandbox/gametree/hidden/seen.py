"""The tree of a game that hides something, as whoever is asked may see it: below what he knows, not where he is.

Its root is everything that may be the case for the mover, each with how probable that is after all that was done, if
everybody plays as was found; below each lies the game as it goes on. So positions that he cannot tell apart have the
same tree, node by node. The beginning, where nobody holds anything yet, has the whole game below it. With open cards
the tree is that of the position itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.general.api import GeneralGame
from sandbox.games.general.words import CHANCE, FAR, TERMINAL
from sandbox.gametree.general.tree import RecordedNode
from sandbox.gametree.hidden.mixed import Mixed
from sandbox.gametree.hidden.responses import Judge
from sandbox.gametree.hidden.telling import group_of, nodes_of
from sandbox.gametree.recorder import Cause
from sandbox.kernels.arrays import Floats

NONE = -1
FINEST = 10**6  # denominators of beliefs


def seen_tree(
    game: GeneralGame, position: Any, mixed: Mixed, room: int, *, opened: bool = False
) -> tuple[list[RecordedNode], int]:
    """The nodes as far as there is room, parents first, and how many had none."""
    face = game.face()
    player = face.to_move(position)
    telling = _Telling(mixed, room)
    if position == face.origin(position):
        telling.walk(0, NONE, 0)
    elif opened:
        telling.walk(_row_of(game, position, mixed), NONE, 0)
    else:
        telling.below_belief(nodes_of(mixed.tree, group_of(mixed.tree, position)), player)
    return telling.found, telling.lost


def refuse_whom_nobody_asks(game: GeneralGame, position: Any, *, opened: bool) -> None:
    """A throw, or the end, is nobody's to look at; but a throw a teacher's, and the beginning everybody's."""
    face = game.face()
    if opened and face.to_move(position) == TERMINAL:
        raise BadInput("position", "the game is over", "one to be searched")
    if face.to_move(position) < 0 and not opened and position != face.origin(position):
        raise BadInput("--tree", "a throw or the end, which no seat is asked about", "a player's turn, or --open")


def _row_of(game: GeneralGame, position: Any, mixed: Mixed) -> int:
    """The position's own node."""
    face, row, at = game.face(), 0, mixed.tree.root
    for move in face.path(position):  # type: ignore[attr-defined]
        row = int(mixed.tree.flat.first[row]) + list(face.moves(at)).index(move)
        at = face.play(at, move)
    return row


@dataclass
class _Telling:
    """Writes nodes down, in the order of a walk."""

    mixed: Mixed
    room: int
    found: list[RecordedNode] = field(default_factory=list)
    lost: int = 0

    def __post_init__(self) -> None:
        tree = self.mixed.tree
        self.judge = Judge(tree)
        self.value: Floats = self.judge.worths(self.mixed.sigma)
        self.moves = [moves for _, moves in tree.names]

    def below_belief(self, nodes: Any, player: int) -> None:
        """Everything that may be the case; where nobody would come there, all alike."""
        tree, others = self.mixed.tree, self.judge.others(self.mixed.sigma, player)[nodes]
        whole = float(others.sum())
        share = others / whole if whole > 0 else np.full(len(nodes), 1 / len(nodes))
        if len(nodes) == 1:
            self.walk(int(nodes[0]), NONE, 0)
            return
        worth = tuple((self.value[:, nodes] @ share).tolist())
        known = tree.names[int(tree.flat.group[nodes[0]])][0]
        self.found.append(replace(self._node(NONE, "", None, 0, CHANCE, worth), info=known))
        face = tree.game.face()
        for node, chance in zip(nodes.tolist(), share.tolist(), strict=True):
            belief = Fraction(chance).limit_denominator(FINEST)
            self.walk(node, 0, 1, move=face.print(tree.position(node)).rpartition(" / ")[2], chance=belief)

    def walk(
        self, row: int, parent: int, ply: int, *, move: str = "", chance: Fraction | None = None,
        often: float | None = None,
    ) -> None:  # fmt: skip
        """A node and all below it."""
        tree = self.mixed.tree
        flat = tree.flat
        if len(self.found) >= self.room:
            self.lost += 1
            return
        who, own = int(flat.who[row]), len(self.found)
        made = self._node(parent, move, chance, ply, who, tuple(self.value[:, row].tolist()), often)
        info = tree.names[int(flat.group[row])][0] if who >= 0 else ""
        self.found.append(replace(made, info=info))
        first, width = int(flat.first[row]), int(flat.width[row])
        for i in range(width):
            self.walk(first + i, own, ply + 1, **self._into(row, first + i, i))

    def _into(self, row: int, child: int, i: int) -> dict[str, Any]:
        """The move or the throw that leads to a child."""
        tree = self.mixed.tree
        if tree.flat.who[row] == CHANCE:
            face, position = tree.game.face(), tree.position(row)
            return {"move": face.moves(position)[i], "chance": face.chances(position)[i]}
        group = int(tree.flat.group[row])
        return {"move": self.moves[group][i], "often": float(self.mixed.sigma[tree.flat.slot[child]])}

    @staticmethod
    def _node(
        parent: int, move: str, chance: Fraction | None, ply: int, who: int, worth: tuple[float, ...],
        often: float | None = None,
    ) -> RecordedNode:  # fmt: skip
        cause = Cause.TERMINAL if who == TERMINAL else Cause.SEARCHED
        return RecordedNode(parent, move, chance, ply, who, 0, -FAR, FAR, worth, cause, often)
