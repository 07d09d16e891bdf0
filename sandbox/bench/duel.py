"""Several engines, with options and budgets, on one position: what each answers, and where they differ.

Two ways to enter them. A *matrix* is every engine under every budget. A *ladder* is one search with everything off, to
which one refinement after the other is added: all rungs must find the same value, only the nodes they need differ
(alpha-beta 5,068,030 → + the game's order 2,066,981 → + killers 60,186 …).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.bench.solving import EXACT, engine_of, options_of
from sandbox.figures import count, plain, seconds, short
from sandbox.games.api import Game
from sandbox.gametree.api import Bound, Limits, Result, new_stop
from sandbox.gametree.play import exact
from sandbox.gametree.play.truth import Truth, Worths
from sandbox.gametree.report import SearchReport
from sandbox.gametree.shown import Shown, shown
from sandbox.gametree.tree.reading import Searched
from sandbox.registry import spec_of

PLAIN: Final[Mapping[str, str]] = {
    "deepening": "off", "table": "off", "table_move": "off", "killers": "off", "history": "off", "static": "off",
}  # fmt: skip
RUNGS: Final[Sequence[tuple[str, str, Mapping[str, str]]]] = (
    ("alpha-beta", "alphabeta", PLAIN),
    ("+ the game's order", "alphabeta", {"static": "on"}),
    ("+ killers", "alphabeta", {"killers": "on"}),
    ("+ history", "alphabeta", {"history": "on"}),
    ("+ table", "alphabeta", {"table": "array"}),
    ("+ deepening, remembered moves", "alphabeta", {"deepening": "on", "table_move": "on"}),
    ("+ null windows", "pvs", {}),
    ("+ few replies first", "pvs", {"replies": "on"}),
)
"""What is switched on, one after the other; the rungs above stay as they are."""
MARKED: Final = ("best", "value", "depth")
MARK: Final = "≠ "
"""Before what is not as in the first bout."""
DEEPEST_TREE: Final = 60  # plies from which on nobody can imagine the leaves of a minimal tree


@dataclass(frozen=True, slots=True)
class Entrant:
    """An engine (or exact play) with its options as texts, and its budget."""

    name: str
    engine: str
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Bout:
    """What an entrant answered."""

    entrant: Entrant
    best: str
    value: float
    exact: bool
    bound: Bound
    depth: int
    nodes: int
    simulations: int
    leaves: int  # judged or scored
    fewest_leaves: float  # what perfect ordering needs at this depth
    seconds: float
    pv: tuple[str, ...]
    first_move_share: float
    regret: float | None  # what its move gives away by perfect play; None where that is not known
    shown: Shown
    differs: tuple[str, ...] = ()  # of MARKED: what is not as in the first bout
    ratio: float | None = None  # its nodes to those of the bout before

    def tells(self, name: str) -> bool:
        """Whether it says anything about that: who only chooses finds no value and no depth."""
        return name == "best" or self.shown.worth is not None

    @property
    def minimal_tree(self) -> float | None:
        """The leaves that perfect ordering needs; None where no depth was searched."""
        looked_ahead = 0 < self.depth < DEEPEST_TREE and not self.simulations
        return self.fewest_leaves if looked_ahead else None

    def to_json(self) -> dict[str, Any]:
        """A line of `duel --json`."""
        own = {name: getattr(self, name) for name in self.__slots__ if name not in ("entrant", "shown")}
        entrant = {"name": self.entrant.name, "engine": self.entrant.engine, "options": dict(self.entrant.options)}
        limits = {k: v for k, v in asdict(self.entrant.limits).items() if k in ("depth", "nodes", "seconds")}
        return entrant | {"budget": limits} | own | {"shown": self.shown.to_json()}


def matrix(
    engines: Sequence[tuple[str, Mapping[str, str]]], budgets: Sequence[Limits], *, every_move: bool = False
) -> list[Entrant]:
    """Every engine under every budget."""
    found = []
    for key, options in engines:
        name = spec_of(key, options.items())
        found += [Entrant(name, key, options, replace(limits, every_move=every_move)) for limits in budgets]
    return found


def ladder(depth: int, base: Mapping[str, str] | None = None) -> list[Entrant]:
    """From alpha-beta with everything off to all of it, to one depth; `base` is set on every rung."""
    options: dict[str, str] = dict(base or {})
    found = []
    for name, engine, added in RUNGS:
        options |= added
        found.append(Entrant(name, engine, dict(options), Limits(depth=depth)))
    return found


class Duel:
    """Entrants on one position: an object a worker can run, and stop."""

    def __init__(self, game: Game, position: Any, entrants: Sequence[Entrant], truth: int = 0) -> None:
        self.game, self.position, self.entrants = game, position, tuple(entrants)
        self.truth = truth  # nodes that finding out what each move is worth may take; 0: not wanted
        self.worths: Worths | None = None
        self.weighed = not truth  # whether that has been found out, as far as it can be
        for entrant in self.entrants:  # what cannot play is said before anybody has played
            if entrant.engine != EXACT:
                engine_of(game, entrant.engine, entrant.options)

    def __call__(self, stop: NDArray[np.uint8]) -> list[Bout]:
        """All bouts, or those fought when `stop` was raised."""
        return list(self.bouts(stop))

    def bouts(self, stop: NDArray[np.uint8] | None = None) -> Iterator[Bout]:
        """One after the other: side by side they would take each other's time."""
        flag = new_stop() if stop is None else stop
        self.weigh(flag)
        fought: list[Bout] = []
        for entrant in self.entrants:
            bout = self._fought(entrant, flag)
            if flag[0]:
                return
            fought.append(_compared(bout, fought))
            yield fought[-1]

    def weigh(self, flag: NDArray[np.uint8]) -> None:
        """Find out what each move is worth, if that is wanted: once, and before anybody's time is taken."""
        if not self.weighed:
            self.worths, self.weighed = Truth(self.game, self.truth, flag).of_moves(self.position), True

    def _fought(self, entrant: Entrant, flag: NDArray[np.uint8]) -> Bout:
        limits, report = replace(entrant.limits, stop=flag), SearchReport()
        if entrant.engine == EXACT:
            options: dict[str, Any] = {}
            result = exact.solve(self.game, self.position, limits, report)
        else:
            engine = engine_of(self.game, entrant.engine, entrant.options)
            options = options_of(engine)
            result = engine.search(self.game, self.position, limits, report)
        return self._bout(entrant, options, result)

    def _bout(self, entrant: Entrant, options: dict[str, Any], result: Result) -> Bout:
        shot = result.report
        panel = shown(Searched(self.game, self.position, entrant.engine, options, shot, self.worths))
        return Bout(
            entrant,
            result.best,
            result.value,
            result.exact,
            shot.bound,
            shot.depth,
            shot.nodes,
            shot.simulations,
            shot.leaves + shot.terminals,
            shot.fewest_leaves,
            result.seconds,
            result.pv,
            shot.first_move_share,
            panel.regret,
            panel,
        )


