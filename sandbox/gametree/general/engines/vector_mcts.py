"""Monte Carlo tree search in games with dice and any number of players.

L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006; N. R. Sturtevant, "An Analysis of UCT in
Multi-Player Games", CG 2008. The text is in general/sampling.py.

Departs from them in what that says.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.words import TERMINAL
from sandbox.gametree.api import Limits, Status
from sandbox.gametree.general.api import Answer, MoveWorth, Worth, general_engines, nothing_hidden
from sandbox.gametree.general.sampling import LONGEST_PATH, NONE, Sampled, add_node, sample
from sandbox.gametree.general.session import Found, Session
from sandbox.gametree.options import Seed, Simulations
from sandbox.gametree.watch import watching
from sandbox.gametree.windowed.drivers import with_nodes
from sandbox.kernels.rng import new_rng
from sandbox.registry import Help, Range

EDGES_A_NODE = 8  # there is room for so many on average


class _Sampling:
    """Nothing is looked at move by move: the tree is grown from the root."""

    @property
    def text(self) -> Callable[..., Any]:
        """The kernel."""
        return sample

    def options(self) -> Mapping[int, int]:
        """None."""
        return {}

    def look(self, session: Session, depth: int, ply: int, best: float | None) -> Found:
        """Not asked."""
        raise NotImplementedError


def empty_tree(nodes: int, players: int) -> Sampled:
    """A root without edges; memory that is not touched costs nothing."""
    edges = nodes * EDGES_A_NODE
    who, first, count, passed = (np.empty(nodes, np.int64) for _ in range(4))
    weight, child, visits = (np.empty(edges, np.int64) for _ in range(3))
    sums, span = np.empty((edges, players)), np.array([np.inf, -np.inf])
    tree = Sampled(
        who, first, count, passed, np.empty(edges, np.uint64), weight, child, visits, sums, np.zeros(2, np.int64), span
    )
    add_node(tree)
    return tree


@general_engines.register(
    "vector-mcts",
    title="MCTS for dice and many players",
    paper="Sturtevant, An Analysis of UCT in Multi-Player Games, CG 2008",
    needs=nothing_hidden,
    order=43,
    strength=4,
)
@dataclass(frozen=True, slots=True)
class VectorMCTS:
    """Grow a tree by simulations; everybody looks at his own worth."""

    simulations: Simulations = 20_000
    c: Annotated[float, Range(0.0, 4.0, 0.05), Help("exploration, as a share of the span of worths")] = 0.7
    tree_bits: Annotated[int, Range(8, 20), Help("log2 of the nodes there is room for")] = 17
    seed: Seed = 1

    def search(self, game: GeneralGame, position: Any, limits: Limits) -> Answer:
        """See general/api.py. A node budget counts simulations."""
        session = Session(game, position, with_nodes(limits, self.simulations), _Sampling())
        if session.player == TERMINAL:
            return session.run(range(0))
        session.put(position)
        self._kept(session)  # without a budget: compiled before the clock starts
        began = time.perf_counter()
        with watching(session.words, session.limits, began):
            tree = self._kept(session)
        return _answer(session, tree, time.perf_counter() - began)

    def _kept(self, session: Session) -> Sampled:
        tree = empty_tree(1 << self.tree_bits, session.players)
        path, rng = np.zeros(LONGEST_PATH, np.int64), new_rng(self.seed, session.position.ply)
        session.kernel(session.words, session.s, session.f, self.c, tree, path, rng)
        return tree


def _answer(session: Session, tree: Sampled, seconds: float) -> Answer:
    first = int(tree.first[0])
    edges = range(first, first + int(tree.edges[0])) if first != NONE else range(0)
    rows = tuple(_row(session, tree, edge) for edge in edges) if session.player >= 0 else ()
    best = max(rows, key=lambda row: row.nodes, default=None)
    visits = sum(int(tree.visits[edge]) for edge in edges)
    mean = tuple((tree.sums[edges.start : edges.stop].sum(axis=0) / visits).tolist()) if visits else ()
    cancelled = bool(session.limits.stop[0])
    status = Status.CANCELLED if cancelled else Status.BUDGET if session.limits.seconds else Status.DONE
    return Answer(
        session.player,
        best.move if best else session.moves[0] if session.moves else "",
        best.worth if best else mean,
        False,
        best.line if best else (),
        0,
        status,
        seconds,
        rows,
        session.counts(),
    )


def _row(session: Session, tree: Sampled, edge: int) -> MoveWorth:
    move = _named(session, session.position, int(tree.move[edge]))
    line, position, here = [move], session.face.play(session.position, move), int(tree.child[edge])
    while here != NONE and tree.first[here] != NONE and session.face.to_move(position) >= 0:
        below = range(int(tree.first[here]), int(tree.first[here] + tree.edges[here]))
        most = max(below, key=lambda e: int(tree.visits[e]))
        if not tree.visits[most]:
            break
        line.append(_named(session, position, int(tree.move[most])))
        position, here = session.face.play(position, line[-1]), int(tree.child[most])
    visits = int(tree.visits[edge])
    return MoveWorth(move, _mean(tree, edge), nodes=visits, line=tuple(line), visits=visits)


def _mean(tree: Sampled, edge: int) -> Worth:
    visits = int(tree.visits[edge])
    return tuple((tree.sums[edge] / visits).tolist()) if visits else ()


def _named(session: Session, position: Any, code: int) -> str:
    return next(m for m in session.face.moves(position) if session.face.code_of(position, m) == code)
