"""A tree with dice and several players as core layers: a colour a player, rings for dice, beside a node what each gets.

Leaves take the next column, the others the middle above their children, in the order searched. A deep tree is drawn
from the top down to the last ply that fits.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree.model import SearchTree
from sandbox.gametree.tree.picture import Picture
from sandbox.gametree.tree.steps import AHEAD, LEFT
from sandbox.layers import Discs, Labels, Layer, Role, Segments

HIGH, MARGIN = 2.2, 1.2  # cells a ply, around
RADIUS, GAP, LETTER = 0.3, 0.2, 0.11  # of a node; around a text; the width of one letter
NARROWEST = 1.6  # a column
SAG, PIECES = 0.55, 16  # of a line that joins what is not told apart
DOWN = 0.66  # of an edge, from above, to where its move is written
MOST_NODES = 250
FINEST = 1000  # denominators of probabilities that are shown as fractions

Place = tuple[float, float]
States = NDArray[np.uint8]
"""What each node is at a moment of the search: AHEAD, OPEN or LEFT."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture, and where each node is in it."""

    picture: Picture
    places: Mapping[int, Place]


def drawn(tree: SearchTree, root: int = -1, most: int = MOST_NODES, states: States | None = None) -> Drawn:
    """The last search of a tree; or what lies below a node. With `states`, as it is in the midst of the search."""
    start = root if root >= 0 else tree.acts[-1].start
    stop = int(tree.ends[start])
    deepest = _deepest(tree, start, stop, most)
    rows = [row for row in range(start, stop) if tree.ply[row] <= deepest]
    wide = 2 * (RADIUS + GAP) + LETTER * max(len(worth_of(tree, row)) for row in rows)
    longest = max((len(_move(tree, row)) for row in rows[1:]), default=0)
    wide = max(wide, (LETTER * longest + GAP) / DOWN)  # so far from each other are words on edges
    places = _placed(tree, rows, max(wide, NARROWEST))
    width = max(x for x, _ in places.values()) + max(wide, MARGIN)
    height = max(y for _, y in places.values()) + MARGIN
    about = tree.about
    title = f"{about.engine}: {about.game}"
    seen = rows if states is None else [row for row in rows if states[row] != AHEAD]
    known = {row for row in rows if states is None or states[row] == LEFT}
    return Drawn(Picture(tuple(_layers(tree, seen, places, known)), width, height, title), places)


def _deepest(tree: SearchTree, start: int, stop: int, most: int) -> int:
    """The last ply down to which there are not too many nodes; one below the first at least."""
    first = int(tree.ply[start])
    counts = np.cumsum(np.bincount(tree.ply[start:stop] - first))
    return first + max(1, int(np.searchsorted(counts, most, side="right")) - 1)


def _placed(tree: SearchTree, rows: Sequence[int], wide: float) -> dict[int, Place]:
    """Columns so wide."""
    known, columns, found = set(rows), 0, dict[int, Place]()
    for row in reversed(rows):  # children come after their parents
        below = [found[child][0] for child in tree.children(row) if child in known]
        if below:
            x = (min(below) + max(below)) / 2
        else:
            x = MARGIN + wide * columns
            columns += 1
        found[row] = (x, MARGIN + HIGH * float(tree.ply[row] - tree.ply[rows[0]]))
    most = max(x for x, _ in found.values()) + MARGIN
    return {row: (most - x, y) for row, (x, y) in found.items()}


def _layers(tree: SearchTree, rows: Sequence[int], places: dict[int, Place], known: Collection[int]) -> Iterator[Layer]:
    """Nodes that were entered; what those are worth that were left."""
    edges = [(row, int(tree.parent[row])) for row in rows if int(tree.parent[row]) in places]
    best = _chosen(tree, [row for row in tree.line(rows[0]) if row in places]) if rows and rows[0] in known else []
    ends = np.array([[_rim(places[above], places[row]), _rim(places[row], places[above])] for row, above in edges])
    yield Segments(name="edges", ends=ends.reshape(-1, 2, 2), role=Role.EDGE)
    if len(best) > 1:
        line = np.array([[_rim(places[a], places[b]), _rim(places[b], places[a])] for a, b in pairwise(best)])
        yield Segments(name="line", legend="best play", ends=line, role=Role.PATH, width=3.0)
    for player, side in enumerate(tree.about.sides):
        own = [places[row] for row in rows if tree.player[row] == player]
        if own:
            yield Discs(name=side, legend=f"{side} moves", xyr=_discs(own), role=Role.AGENT, series=player)
    if tree.infos:
        yield from _joined(tree, rows, places)
    dice = [places[row] for row in rows if _is_dice(tree, row)]
    if dice:
        yield Discs(name="chance", legend="chance", xyr=_discs(dice), role=Role.TEXT, filled=False)
    yield _labels("names", [(places[r], _name(tree, r)) for r in rows if tree.player[r] >= 0])
    yield _labels("worths", [(_beside(places[r], tree, r), worth_of(tree, r)) for r in rows if r in known])
    yield _labels(
        "moves",
        [(_text_at(places[row], places[above], text), text) for row, above in edges for text in (_move(tree, row),)],
    )


