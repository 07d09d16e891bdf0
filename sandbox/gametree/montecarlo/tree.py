"""A tree grown by simulations, outside the kernels: kept from move to move, and shown node by node.

After a move and its reply, what was learnt below them is still true. So the tree is cut down to the node that
stands for the new position, its nodes moved together, and gone on with ("re-rooting", as Go programs have done
since S. Gelly et al., "Modification of UCT with Patterns in Monte-Carlo Go", INRIA RR-6062, 2006).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Face
from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree.montecarlo import search as uct
from sandbox.gametree.recorder import Cause, Kind, TreeColumns, TreeRecording
from sandbox.gametree.values import ONE_HALF

Nodes = NDArray[np.int64]
MOST_PLIES = 2  # between two searches: one's own move and the reply
SUREST = 0.95  # an average is reported as an estimate no surer than this


@dataclass(slots=True, eq=False)
class KeptTree:
    """A tree and the position at its root. The array outlives searches, for touching new memory takes time."""

    words: uct.Tree
    used: int = 0  # nodes; none when nothing is to be kept
    position: Any = None
    engine: Any = field(default=None)  # that grew it

    @property
    def rows(self) -> uct.Tree:
        """The nodes in use, [used, uct.NODE]."""
        rows: uct.Tree = self.words.reshape(-1, uct.NODE)[: self.used]
        return rows

    def move_to(self, face: Face[Any], position: Any) -> None:
        """Make a position the root; the tree is empty then if it does not hold it."""
        node = self._node_of(face, position) if self.used else None
        kept = subtree(self.rows, node) if node is not None else self.rows[:0]
        self.words[: kept.size] = kept.ravel()
        self.used, self.position = len(kept), position

    def _node_of(self, face: Face[Any], position: Any) -> int | None:
        """The visited node that stands for a position few moves later."""
        wanted, level = (position.words, face.to_move(position)), [(self.position, 0)]
        for _ in range(MOST_PLIES + 1):
            for there, node in level:
                if (there.words, face.to_move(there)) == wanted:
                    return node
            level = [below for there, node in level for below in self._below(face, there, node)]
        return None

    def _below(self, face: Face[Any], position: Any, node: int) -> Iterator[tuple[Any, int]]:
        legal = face.moves(position)  # none after a draw by repetition, of which the tree knows nothing
        for child in children(self.rows, np.array([node])):
            move = face.move_of(position, 1 << int(self.rows[child, uct.MOVE]))
            if self.rows[child, uct.VISITS] > 0 and move in legal:
                yield face.play(position, move), int(child)


def children(rows: uct.Tree, level: Nodes) -> Nodes:
    """All children of some nodes, in their order."""
    first, count = _kin(rows, level)
    before = np.cumsum(count) - count
    found: Nodes = np.repeat(first - before, count) + np.arange(count.sum())
    return found


def _kin(rows: uct.Tree, level: Nodes) -> tuple[Nodes, Nodes]:
    """The first child and the number of children of each."""
    packed = rows[level, uct.CHILDREN].astype(np.int64)
    return packed >> 7, packed & 127


def levels(rows: uct.Tree, root: int = 0) -> Iterator[Nodes]:
    """The nodes below one, ply by ply, itself first."""
    level = np.array([root])
    while level.size:
        yield level
        level = children(rows, level)


def subtree(rows: uct.Tree, root: int) -> uct.Tree:
    """A copy of the nodes from one down, moved together: parents before children, siblings side by side."""
    kept = np.concatenate(list(levels(rows, root)))
    _, count = _kin(rows, kept)
    first = 1 + np.cumsum(count) - count
    fresh: uct.Tree = rows[kept]
    fresh[:, uct.CHILDREN] = np.where(count > 0, first * 128 + count, 0)
    return fresh


def tell(rows: uct.Tree, recording: TreeRecording, c: float = 0.0, rave: float = 0.0, prior: float = 0.0) -> None:
    """Write the visited nodes into a recording; if they are too many, those visited most.

    `c`, `rave` and `prior` are the engine's: what it chose by (montecarlo/search.py).
    """
    parent, ply = _parents(rows)
    visits = rows[:, uct.VISITS].astype(np.int64)
    wanted = (visits > 0) & (ply <= recording.plies)
    kept = wanted & (visits >= _fewest(visits[wanted], recording.capacity))
    exploit, explore = _terms(rows[kept], rows[parent[kept], uct.VISITS], c, rave, prior)
    columns = _columns(rows[kept], _renumbered(parent, kept), ply[kept])
    recording.kept_columns = replace(columns, exploit=exploit, explore=explore)
    recording.lost = int(wanted.sum() - kept.sum())


def _terms(
    rows: uct.Tree, above: NDArray[np.float64], c: float, rave: float, prior: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What `uct.select` adds up for each node, whose parents have so many visits; NaN for the root."""
    visits, later = rows[:, uct.VISITS] + prior, rows[:, uct.AMAF_VISITS]
    exploit = (rows[:, uct.TOTAL] + prior * rows[:, uct.PRIOR]) / visits
    known = later > 0
    share = np.sqrt(rave / (3.0 * visits[known] + rave)) if rave else 0.0
    exploit[known] += share * (rows[known, uct.AMAF_TOTAL] / later[known] - exploit[known])
    explore = c * np.sqrt(np.log(above + 1.0) / visits)
    exploit[:1] = explore[:1] = np.nan
    return exploit, explore


