"""What a sampling search grew where something is hidden, as whoever is asked may see it.

Its root is what may be the case for the mover: the worlds that were guessed, each as often as it was guessed. They
follow from what he knows alone, so that positions he cannot tell apart have the same tree, node by node. Below each
lies the game as far as simulations kept it: how often each move was tried, and what it brought to whom was to move, on
average over all that looked alike to him. A node no simulation kept is an estimate: what the move into it brought.
With open cards the tree is that of the position itself.

If there is not room for all, those are kept that are come to most often.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np

from sandbox.games.general.words import CHANCE, FAR, TERMINAL
from sandbox.gametree.general.api import Worth
from sandbox.gametree.general.tree import RecordedNode, completed
from sandbox.gametree.hidden.sampled import SampledSearch
from sandbox.gametree.hidden.sampling import WHOLE
from sandbox.gametree.recorder import Cause

NONE = -1


def sampled_tree(search: SampledSearch, room: int, *, opened: bool = False) -> tuple[list[RecordedNode], int]:
    """The nodes as far as there is room, each behind its parent, and how many had none."""
    face, position = search.face, search.position
    if position == face.origin(position) or opened:
        if search.how & WHOLE and position not in search.worlds:
            search.look_into(position)
        top = _Spot(position)
    else:
        guessed = Counter(search.worlds)
        top = _belief(guessed) if len(guessed) > 1 else _Spot(next(iter(guessed)))
    lost = _chosen(search, top, room)
    return list(_written(search, top)), lost


@dataclass(eq=False, slots=True)
class _Spot:
    """A node to be: `position` is None where several may be the case."""

    position: Any
    move: str = ""
    chance: Fraction | None = None
    often: float | None = None
    reach: float = 1.0  # how often one comes here, of all simulations
    brought: Worth = ()  # by the move into it
    below: list[_Spot] = field(default_factory=list)
    kept: list[_Spot] = field(default_factory=list)


def _belief(guessed: Counter[Any]) -> _Spot:
    whole = guessed.total()
    return _Spot(None, below=[_Spot(at, chance=Fraction(n, whole), reach=n / whole) for at, n in guessed.items()])


def _chosen(search: SampledSearch, top: _Spot, room: int) -> int:
    """Keep the spots one comes to most often; how many next to them had no room."""
    numbers, found = count(), 0
    waiting: list[tuple[float, int, _Spot, _Spot | None]] = [(-top.reach, next(numbers), top, None)]
    while waiting and found < room:
        _, _, spot, above = heapq.heappop(waiting)
        if above is not None:
            above.kept.append(spot)
        if spot.position is not None:
            spot.below = list(_below(search, spot))
        found += 1
        for child in spot.below:
            heapq.heappush(waiting, (-child.reach, next(numbers), child, spot))
    return len(waiting)


def _below(search: SampledSearch, spot: _Spot) -> Iterator[_Spot]:
    """Outcomes, or the moves that were tried."""
    face, position = search.face, spot.position
    who = face.to_move(position)
    if who == TERMINAL:
        return
    moves = face.moves(position)
    if who == CHANCE:
        for move, odds in zip(moves, face.chances(position), strict=True):
            yield _Spot(face.play(position, move), move, odds, reach=spot.reach * float(odds), brought=spot.brought)
        return
    if search.row_at(position) is None:
        return
    shares, means = search.shares_at(position, len(moves))
    for move, often, mean in zip(moves, shares.tolist(), means.tolist(), strict=True):
        if often > 0 or not np.isnan(mean):
            brought = () if np.isnan(mean) else _completed(search, who, mean)
            below = face.play(position, move)
            yield _Spot(below, move, often=often, reach=spot.reach * often, brought=brought)


def _completed(search: SampledSearch, who: int, mean: float) -> Worth:
    """A mean worth of one player, and what follows from it for the other."""
    game = search.game
    many = game.axes(search.position).players
    worth = tuple(game.shown(mean) if player == who else None for player in range(many))
    return completed(game, search.position, worth)


def _written(search: SampledSearch, top: _Spot) -> Iterator[RecordedNode]:
    """The nodes in the order of a walk."""
    names = _names(search, top)
    stack, number = [(top, NONE, 0)], 0
    while stack:
        spot, parent, ply = stack.pop()
        yield _node(search, spot, parent, ply, names.get(id(spot), spot.move))
        order = {id(child): at for at, child in enumerate(spot.below)}
        children = sorted(spot.kept, key=lambda child: order[id(child)])
        stack.extend((child, number, ply + 1) for child in reversed(children))
        number += 1


def _names(search: SampledSearch, top: _Spot) -> dict[int, str]:
    """What worlds are called: their positions."""
    if top.position is not None:
        return {}
    return {id(spot): search.face.print(spot.position).rpartition(" / ")[2] for spot in top.below}


def _node(search: SampledSearch, spot: _Spot, parent: int, ply: int, move: str) -> RecordedNode:
    face, position = search.face, spot.position
    who = CHANCE if position is None else face.to_move(position)
    cause = Cause.TERMINAL if who == TERMINAL else Cause.SEARCHED
    if who >= 0 and search.row_at(position) is None:
        cause = Cause.HORIZON
    info = face.information(position, who) if who >= 0 else ""
    if position is None:
        info = face.information(spot.below[0].position, search.player)
    return RecordedNode(
        parent, move, spot.chance, ply, who, 0, -FAR, FAR, _worth(search, spot, who), cause, spot.often, info
    )


def _worth(search: SampledSearch, spot: _Spot, who: int) -> Worth:
    """What a node is worth, to its mover at least; to nobody known otherwise."""
    nobody: Worth = (None,) * search.game.axes(search.position).players
    if spot.position is None:
        return _mean_of(search, [child.position for child in spot.below]) or nobody
    if who == TERMINAL:
        return tuple(search.game.shown(value) for value in search.face.utility(spot.position) or ())
    if who == CHANCE:
        worth = _expected(search, spot) or spot.brought
        return worth if worth and None not in worth else nobody
    worth = _mean_of(search, [spot.position]) or spot.brought
    return worth if worth and worth[who] is not None else nobody


def _expected(search: SampledSearch, spot: _Spot) -> Worth:
    """Of a throw: the mean over what may come; nothing where one of that is not known."""
    below = [(float(c.chance or 0), _worth(search, c, search.face.to_move(c.position))) for c in spot.below]
    if not below or any(None in worth for _, worth in below):
        return ()
    return tuple(sum(share * float(worth[p] or 0) for share, worth in below) for p in range(len(below[0][1])))


def _mean_of(search: SampledSearch, positions: list[Any]) -> Worth:
    """Of decisions of one player: what he got there, over all simulations."""
    found = [row for at in positions if (row := search.row_at(at)) is not None]
    rows = {(row.start, row.stop): row for row in found}.values()
    visits = sum(int(search.tree.visits[row].sum()) for row in rows)
    if not visits:
        return ()
    whole = sum(float(search.tree.sums[row].sum()) for row in rows)
    return _completed(search, search.face.to_move(positions[0]), whole / visits)