def _joined(tree: SearchTree, rows: Sequence[int], places: dict[int, Place]) -> Iterator[Layer]:
    """Nodes their player cannot tell apart, one to the next of the same ply."""
    last = dict[tuple[int, int, str], int]()
    pairs = list[tuple[int, int]]()
    for row in rows:
        alike = int(tree.player[row]), int(tree.ply[row]), tree.infos[row]
        if tree.infos[row] and alike in last:
            pairs.append((last[alike], row))
        last[alike] = row
    if pairs:
        ends = np.concatenate([_sagging(places[a], places[b]) for a, b in pairs])
        yield Segments(name="sets", legend="not told apart", ends=ends, role=Role.CORRIDOR, width=1.5)


def _sagging(here: Place, there: Place) -> NDArray[np.float64]:
    """A line from under one node to under another, clear of what is written between them."""
    t = np.linspace(0, 1, PIECES + 1)
    low = np.add([here, there], [0.0, RADIUS])
    points = low[0] + t[:, None] * (low[1] - low[0])
    points[:, 1] += 4 * SAG * t * (1 - t)
    return np.stack([points[:-1], points[1:]], axis=1)


def _is_dice(tree: SearchTree, row: int) -> bool:
    return bool(tree.player[row] < 0 and tree.cause[row] != Cause.TERMINAL)


def _chosen(tree: SearchTree, line: Sequence[int]) -> list[int]:
    """As much of a line as is chosen: dice end it."""
    return [*takewhile(lambda row: tree.player[row] >= 0, line), *[r for r in line if tree.player[r] < 0][:1]]


def _beside(place: Place, tree: SearchTree, row: int) -> Place:
    """Where a worth is written: to the right of a node, in the place of a finished game."""
    if tree.cause[row] == Cause.TERMINAL:
        return place
    return place[0] + RADIUS + GAP + LETTER * len(worth_of(tree, row)) / 2, place[1]


def _rim(here: Place, there: Place) -> Place:
    """Where an edge leaves a node."""
    away = math.dist(here, there)
    share = RADIUS / away if away else 0.0
    return here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])


def _text_at(here: Place, above: Place, text: str) -> Place:
    """On an edge's lower part, where its neighbours are away; beside it, on the outer side, if it is steep."""
    x, y = (a + DOWN * (b - a) for a, b in zip(above, here, strict=True))
    across, down = here[0] - above[0], here[1] - above[1]
    aside = LETTER * (len(text) + 1) / 2 * max(0.0, 1 - abs(across) / (2 * down)) if down else 0.0
    return x + (aside if across >= 0 else -aside), y


def _discs(places: Sequence[Place]) -> np.ndarray:
    return np.array([[x, y, RADIUS] for x, y in places])


def _labels(name: str, texts: Sequence[tuple[Place, str]]) -> Labels:
    kept = [(place, text) for place, text in texts if text]
    where = np.array([place for place, _ in kept], float).reshape(-1, 2)
    return Labels(name=name, xy=where, texts=tuple(text for _, text in kept), role=Role.TEXT)


def _name(tree: SearchTree, row: int) -> str:
    """An initial, and the number of one of several."""
    first, *more = tree.side(row).split()
    return first[:1] + (more[-1] if more and more[-1].isdigit() else "")


def _move(tree: SearchTree, row: int) -> str:
    """The move, or how probable it is; and if the node was cut off."""
    odds = float(tree.more["probability"][row]) if "probability" in tree.more else math.nan
    said = tree.name(row)
    if not math.isnan(odds):
        share = Fraction(odds).limit_denominator(FINEST)
        share_said = f"{share}" if abs(float(share) - odds) < 1e-12 else f"{odds:.3g}"
        above = int(tree.parent[row])
        plain = not is_belief(tree, above) and _says_its_place(tree, row, above)
        said = share_said if plain else f"{said} {share_said}" if is_belief(tree, above) else f"{said}: {share_said}"
    often = float(tree.more["often"][row]) if "often" in tree.more else math.nan
    said = said if math.isnan(often) else f"{said} {often:.0%}"
    return f"{said} (cut)" if tree.cause[row] == Cause.CUT else said


def _says_its_place(tree: SearchTree, row: int, above: int) -> bool:
    """Whether an outcome is but numbered among its like."""
    beside = tree.children(above)
    return all(tree.name(child) == str(n + 1) for n, child in enumerate(beside)) if row in beside else False


def is_belief(tree: SearchTree, row: int) -> bool:
    """Whether a node stands for all that looks alike to somebody: below it are worlds, not outcomes of dice."""
    return bool(tree.infos and row >= 0 and tree.player[row] < 0 and tree.infos[row])


def worth_of(tree: SearchTree, row: int) -> str:
    """What a node is worth to everybody, or to who moves; empty where that is not known."""
    if "values" in tree.more:
        return ", ".join(f"{value + 0.0:.3g}" for value in tree.more["values"][row]).replace("-", "−")
    value = float(tree.value[row])
    return "" if math.isnan(value) else f"{value + 0.0:.3g}".replace("-", "−")