def _parents(rows: uct.Tree) -> tuple[Nodes, Nodes]:
    """Each node's parent, -1 for the root, and its ply."""
    parent, ply = np.full(len(rows), -1), np.zeros(len(rows), np.int64)
    for depth, level in enumerate(levels(rows) if len(rows) else ()):
        below = children(rows, level)
        parent[below], ply[below] = np.repeat(level, _kin(rows, level)[1]), depth + 1
    return parent, ply


def _fewest(visits: Nodes, room: int) -> int:
    """How many visits a node needs to be kept. A parent has no fewer than its children: none is orphaned."""
    return 1 if visits.size <= room else int(np.sort(visits)[-room - 1]) + 1


def _renumbered(parent: Nodes, kept: NDArray[np.bool_]) -> Nodes:
    number = np.append(np.cumsum(kept) - 1, -1)  # what has no parent points at the last
    found: Nodes = number[parent[kept]]
    return found


def _columns(rows: uct.Tree, parent: Nodes, ply: Nodes) -> TreeColumns:
    """Values are averages as estimates, or proven scores; windows are open, for nothing is cut off."""
    proven, expanded = rows[:, uct.SCORE] != uct.UNPROVEN, rows[:, uct.CHILDREN] != 0
    judged = np.where(proven, Cause.TERMINAL, Cause.HORIZON)
    return TreeColumns(
        parent=parent.astype(np.int32),
        move=np.where(parent < 0, 127, rows[:, uct.MOVE]).astype(np.int8),
        ply=ply.astype(np.int16),
        depth=np.zeros(len(rows), np.int16),
        alpha=np.full(len(rows), -INFINITE, np.int16),
        beta=np.full(len(rows), INFINITE, np.int16),
        value=np.where(proven, rows[:, uct.SCORE], _estimates(rows)).astype(np.int16),
        kind=np.full(len(rows), Kind.PV, np.int8),
        cause=np.where(expanded, Cause.SEARCHED, judged).astype(np.int8),
        visits=rows[:, uct.VISITS].astype(np.int64),
        reward=rows[:, uct.TOTAL] / rows[:, uct.VISITS],
    )


def _estimates(rows: uct.Tree) -> NDArray[np.float64]:
    """What a node's side to move gets on average: TOTAL is the other side's."""
    mean = np.clip(-rows[:, uct.TOTAL] / rows[:, uct.VISITS], -SUREST, SUREST)
    estimates: NDArray[np.float64] = ONE_HALF * mean / (1 - np.abs(mean))
    return estimates
