"""What is shown of a search (gametree/shown.py) as cells, heads and marks: no numbers are made here."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.figures import percent, seconds
from sandbox.gametree.api import Bound, engines
from sandbox.gametree.report import Snapshot
from sandbox.gametree.shown import SIGNS, Row, Shown, judges, shown
from sandbox.gametree.tree.reading import Searched
from sandbox.ui.boards.thinking import Finding
from sandbox.ui.kit import Marked, Worded

if TYPE_CHECKING:
    from sandbox.games.api import Game

LONG_SILENCE = 0.4  # seconds without a node: the engine is still being compiled
Cells = tuple[Any, ...]


@dataclass(frozen=True)
class Asked:
    """One look at a search: what it tells now, of which position, and where in the game that is."""

    finding: Finding
    game: Game
    position: Any
    when: str = ""  # empty for the position on the board

    @cached_property
    def shot(self) -> Snapshot:
        """What it tells by now."""
        return self.finding.shot

    @cached_property
    def shown(self) -> Shown:
        """The same as it is to be shown; the estimate has a section of its own."""
        options = settings_of(self.finding)
        return shown(
            Searched(self.game, self.position, self.finding.engine, options, self.shot, self.finding.truth), ()
        )

    @property
    def simulates(self) -> bool:
        """Whether it plays games to their end, instead of looking ahead."""
        return self.shown.monte_carlo or has_option(self.finding.engine, "simulations")

    @property
    def silent(self) -> bool:
        """Whether it neither searches nor simulates: rules, chance."""
        return not self.simulates and not judges(self.finding.engine)

    def counter(self, key: str) -> float:
        """One of its counters."""
        return next((c.value for c in self.shown.counters if c.key == key), 0)


def settings_of(finding: Finding) -> dict[str, Any]:
    """All options an engine was made with, defaults too."""
    if finding.engine not in engines:
        return dict(finding.options)
    try:
        return asdict(engines[finding.engine].create(finding.options))  # type: ignore[call-overload,no-any-return]
    except (SandboxError, TypeError):
        return dict(finding.options)


@cache
def has_option(engine: str, name: str) -> bool:
    """Whether an engine has an option of this name."""
    return engine in engines and any(option.name == name for option in engines[engine].options)


def head_words(asked: Asked) -> str:
    """Whose search it is, for whom, when, and how long."""
    finding, shot = asked.finding, asked.shot
    when = f", {asked.when}" if asked.when else ", this position"
    took = f" · {seconds(shot.seconds)}" if shot.seconds else ""
    return f"{finding.who} for {asked.shown.side}{when}{took}" + (" · thinking" if finding.running else "")


def line_words(asked: Asked) -> str:
    """The best line so far, or why there is none."""
    shot = asked.shot
    line = ": ".join(filter(None, (" ".join(shot.pv), str(shot.notes.get("rule", "")))))
    if line:
        return line
    begun = shot.nodes or shot.simulations or shot.seconds < LONG_SILENCE
    return "…" if begun else "is being compiled for this game (once) …"


def firm(row: Row) -> bool:
    """Whether a row's value may be set beside the best one's: no bound, and of the same depth."""
    return row.bound is Bound.EXACT and not row.other_depth


def value_cell(value: float | None, words: str, *, certain: bool = True) -> Worded | None:
    """A value in a table: sorted as a number; a bound, or one of another depth, is grey."""
    return None if value is None else Worded(value, words, "text" if certain else "dim")


def ahead_cells(row: Row) -> Cells:
    """A root move of a search that looks ahead: move, value, depth, nodes, share, line."""
    depth = None if row.value is None else Worded(row.depth, str(row.depth), "dim" if row.other_depth else "text")
    value = value_cell(row.value, row.words, certain=firm(row))
    share = row.share if row.nodes else None
    return (named(row), value, loss_cell(row), depth, row.nodes or None, share, " ".join(row.pv))


def simulated_cells(row: Row) -> Cells:
    """A root move of one that simulates: move, wins, visits, share, upper bound and its two terms, line."""
    known = row.exploit is not None and row.explore is not None
    bound = (row.exploit or 0.0) + (row.explore or 0.0) if known else None
    won = None if row.win_rate is None and not row.exact else Worded(_good(row) or 0.0, row.words)
    share = row.share if row.visits else None
    terms = row.exploit, row.explore
    return (named(row), won, loss_cell(row), row.visits or None, share, bound, *terms, " ".join(row.pv))


def loss_cell(row: Row) -> Worded | None:
    """What a move gives away by perfect play: a tick for one of the best, nothing where it is not known."""
    if row.loss is None:
        return None
    return Worded(row.loss, f"−{row.loss:g}" if row.loss else "best", "text" if row.loss else "good")


def named(row: Row) -> str:
    """A move; the one chosen is marked."""
    return Marked(row.move, "accent") if row.best else row.move


def worth_of_move(asked: Asked) -> str:
    """What the best move is worth: as the list has it, if a depth that was not finished says more of it."""
    worth = asked.shown.worth
    best = next((row for row in asked.shown.rows if row.best), None)
    newer = best is not None and worth is not None and not worth.exact and 0 < worth.depth < best.depth
    if best is not None and newer:
        return best.words
    return worth.words if worth is not None else ""


def board_values(asked: Asked) -> dict[str, tuple[str, float | None]]:
    """What is written beside each move on the board, and how good it is: None where only a bound is known."""
    rows = asked.shown.rows
    return {r.move: (_on_board(r), _good(r) if firm(r) else None) for r in rows if r.value is not None}


def _good(row: Row) -> float | None:
    if row.win_rate is not None and not row.exact:
        return 2 * row.win_rate - 1
    return None if row.value is None else max(-1.0, min(1.0, row.value))


def _on_board(row: Row) -> str:
    """A value in as few characters as a square has room for."""
    value = row.value or 0.0
    if row.win_rate is not None and not row.exact:
        return percent(row.win_rate)
    text = f"{value:+g}" if row.exact or abs(value) >= 1 else f"{value:+.2f}"
    return SIGNS[row.bound].strip() + text.replace("-", "−")
