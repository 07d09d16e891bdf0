"""What is said of a node, of the windows open around it, and of a choice among arms: cells and lines, no widgets."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandbox.figures import count, percent
from sandbox.gametree.recorder import Cause, Kind
from sandbox.gametree.tree.causes import Stub, valued
from sandbox.gametree.tree.picture import SimulatedMoment
from sandbox.gametree.tree.steps import Frame
from sandbox.ui.boards.tree.film import StepsFilm
from sandbox.ui.boards.tree.view import TreeView
from sandbox.ui.kit import Worded

Fact = tuple[str, str]
KINDS = {
    int(Kind.PV): "PV: exact, inside its window",
    int(Kind.CUT): "CUT: at least this, the rest was cut off",
    int(Kind.ALL): "ALL: at most this, every move was tried",
}
SIGNS = {int(Kind.PV): "", int(Kind.CUT): "≥ ", int(Kind.ALL): "≤ "}
LAST_MOVES = 6


def title(view: TreeView, row: int) -> str:
    """Which node it is: its last moves, and who moves there, if the game goes on."""
    moves = view.tree.moves(row)
    line = " ".join(moves[-LAST_MOVES:])
    where = f"{'… ' if len(moves) > LAST_MOVES else ''}{line}" if moves else "The root"
    over = view.tree.cause[row] == Cause.TERMINAL
    return f"{where} · {'the game is over' if over else f'{view.tree.side(row)} to move'}"


def stub_words(stub: Stub) -> str:
    """What was never looked at, and why."""
    moves = "move" if len(stub.moves) == 1 else f"{len(stub.moves)} moves"
    return f"Never looked at, {moves}: {', '.join(stub.moves)}. {stub.words[:1].upper()}{stub.words[1:]}."


def facts(view: TreeView, row: int) -> list[Fact]:
    """A node in a few lines."""
    if view.tree.visits is not None:
        return _simulated(view, row)
    return _searched(view, row) if _is_left(view, row) else _unfinished(view, row)


def _is_left(view: TreeView, row: int) -> bool:
    """Whether the search is done with a node at the time shown."""
    return view.at_end or not isinstance(view.film, StepsFilm) or view.film.steps.left[row] < view.time


def _unfinished(view: TreeView, row: int) -> list[Fact]:
    """A node as far as the search has come at the time shown."""
    assert isinstance(view.film, StepsFilm)
    if view.film.steps.entered[row] >= view.time:
        return [("State", "not entered yet")]
    frame = next(f for f in view.film.steps.stack(view.time - 1) if f.row == row)
    best = f"{valued(frame.best)} after {_many(frame.tried, 'move')}" if frame.tried else "nothing yet"
    return [_window(view, row), ("State", "being searched"), ("So far", best)]


def _window(view: TreeView, row: int) -> Fact:
    tree = view.tree
    return "Window", f"{valued(float(tree.alpha[row]))} … {valued(float(tree.beta[row]))}, for {tree.side(row)}"


def _searched(view: TreeView, row: int) -> list[Fact]:
    tree, causes = view.tree, view.walk.causes
    value, kind = float(tree.value[row]), int(tree.kind[row])
    found = [_window(view, row)]
    if not np.isnan(value):
        inner = tree.cause[row] in (Cause.SEARCHED, Cause.CUT)
        found.append(("Value", f"{SIGNS.get(kind, '')}{valued(value)}" + (f"   {KINDS[kind]}" if inner else "")))
    found.append(("Why", causes.words(row)))
    refuting = causes.refuting(row)
    if refuting >= 0:
        found.append(
            ("Cut by", f"{tree.name(refuting)}, worth {valued(-float(tree.value[refuting]))} to {tree.side(row)}")
        )
    return [*found, *_size(view, row)]


def _size(view: TreeView, row: int) -> list[Fact]:
    tree = view.tree
    below, children = int(tree.ends[row]) - row - 1, len(tree.children(row))
    depth = int(tree.depth[row])
    plies = _many(abs(depth), "ply", "plies")
    left = "at the horizon" if depth == 0 else f"{plies} left" if depth > 0 else f"{plies} beyond the horizon"
    searched = f"{_many(children, 'move')} searched, {_many(below, 'node')}" if children else "nothing searched"
    return [("Below", f"{searched}; {left}" if tree.visits is None else searched)]


def _many(number: int, one: str, more: str = "") -> str:
    return f"{count(number)} {one if number == 1 else more or one + 's'}"


def _simulated(view: TreeView, row: int) -> list[Fact]:
    tree, moment = view.tree, view.moment
    assert tree.visits is not None
    visits, won = int(tree.visits[row]), None if tree.win_rate is None else float(tree.win_rate[row])
    if isinstance(moment, SimulatedMoment):
        visits = int(moment.simulations.visits(moment.number)[row])
        won = (float(moment.simulations.rewards(moment.number)[row]) / max(visits, 1) + 1) / 2
    found = [("Simulations", count(visits))]
    if won is not None and visits:
        mover = tree.side(int(tree.parent[row])) if tree.parent[row] >= 0 else f"whoever plays against {tree.side(row)}"
        found.append(("Won", f"{percent(won)} for {mover}"))
    return [*found, ("State", view.walk.causes.words(row)), *_size(view, row)]


def frames(view: TreeView) -> tuple[Frame, ...]:
    """The open windows at the time shown; of a finished search those around the node picked, as it was entered."""
    if not isinstance(view.film, StepsFilm):
        return ()
    steps = view.film.steps
    return steps.stack(int(steps.entered[view.picked]) if view.at_end else view.time - 1)


def frame_cells(frame: Frame) -> tuple[Any, ...]:
    """A window: move, side, alpha as it is now, beta, the best so far, moves tried."""
    side = frame.side.removesuffix(" player")
    return (frame.move or "root", side, _number(frame.low), _number(frame.beta), _best(frame), frame.tried)


def _best(frame: Frame) -> Worded | None:
    return _number(frame.best) if frame.tried else None


def _number(value: float) -> Worded:
    return Worded(value, valued(value))


def choices(view: TreeView) -> list[tuple[int, tuple[Any, ...]]]:
    """The children of the node picked as their parent chooses among them: row, and cells; the next choice first."""
    tree, moment = view.tree, view.moment
    if tree.visits is None:
        return []
    if isinstance(moment, SimulatedMoment):
        found = [
            (c.row, c.visits, c.exploit if c.visits else None, c.explore)
            for c in moment.simulations.choices(view.picked, moment.number)
        ]
    elif tree.exploit is not None and tree.explore is not None:
        found = [
            (c, int(tree.visits[c]), float(tree.exploit[c]), float(tree.explore[c])) for c in tree.children(view.picked)
        ]
    else:
        found = [(c, int(tree.visits[c]), None, 0.0) for c in tree.children(view.picked)]
    ranked = sorted(found, key=lambda arm: -((arm[2] or 0.0) + arm[3]))
    return [(row, (tree.name(row), visits, mean, *_bounds(mean, bonus))) for row, visits, mean, bonus in ranked]


def _bounds(mean: float | None, bonus: float) -> tuple[Worded, Worded]:
    """A bonus, and the upper bound."""
    upper = (mean or 0.0) + bonus
    return Worded(bonus, _few(bonus)), Worded(upper, _few(upper))


def _few(value: float) -> str:
    return "∞" if np.isinf(value) else f"{value:.3f}"
