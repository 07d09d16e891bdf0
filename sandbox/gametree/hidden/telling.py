"""A mixed strategy as the answer to one position: what the mover's information set says, and nothing more.

Positions that the mover cannot tell apart have the same answer: worths are means over all that may be the case.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.binding import bound_to
from sandbox.games.general.perft import laid_out
from sandbox.games.general.rules import information
from sandbox.games.general.words import TERMINAL
from sandbox.gametree.api import Bound, Limits, Status
from sandbox.gametree.general.api import Answer, Counts, MoveWorth, Worth
from sandbox.gametree.hidden.flat import Tree
from sandbox.gametree.hidden.mixed import Mixed
from sandbox.gametree.hidden.responses import Judge


def answer(game: GeneralGame, position: Any, mixed: Mixed, limits: Limits, seed: int, *, enough: bool) -> Answer:
    """What to do in a position. With a seed the move is drawn by lot; else it is the likeliest."""
    face = game.face()
    player, last = face.to_move(position), mixed.curve[-1]
    status = Status.CANCELLED if limits.stop[0] else Status.DONE if enough else Status.BUDGET
    rows = _rows(game, position, mixed, player) if player >= 0 else ()
    worth = _worth_at(game, position, last.worth, player, rows)
    best = drawn(rows, f"{seed} {player} {face.information(position, player)}" if seed else "")
    counts = Counts(nodes=mixed.tree.nodes)
    return Answer(
        player, best, worth, player == TERMINAL, (best,) * bool(best), 0, status, last.seconds, rows, counts, (), mixed
    )


def drawn(rows: tuple[MoveWorth, ...], lot: str) -> str:
    """A move as often as it is played; without a lot the likeliest."""
    if not rows:
        return ""
    often = [row.often or 0.0 for row in rows]
    if lot:
        return random.Random(lot).choices(rows, often)[0].move
    return rows[int(np.argmax(often))].move


def _worth_at(
    game: GeneralGame, position: Any, whole: Worth, player: int, rows: tuple[MoveWorth, ...]
) -> tuple[float | None, ...]:
    """Of a finished game what it paid; of the beginning the game's; of a decision the mean over its moves."""
    face = game.face()
    if player == TERMINAL:
        return tuple(face.utility(position) or ())
    if position == face.origin(position):
        return whole
    if not rows or not rows[0].worth:
        return ()
    many = len(rows[0].worth)
    return tuple(sum((r.often or 0.0) * float(r.worth[p] or 0.0) for r in rows) for p in range(many))


def _rows(game: GeneralGame, position: Any, mixed: Mixed, player: int) -> tuple[MoveWorth, ...]:
    """Every move: how often it is played, and what it is worth on average over all nodes of the information set."""
    tree, moves = mixed.tree, game.face().moves(position)
    nodes = nodes_of(tree, group_of(tree, position))
    judge, slots = Judge(tree), tree.of_group(int(tree.flat.group[nodes[0]]))
    others, value = judge.others(mixed.sigma, player)[nodes], judge.worths(mixed.sigma)
    whole = float(others.sum())
    rows = []
    for i, (move, often) in enumerate(zip(moves, mixed.sigma[slots].tolist(), strict=True)):
        below = value[:, tree.flat.first[nodes].astype(np.intp) + i]
        worth = tuple((below @ others / whole).tolist()) if whole > 0 else ()
        rows.append(MoveWorth(move, worth, Bound.NONE, 0, (move,), often))
    return tuple(rows)


def group_of(tree: Tree, position: Any) -> int:
    """The information set of who moves in a position."""
    data, s, _ = laid_out(tree.game, position, 1)
    word = np.uint64(bound_to(information, tree.game.kernels())(data, s))
    return int(tree.rank[np.searchsorted(tree.words, word)])


def nodes_of(tree: Tree, group: int) -> Any:
    """All nodes of an information set."""
    return np.flatnonzero((tree.flat.group == group) & (tree.flat.who >= 0))
