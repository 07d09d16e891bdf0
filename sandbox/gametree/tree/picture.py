"""A laid-out tree as core layers, which the window and `render` paint alike.

A node is a box's worth of text over its window: move and value, below them the bar of (α, β) on one scale for the whole
picture. The best line is drawn as a path; what was cut off hangs on dashed lines, with the cause in words. At a moment
of the search only what had been entered is there, and values fill in as nodes are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.figures import percent, short
from sandbox.gametree.recorder import Cause, Kind
from sandbox.gametree.tree.causes import Causes, valued
from sandbox.gametree.tree.layout import Placed
from sandbox.gametree.tree.simulations import Simulations
from sandbox.gametree.tree.steps import AHEAD, LEFT, OPEN, Steps
from sandbox.kernels.arrays import Bytes, Floats, Int64s
from sandbox.layers import Discs, Labels, Layer, Polygons, Role, Segments

WIDE, HIGH = 1.5, 2.4  # cells a column, and a ply
RADIUS = 0.22
CLEAR = 1.25 * RADIUS  # what edges keep from the middle of a node
BAR = 1.1  # the whole scale of values, in cells
BAR_BELOW, VALUE_BELOW, WORDS_BELOW, MOVE_ABOVE = 0.4, 0.75, 0.62, 0.47
MARGIN = 1.0
LINE = 0.38  # cells from a line of words to the next
Corners = tuple[tuple[float, float], ...]
SQUARE: Corners = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
DIAMOND: Corners = ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0))
TRIANGLE: Corners = ((0.0, -1.2), (1.1, 0.8), (-1.1, 0.8))
KINDS: tuple[tuple[Kind, str, Role, Corners], ...] = (
    (Kind.PV, "PV: inside its window", Role.GOOD, ()),
    (Kind.CUT, "CUT: at least its value", Role.BAD, SQUARE),
    (Kind.ALL, "ALL: at most its value", Role.OPEN, DIAMOND),
)
"""What a node turned out to be: its colour, and a shape of its own (no corners: a disc)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of the search that is drawn: its steps, and the last event that happened."""

    steps: Steps
    number: int


@dataclass(frozen=True, slots=True)
class SimulatedMoment:
    """A time of a tree of simulations: so many of them had been made. The path of the last one is lit."""

    simulations: Simulations
    number: int


@dataclass(frozen=True, slots=True)
class Picture:
    """Layers, and how many cells they take."""

    layers: tuple[Layer, ...]
    width: float
    height: float
    title: str


def drawn(placed: Placed, moment: Moment | SimulatedMoment | None = None) -> Picture:
    """The tree as it is laid out, all of it or as it was at a moment."""
    painter = _Painter(placed, moment)
    width = placed.width * WIDE + 2 * MARGIN
    height = placed.height * HIGH + 2 * MARGIN
    about = placed.tree.about
    title = f"{about.engine or 'tree'}: {about.game} {about.position}"
    return Picture(tuple(painter.layers()), width, height, title)


class _Painter:
    def __init__(self, placed: Placed, moment: Moment | SimulatedMoment | None) -> None:
        self.placed, self.tree, self.moment = placed, placed.tree, moment
        self.at = place(placed.xy)
        self.visits, self.won = self.tree.visits, self.tree.win_rate
        if isinstance(moment, SimulatedMoment):
            self.visits = moment.simulations.visits(moment.number)
            self.won = (moment.simulations.rewards(moment.number) / np.maximum(self.visits, 1) + 1) / 2
        self.radius = self._radii()
        self.state = self._states()
        self.seen = self.state > 0
        finite = np.abs(self.tree.value[placed.rows])
        self.scale = float(np.nanmax(finite, initial=0.0, where=np.isfinite(finite))) or 1.0

    def _radii(self) -> Floats:
        """A node visited by more of the simulations is larger."""
        if self.visits is None or not len(self.placed.rows):
            return np.full(len(self.placed.rows), RADIUS)
        visits = self.visits[self.placed.rows].astype(np.float64)
        found: Floats = RADIUS * (0.6 + 0.9 * np.sqrt(visits / max(float(visits.max()), 1.0)))
        return found

    def _states(self) -> Bytes:
        rows = self.placed.rows
        if self.moment is None:
            return np.full(len(rows), LEFT, np.uint8)
        if isinstance(self.moment, SimulatedMoment):
            assert self.visits is not None
            return np.where(self.visits[rows] > 0, LEFT, AHEAD).astype(np.uint8)
        return self.moment.steps.states(self.moment.number, rows)

    def layers(self) -> Iterator[Layer]:
        """From the bottom up."""
        yield from self._edges()
        yield from self._lit()
        yield from self._nodes()
        yield from self._windows()
        yield from self._stubs()
        yield from self._ghosts()
        yield from self._texts()

    def _edges(self) -> Iterator[Layer]:
        child = np.flatnonzero((self.placed.parent >= 0) & self.seen)
        ends = self._between(child)
        if isinstance(self.moment, Moment):  # what the best line is nobody knows yet
            line, name, role = self.state[child] == OPEN, "being searched", Role.HEAT
        else:
            line, name, role = np.isin(self.placed.rows[child], self.placed.line), "best line", Role.PATH
        yield Segments(name="edges", ends=ends[~line], role=Role.EDGE)
        yield Segments(name=name, legend=name, ends=ends[line], role=role, width=3.0)

    def _between(self, child: Int64s) -> Floats:
        """Lines from nodes' parents to them, clear of both."""
        return _clear(self.at[self.placed.parent[child]], self.at[child], CLEAR, CLEAR)

    def _lit(self) -> Iterator[Layer]:
        """The path of the last simulation, as far as it is drawn."""
        if not isinstance(self.moment, SimulatedMoment) or not self.moment.number:
            return
        on_path = np.isin(self.placed.rows, self.moment.simulations.path(self.moment.number))
        child = np.flatnonzero((self.placed.parent >= 0) & on_path)
        ends = self._between(child)
        yield Segments(name="simulated", legend="path of this simulation", ends=ends, role=Role.HEAT, width=5.0)

    def _nodes(self) -> Iterator[Layer]:
        rows = self.placed.rows
        kind, cause = self.tree.kind[rows], self.tree.cause[rows]
        inner = (cause == Cause.SEARCHED) | (cause == Cause.CUT)
        left = self.state == LEFT
        for wanted, legend, role, corners in KINDS:
            name, own = wanted.name.lower(), left & (kind == wanted)
            yield self._shapes(f"{name} nodes", own & inner, legend, role, corners)
            yield self._shapes(f"{name} ends", own & ~inner, f"{legend}; ended here", role, corners, hollow=True)
        yield self._shapes("open", self.state == OPEN, "being searched", Role.HEAT)

    def _shapes(
        self, name: str, own: NDArray[np.bool_], legend: str, role: Role, corners: Corners = (), *, hollow: bool = False
    ) -> Layer:
        """Discs, or polygons of these corners; in a lecture's tree triangles, MAX's point upwards."""
        if self.placed.lecture:
            upwards = self.tree.player[self.placed.rows[own]] == 0
            return _triangles(name, legend, role, self.at[own], upwards, filled=not hollow)
        if corners:
            return _polygons(name, legend, role, self.at[own], corners, filled=not hollow)
        xyr = np.column_stack([self.at[own], self.radius[own]])
        return Discs(name=name, legend=legend, xyr=xyr, role=role, filled=not hollow)

    def _windows(self) -> Iterator[Layer]:
        """Each node's (α, β) as a bar; both are seen from the root's side, so that bars compare."""
        if self.tree.visits is not None:
            return
        rows = self.placed.rows
        sign = np.where(self.tree.ply[rows] % 2 == 0, 1.0, -1.0)
        low, high = sign * self.tree.alpha[rows], sign * self.tree.beta[rows]
        low, high = np.minimum(low, high), np.maximum(low, high)
        bars = np.stack([self._on_scale(low), self._on_scale(high)], axis=1)[self.seen]
        yield Segments(
            name="windows", legend="window (α, β), for the side at the root", ends=bars, role=Role.EDGE, width=2.0
        )
        known = self.seen & (self.state == LEFT) & ~np.isnan(self.tree.value[rows])
        at = self._on_scale(sign * np.nan_to_num(self.tree.value[rows]))[known]
        ticks = np.stack([np.subtract(at, (0, 0.1)), np.add(at, (0, 0.1))], axis=1)
        yield Segments(name="values in windows", legend="value in its window", ends=ticks, role=Role.PATH, width=2.0)

    def _on_scale(self, values: Floats) -> Floats:
        share = np.clip(values / self.scale, -1, 1)
        found: Floats = self.at + np.column_stack([share * BAR / 2, np.full(len(share), BAR_BELOW)])
        return found

    def _stubs(self) -> Iterator[Layer]:
        """What was never looked at: dashed, with the reason."""
        shown_stubs = [s for s in self.placed.stubs if self.state[self.placed.index[s[0].row]] == LEFT]
        if not shown_stubs:
            return
        at = place(np.array([[x, y] for _, x, y in shown_stubs]))
        above = self.at[[self.placed.index[s.row] for s, _, _ in shown_stubs]]
        ends = _clear(above, at - (0, HIGH / 2), CLEAR, 0.0)
        yield Segments(name="cut off", legend="never looked at", ends=ends, role=Role.BAD, dashed=True)
        moves = tuple(_listed(s.moves) for s, _, _ in shown_stubs)
        yield Labels(name="moves cut off", xy=at - (0, HIGH / 2 - 0.3), texts=moves, role=Role.BAD)
        lines = [(i, text) for i, (s, _, _) in enumerate(shown_stubs) for text in _wrapped(s.words)]
        rank = [sum(k == i for k, _ in lines[:n]) for n, (i, _) in enumerate(lines)]
        xy = np.array([at[i] - (0, HIGH / 2 - WORDS_BELOW - LINE * r) for (i, _), r in zip(lines, rank, strict=True)])
        yield Labels(name="causes", xy=xy.reshape(-1, 2), texts=tuple(t for _, t in lines), role=Role.TEXT)

    def _ghosts(self) -> Iterator[Layer]:
        """What a lecture's tree has besides, and what the search has not come to yet."""
        if not self.placed.lecture:
            return
        ghosts, ahead = self.placed.ghosts, np.flatnonzero(~self.seen)
        at = np.concatenate([place([[g.x, g.y] for g in ghosts]), self.at[ahead]])
        above = np.concatenate([place([g.above for g in ghosts]), self.at[self.placed.parent[ahead]]])
        rooted = np.concatenate([np.ones(len(ghosts), np.bool_), self.placed.parent[ahead] >= 0])
        ends = _clear(above[rooted], at[rooted], CLEAR, CLEAR)
        yield Segments(name="not searched", legend="never looked at", ends=ends, role=Role.EDGE, dashed=True)
        yield self._ghost_shapes(at)
        texts = [g.text for g in ghosts] + [self._leaf_text(int(self.placed.rows[i])) for i in ahead.tolist()]
        leaves = [i for i, text in enumerate(texts) if text]
        shown_stubs = tuple(texts[i] for i in leaves)
        yield Labels(name="leaves not judged", xy=at[leaves] + (0, VALUE_BELOW), texts=shown_stubs, role=Role.EDGE)

    def _ghost_shapes(self, at: Floats) -> Polygons:
        """Their triangles, hollow."""
        levels = np.rint((at[:, 1] - MARGIN) / HIGH - 0.5).astype(np.int64)
        upwards = (levels + int(self.tree.player[self.placed.rows[0]])) % 2 == 0
        return _triangles("ghosts", "", Role.EDGE, at, upwards, filled=False)

    def _leaf_text(self, row: int) -> str:
        """What a lecture's leaf is worth, which is known before it is looked at."""
        return self._value(row) if self.tree.cause[row] == Cause.TERMINAL else ""

    def _texts(self) -> Iterator[Layer]:
        rows = self.placed.rows
        seen = np.flatnonzero(self.seen & (self.tree.parent[rows] >= 0)).tolist()
        moves = [(i, self.tree.name(int(rows[i]))) for i in seen]
        yield self._labels("moves", moves, -MOVE_ABOVE, Role.TEXT)
        values = [(int(i), self._value(int(rows[i]))) for i in np.flatnonzero(self.state == LEFT)]
        yield self._labels("values", values, VALUE_BELOW, Role.TEXT)
        causes = Causes(self.tree)
        ends = (Cause.TABLE, Cause.REPETITION, Cause.STOPPED, Cause.BOUND, Cause.FORETOLD)
        words = [(int(i), _short_cause(causes, int(rows[i]))) for i in np.flatnonzero(self.state == LEFT)]
        wanted = [
            (i, text) for i, text in words if text and (self.tree.cause[rows[i]] in ends or self.tree.mark[rows[i]])
        ]
        yield self._labels("why", wanted, VALUE_BELOW + 0.26, Role.EDGE)
        more = [(int(i), f"+{self.placed.hidden[i]}") for i in np.flatnonzero((self.placed.hidden > 0) & self.seen)]
        xy = np.array([self.at[i] + (RADIUS + 0.36, 0.08) for i, _ in more]).reshape(-1, 2)
        yield Labels(
            name="not drawn", legend="children not drawn", xy=xy, texts=tuple(t for _, t in more), role=Role.EDGE
        )

    def _labels(self, name: str, texts: list[tuple[int, str]], below: float, role: Role) -> Labels:
        xy = np.array([self.at[i] + (0, below) for i, _ in texts]).reshape(-1, 2)
        return Labels(name=name, xy=xy, texts=tuple(text for _, text in texts), role=role)

    def _value(self, row: int) -> str:
        tree = self.tree
        if self.visits is not None and self.won is not None:
            return f"{short(int(self.visits[row]))} · {percent(float(self.won[row]))}"
        if np.isnan(tree.value[row]):
            return ""
        kind, value = int(tree.kind[row]), float(tree.value[row])
        if self.placed.lecture:
            turned = tree.player[row] != 0
            inner = tree.cause[row] in (Cause.SEARCHED, Cause.CUT)
            kind = (_TURNED[kind] if turned else kind) if inner else int(Kind.PV)
            return _SIGNS.get(kind, "") + f"{-value if turned else value:g}".replace("-0", "0").replace("-", "−")
        return _SIGNS.get(kind, "") + valued(value)


