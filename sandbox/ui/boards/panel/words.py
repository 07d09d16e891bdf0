"""A search put into words: values with their side, bound and unit; rows of tables; what is written on the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.figures import NOTHING, percent, seconds
from sandbox.gametree.api import Bound, RootMove, engines
from sandbox.gametree.report import Snapshot
from sandbox.ui.boards.thinking import Told
from sandbox.ui.kit import Marked, Worded

SIGNS = {Bound.LOWER: "≥ ", Bound.UPPER: "≤ ", Bound.EXACT: "", Bound.NONE: ""}
UNITS = {"othello": "discs", "tree": "points"}  # what a game's exact scores count
LONG_SILENCE = 0.4  # seconds without a node: the engine is still being compiled
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Asked:
    """What a search was asked about, as far as words need it."""

    told: Told
    side: str  # to move there
    unit: str = ""  # of exact scores
    when: str = ""  # where that is in the game; empty for the position on the board

    @property
    def shot(self) -> Snapshot:
        """What it tells by now."""
        return self.told.shot

    @property
    def simulates(self) -> bool:
        """Whether it plays games to their end, instead of looking ahead."""
        return self.shot.simulations > 0 or has_option(self.told.engine, "simulations")

    @property
    def silent(self) -> bool:
        """Whether it neither searches nor simulates: rules, chance."""
        return not self.simulates and not has_option(self.told.engine, "depth")


def has_option(engine: str, name: str) -> bool:
    """Whether an engine has an option of this name."""
    return engine in engines and any(option.name == name for option in engines[engine].options)


def option_of(told: Told, name: str, default: float) -> float:
    """What a search's option was set to."""
    if name in told.options:
        return float(told.options[name])
    known = {o.name: o.default for o in engines[told.engine].options} if told.engine in engines else {}
    return float(known.get(name, default))


def value_words(value: float | None, *, exact: bool, bound: Bound = Bound.EXACT, unit: str = "") -> str:
    """A value as it may honestly be read: a proven score as a whole number, an estimate with its sign."""
    if value is None:
        return NOTHING
    if not exact and abs(value) < 1:
        return SIGNS[bound] + f"{value:+.3f}"
    if value == 0:
        return SIGNS[bound] + "draw"
    if unit:
        return SIGNS[bound] + f"{value:+g} {unit}"
    return SIGNS[bound] + f"{'wins' if value > 0 else 'loses'} {abs(value):g}"


def value_cell(value: float | None, *, exact: bool, bound: Bound, unit: str, faint: bool = False) -> Worded | None:
    """A value in a table: sorted as a number; a bound, or one of another depth, is grey."""
    if value is None:
        return None
    firm = bound is Bound.EXACT and not faint
    words = value_words(value, exact=exact, bound=bound, unit=unit).removesuffix(f" {unit}")
    return Worded(value, words, "text" if firm else "dim")


def head_words(asked: Asked) -> str:
    """Whose search it is, for whom, when, and how long."""
    told, shot = asked.told, asked.shot
    who = f"{told.who} for {asked.side}"
    when = f", {asked.when}" if asked.when else ", this position"
    took = f" · {seconds(shot.seconds)}" if shot.seconds else ""
    return who + when + took + (" · thinking" if told.running else "")


def line_words(asked: Asked) -> str:
    """The best line so far, or why there is none."""
    shot = asked.shot
    told = " ".join(shot.pv) or str(shot.notes.get("rule", ""))
    if told:
        return told
    begun = shot.nodes or shot.simulations or shot.seconds < LONG_SILENCE
    return "…" if begun else "is being made ready for this game, once …"


def by_worth(moves: Sequence[RootMove], best: str = "") -> list[RootMove]:
    """The move chosen, then proven values, the deepest, those known, the best; what was not searched comes last."""

    def rank(m: RootMove) -> tuple[object, ...]:
        firm = m.bound is Bound.EXACT
        return (m.move != best, m.value is None, -m.visits, not (m.exact and firm), not firm, -m.depth, -(m.value or 0))

    return sorted(moves, key=rank)


def deepest_of(moves: Sequence[RootMove]) -> int:
    """The depth the rows' values are to be compared at."""
    return max((m.depth for m in moves if m.value is not None), default=0)


def search_rows(asked: Asked) -> list[Row]:
    """The root moves of a search that looks ahead: move, value, depth, nodes, share, line."""
    shot = asked.shot
    total, deepest = sum(m.nodes for m in shot.root) or 1, deepest_of(shot.root)
    return [
        (
            _named(m, shot.best),
            value_cell(m.value, exact=m.exact, bound=m.bound, unit=asked.unit, faint=_shallow(m, deepest)),
            None if m.value is None else Worded(m.depth, str(m.depth), "dim" if _shallow(m, deepest) else "text"),
            m.nodes or None,
            m.nodes / total if m.nodes else None,
            " ".join(m.pv),
        )
        for m in by_worth(shot.root, shot.best)
    ]


def _shallow(move: RootMove, deepest: int) -> bool:
    return move.depth < deepest and not move.exact


def simulation_rows(asked: Asked) -> list[Row]:
    """The root moves of one that simulates: move, wins, visits, share, the upper bound and its two terms, line."""
    shot = asked.shot
    visits = sum(m.visits for m in shot.root)
    c = option_of(asked.told, "c", 0.0) if asked.told.options.get("arms", "ucb") == "ucb" else 0.0
    rows: list[Row] = []
    for m in by_worth(shot.root, shot.best):
        exploit = None if m.win_rate is None else 2 * m.win_rate - 1
        explore = c * math.sqrt(math.log(visits + 1) / m.visits) if m.visits and c else None
        bound = None if exploit is None or explore is None else exploit + explore
        rows.append(
            (
                _named(m, shot.best),
                _wins(m, asked.unit),
                m.visits or None,
                m.visits / visits if m.visits else None,
                bound,
                exploit,
                explore,
                " ".join(m.pv),
            )
        )
    return rows


def _wins(move: RootMove, unit: str) -> Worded | None:
    """A share of games won, or what was proven."""
    if move.exact and move.value is not None:
        return Worded(move.value, value_words(move.value, exact=True, bound=move.bound, unit=unit))
    return None if move.win_rate is None else Worded(2 * move.win_rate - 1, percent(move.win_rate))


def _named(move: RootMove, best: str) -> str:
    return Marked(move.move, "accent") if move.move == best else move.move


def board_values(moves: Sequence[RootMove]) -> dict[str, tuple[str, float | None]]:
    """What is written beside each move on the board, and how good it is: None where only a bound is known."""
    deepest = deepest_of(moves)
    return {m.move: _on_board(m, deepest) for m in moves if m.value is not None}


def _on_board(move: RootMove, deepest: int) -> tuple[str, float | None]:
    value = move.value or 0.0
    if move.win_rate is not None and not move.exact:
        return percent(move.win_rate), 2 * move.win_rate - 1
    text = f"{value:+g}" if move.exact or abs(value) >= 1 else f"{value:+.2f}"
    firm = move.bound is Bound.EXACT and not _shallow(move, deepest)
    return SIGNS[move.bound].strip() + text, max(-1.0, min(1.0, value)) if firm else None