def _compared(bout: Bout, fought: Sequence[Bout]) -> Bout:
    """With what differs from the first bout that tells it, and the nodes set against those of the one before."""
    if not fought:
        return bout
    differs = tuple(name for name in MARKED if _differs(bout, fought, name))
    before = fought[-1].nodes
    return replace(bout, differs=differs, ratio=bout.nodes / before if before else None)


def _differs(bout: Bout, fought: Sequence[Bout], name: str) -> bool:
    first = next((one for one in fought if one.tells(name)), bout)
    return bout.tells(name) and getattr(bout, name) != getattr(first, name)


def budget_words(limits: Limits) -> str:
    """What a search is stopped by: "depth 8", "100 k nodes", "1 s"."""
    words = [f"depth {limits.depth}"] if limits.depth else []
    words += [f"{short(limits.nodes)} nodes"] if limits.nodes else []
    words += [seconds(limits.seconds)] if limits.seconds else []
    return ", ".join(words)


def verdict(bouts: Sequence[Bout]) -> str:
    """Whether all found the same value, and whose values they are."""
    if not bouts:
        return ""
    odd = sum("value" in bout.differs for bout in bouts)
    agree = "all values agree" if not odd else f"values that differ from the first ({MARK.strip()}): {odd}"
    return f"{agree}; values for {bouts[0].shown.side}"


def chain(bouts: Sequence[Bout]) -> str:
    """What each refinement made of the nodes: "alpha-beta 5,068,030 → + the game's order 2,066,981"."""
    return " → ".join(f"{bout.entrant.name} {count(bout.nodes)}" for bout in bouts)


def summary(bouts: Sequence[Bout]) -> dict[str, Any]:
    """The last line of `duel --json`."""
    agree = not any("value" in bout.differs for bout in bouts)
    return {"summary": True, "bouts": len(bouts), "values_agree": agree}


def written(bouts: Sequence[Bout]) -> str:
    """What `duel --json` prints: a line for each, then the summary."""
    records = [*(bout.to_json() for bout in bouts), summary(bouts)]
    return "".join(json.dumps(plain(record), allow_nan=False) + "\n" for record in records)
