"""From what a search recorded to a tree: rows put into the order of a walk, scores read, marks set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Face, Game
from sandbox.games.two_words.notation import SIDE_NAMES
from sandbox.games.two_words.rules import INFINITE, WIN
from sandbox.gametree import work as w
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.recorder import Cause, TreeColumns, TreeRecording
from sandbox.gametree.report import Snapshot
from sandbox.gametree.tree import shape
from sandbox.gametree.tree.model import NO_MOVE, About, Mark, SearchTree
from sandbox.gametree.values import ONE_HALF
from sandbox.kernels.arrays import Floats

SHORT_OF_A_WIN: Final = 0.9995
"""How the score between the best estimate and the smallest win is written: windows have it, positions never do."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What was searched, by whom."""

    game: Game
    position: Any
    engine: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    shot: Snapshot = field(default_factory=Snapshot)  # what the search reported at its end
    truth: Mapping[str, float] | None = None  # what each move is worth by perfect play, where that is known


def of_recording(recording: TreeRecording, of: Searched) -> SearchTree:
    """The tree that was recorded."""
    columns = recording.columns
    order = shape.walked(columns.parent)
    number = np.append(np.zeros(len(order), np.int32), np.int32(-1))  # what has no parent points at the last
    number[order] = np.arange(len(order))
    parent = number[columns.parent[order]]
    ply = columns.ply[order]
    face = of.game.face()
    tree = SearchTree(
        about=_about(of, recording),
        names=names_of(face, of.position, columns.move),
        parent=parent,
        move=np.where(parent < 0, NO_MOVE, columns.move[order]).astype(np.int16),
        ply=ply,
        player=((face.to_move(of.position) + ply) % 2).astype(np.int8),
        depth=columns.depth[order],
        alpha=for_people(columns.alpha[order]),
        beta=for_people(columns.beta[order]),
        value=_values(columns, order),
        kind=columns.kind[order],
        cause=columns.cause[order],
        mark=np.zeros(len(order), np.uint8),
        **_simulated(columns, order),
    )
    tree.mark[:] = _marks(tree)
    return tree


def _about(of: Searched, recording: TreeRecording) -> About:
    entry, face = entry_of(of.game), of.game.face()
    own = {o.name: getattr(of.game, o.name) for o in entry.options}
    text, sides = face.print(of.position), sides_of(face)
    lost = recording.lost
    if lost and recording.kept_columns is None:  # what lies below a node that is lost is not even counted
        lost = max(lost, of.shot.nodes - recording.count)
    return About(entry.key, text, of.engine, own, of.options, sides, lost, of.shot.nodes)


def sides_of(face: Face[Any]) -> tuple[str, str]:
    """What the two players are called, after what is seen of them."""
    pieces = face.picture(face.start()).pieces
    return SIDE_NAMES.get(pieces, ("MAX", "MIN"))


def names_of(face: Face[Any], position: Any, moves: NDArray[np.int8]) -> dict[int, str]:
    """The moves by number; a number is a bit, and a bit is spelt alike in every position of a game."""
    return {int(m): face.move_of(position, 1 << int(m)) for m in np.unique(moves) if m != w.NO_MOVE}


def for_people(scores: NDArray[np.int16]) -> Floats:
    """Scores, and the ends of windows, as gametree/values.py reads them: the order stays as it is."""
    score = scores.astype(np.float64)
    size = np.abs(score)
    value = np.where(size > WIN, score - np.sign(score) * WIN, score / (size + ONE_HALF))
    value = np.where(size == WIN, np.sign(score) * SHORT_OF_A_WIN, value)
    found: Floats = np.where(size >= INFINITE, np.copysign(np.inf, score), value)
    return found


def _values(columns: TreeColumns, order: NDArray[np.int32]) -> Floats:
    stopped = columns.cause[order] == Cause.STOPPED
    found: Floats = np.where(stopped, np.nan, for_people(columns.value[order]))
    return found


def _simulated(columns: TreeColumns, order: NDArray[np.int32]) -> dict[str, Any]:
    """What only trees of simulations have."""
    if columns.reward is None or columns.exploit is None or columns.explore is None:
        return {}
    return {
        "visits": columns.visits[order],
        "win_rate": (columns.reward[order] + 1) / 2,
        "exploit": columns.exploit[order],
        "explore": columns.explore[order],
    }


def _marks(tree: SearchTree) -> NDArray[np.uint8]:
    """Searched again: the sibling before had the same move. Beyond: no plies were left, and there are children."""
    links, mark = tree.links, np.zeros(len(tree), np.uint8)
    before = np.flatnonzero((links.next >= 0) & (tree.parent >= 0))
    same = before[tree.move[before] == tree.move[links.next[before]]]
    mark[links.next[same]] |= np.uint8(Mark.AGAIN)
    mark[(tree.depth <= 0) & (links.first >= 0) & (tree.visits is None)] |= np.uint8(Mark.BEYOND)
    return mark