_SIGNS = {int(Kind.CUT): "≥ ", int(Kind.ALL): "≤ "}
_TURNED = {int(Kind.CUT): int(Kind.ALL), int(Kind.ALL): int(Kind.CUT), int(Kind.PV): int(Kind.PV)}


def place(xy: Any) -> Floats:
    """Columns and plies as cells."""
    found: Floats = (np.asarray(xy, np.float64).reshape(-1, 2) + 0.5) * (WIDE, HIGH) + MARGIN
    return found


def _clear(begin: Floats, end: Floats, before: float, after: float) -> Floats:
    """Lines [n, 2, 2] shortened by so many cells at their ends: they would shine through what they lead to."""
    along = end - begin
    along /= np.maximum(np.hypot(along[:, :1], along[:, 1:]), 1e-9)
    return np.stack([begin + along * before, end - along * after], axis=1)


def _triangles(name: str, legend: str, role: Role, at: Floats, upwards: NDArray[np.bool_], *, filled: bool) -> Polygons:
    """MAX's point upwards."""
    turn = np.stack([np.ones(len(upwards)), np.where(upwards, 1.0, -1.0)], axis=-1)
    return _polygons(name, legend, role, at, TRIANGLE, turn=turn[:, None, :], filled=filled)


def _polygons(
    name: str, legend: str, role: Role, at: Floats, corners: Corners, *, turn: Any = 1.0, filled: bool = True
) -> Polygons:
    """One of these corners for each node."""
    xy = at[:, None, :] + np.array(corners)[None] * RADIUS * turn
    starts = np.arange(0, len(corners) * len(at) + 1, len(corners), dtype=np.int32)
    return Polygons(name=name, legend=legend, role=role, xy=xy.reshape(-1, 2), starts=starts, filled=filled)


_ENDED = {
    Cause.TABLE: "table",
    Cause.REPETITION: "recurs",
    Cause.STOPPED: "stopped",
    Cause.BOUND: "hopeless",
    Cause.FORETOLD: "foretold",
}


def _short_cause(causes: Causes, row: int) -> str:
    cause = Cause(int(causes.tree.cause[row]))
    said = _ENDED.get(cause, "")
    mark = int(causes.tree.mark[row])
    return " · ".join(word for word in (said, "again" if mark & 1 else "", "beyond" if mark & 2 else "") if word)


def _listed(moves: tuple[str, ...], wide: int = 6) -> str:
    """As many moves as a column has room for."""
    most = max(1, (wide + 1) // (1 + max(map(len, moves))))
    return " ".join(moves[:most]) + (f" +{len(moves) - most}" if len(moves) > most else "")


def _wrapped(text: str, wide: int = 10) -> list[str]:
    """A cause in short lines."""
    found = [""]
    for word in text.split():
        if found[-1] and len(found[-1]) + len(word) >= wide:
            found.append("")
        found[-1] += (" " if found[-1] else "") + word
    return found
