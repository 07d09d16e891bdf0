"""What is to be shown of a search, as one object: a panel paints it, `solve --json` prints it, nobody adds to it.

Counters say what they count (a Monte Carlo engine's are simulations); a value comes with its depth, what it says of the
true one, its source and its side; rows that were searched to different depths say so. Nothing is computed but from the
report and the position, so it can be made at any moment of a search.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from sandbox.figures import percent
from sandbox.gametree.api import Bound, RootMove, engines
from sandbox.gametree.evaluation import Feature, account
from sandbox.gametree.evaluation.judging import BEST, entry_of, evaluation_for
from sandbox.gametree.report import Snapshot, TableHealth
from sandbox.gametree.tree.reading import Searched, sides_of

SIGNS: Final = {Bound.LOWER: "≥ ", Bound.UPPER: "≤ ", Bound.EXACT: "", Bound.NONE: ""}
UNITS: Final = {"othello": "discs"}
"""What a game's own scores count, where they count something one can see."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number, and what it counts."""

    key: str
    title: str
    value: float
    help: str


@dataclass(frozen=True, slots=True)
class Worth:
    """A value and all that one must know to read it."""

    value: float
    words: str
    exact: bool
    bound: Bound
    depth: int  # finished last; 0 where there is no depth
    source: str  # an engine's key, or "exact"
    side: str  # whose value it is
    win_rate: float | None = None  # of a Monte Carlo engine
    low: float | None = None  # the least and the most the value can be, while a proof goes on
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A move at the root."""

    move: str
    value: float | None
    words: str
    exact: bool
    bound: Bound
    depth: int
    other_depth: bool  # it was searched deeper, or less deep, than the value at the root
    best: bool
    loss: float | None  # what it gives away against a best move by perfect play, where that is known
    nodes: int
    share: float  # of all nodes, or of all simulations
    visits: int
    win_rate: float | None
    exploit: float | None  # the two terms of its upper confidence bound
    explore: float | None
    pv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Depth:
    """A finished depth, for the chart of values and of nodes."""

    depth: int
    value: float
    words: str
    exact: bool
    nodes: int  # of this depth alone
    seconds: float
    best: str
    researches: int
    pv: tuple[str, ...]
    all_leaves: float  # b^d: what minimax would judge
    fewest_leaves: float  # what perfect ordering needs


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """How often a move cut the others off, and how often it was the first one tried."""

    all: int
    first: int
    share: float  # 1 is perfect ordering


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything there is to show of a search."""

    game: str
    position: str
    engine: str
    side: str
    monte_carlo: bool
    best: str
    regret: float | None  # the best move's loss: what the engine would give away
    worth: Worth | None  # None before anything is known, and of an engine that judges no position
    counters: tuple[Counter, ...]
    line: tuple[str, ...]
    rows: tuple[Row, ...]  # the best first, then proven, deeper, better ones
    depths: tuple[Depth, ...]
    searching: int  # the depth begun last, where it is not finished; else 0
    cutoffs: Cutoffs | None
    table: TableHealth | None  # None where there is none
    watched: bool  # the table counts what it lost, and false hits
    features: tuple[Feature, ...]
    estimate: int  # the sum of their shares
    notes: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The `shown` object of `solve --json`."""
        facts = asdict(self) | {"table": self.table.to_json() if self.table else None, "notes": dict(self.notes)}
        facts["features"] = [asdict(f) | {"share": f.share} for f in self.features]
        return facts


def shown(of: Searched, features: tuple[Feature, ...] | None = None) -> Shown:
    """What there is to show of a search now; the features of its position may be given, for they do not change."""
    shot, face = of.shot, of.game.face()
    key, side = entry_of(of.game).key, sides_of(face)[max(face.to_move(of.position), 0)]
    monte_carlo = shot.simulations > 0
    found = features_of(of) if features is None else features
    lost = losses(of)
    watched = bool(of.options.get("watch_table", False))
    return Shown(
        game=key,
        position=face.print(of.position),
        engine=of.engine,
        side=side,
        monte_carlo=monte_carlo,
        best=shot.best,
        regret=lost.get(shot.best),
        worth=_worth(of, key, side) if shot.exact or (shot.best and judges(of.engine)) else None,
        counters=_simulated(shot) if monte_carlo else _searched(shot),
        line=shot.pv,
        rows=_rows(of, key, lost),
        depths=tuple(_depths(shot, key)),
        searching=shot.searching if shot.searching > shot.depth else 0,
        cutoffs=Cutoffs(shot.cutoffs, shot.first_cutoffs, shot.first_move_share) if shot.cutoffs else None,
        table=shot.table if shot.table.places else None,
        watched=watched,
        features=found,
        estimate=sum(f.share for f in found),
        notes=shot.notes,
    )


def judges(engine: str) -> bool:
    """Whether an engine says what a position is worth; scripted ones, and those of the user's own, only choose."""
    return engine not in engines or bool(getattr(engines[engine].cls, "judges", True))


def features_of(of: Searched) -> tuple[Feature, ...]:
    """What the engine's evaluation sees in the position; nothing where the game is over."""
    if not of.game.face().moves(of.position):
        return ()
    key, weights = (str(of.options.get(name, usual)) for name, usual in (("evaluation", BEST), ("weights", "")))
    return account(of.game, of.position, evaluation_for(of.game, key, weights))


def losses(of: Searched) -> dict[str, float]:
    """What moves give away against a best one: by the truth that was found out beside, or that the search proved."""
    worths: dict[str, float] = dict(of.truth or {})
    if not worths and of.shot.exact:
        worths = {r.move: r.value for r in of.shot.root if r.exact and r.bound is Bound.EXACT and r.value is not None}
        worths = worths if of.shot.best in worths else {}
    best = max(worths.values(), default=0.0)
    return {move: best - worth for move, worth in worths.items()}


def value_words(value: float | None, game: str, *, exact: bool, bound: Bound = Bound.EXACT) -> str:
    """A value as it may honestly be read: a result of the game in its own scores, an estimate with its sign."""
    if value is None:
        return ""
    if not exact and abs(value) < 1:
        return f"{SIGNS[bound]}{value:+.3f}".replace("-", "−")
    unit = f" {UNITS[game]}" if game in UNITS else ""
    return SIGNS[bound] + ("draw" if value == 0 else f"{'wins' if value > 0 else 'loses'} {abs(value):g}{unit}")


def _worth(of: Searched, key: str, side: str) -> Worth:
    shot = of.shot
    own = next((row for row in shot.root if row.move == shot.best), None)
    rate = own.win_rate if own is not None and not shot.exact else None
    words = value_words(shot.value, key, exact=shot.exact, bound=shot.bound)
    low, high = (None, None) if shot.exact else shot.notes.get("bounds", (None, None))
    if low is not None and high is not None and low < high:
        words = range_words(low, high)
    if rate is not None and abs(shot.value) < 1:
        words = percent(rate)
    return Worth(shot.value, words, shot.exact, shot.bound, shot.depth, of.engine, side, rate, low, high)


def range_words(low: float, high: float) -> str:
    """What a value can still be."""
    return f"{low:+g} … {high:+g}".replace("-", "−")


def _searched(shot: Snapshot) -> tuple[Counter, ...]:
    """Counters of a depth-first search."""
    return (
        Counter("nodes", "Nodes", shot.nodes, "positions visited"),
        Counter("nodes_per_second", "Nodes a second", shot.nodes_per_second, "how fast"),
        Counter("leaves", "Leaves judged", shot.leaves, "positions the evaluation judged"),
        Counter("terminals", "Games ended", shot.terminals, "positions the rules scored"),
        Counter("depth", "Depth finished", shot.depth, "plies"),
        Counter("deepest", "Deepest line", shot.deepest, "plies"),
        Counter("branching", "Legal moves", shot.branching, "of an average position whose moves were tried"),
        Counter("effective_branching", "Effective branching", shot.effective_branching, "what one more ply cost"),
        Counter("fewest_leaves", "Minimal tree", shot.fewest_leaves, "leaves that perfect ordering needs"),
        Counter("researches", "Searched again", shot.researches, "windows that were opened again"),
        Counter("extensions", "Extensions", shot.extensions, "leaves looked at deeper"),
        Counter("quiescent", "Not quiet", shot.quiescent, "leaves looked at until they were quiet"),
        Counter("foretold", "Foretold", shot.foretold, "nodes cut because a shallower search missed their window"),
        Counter("repetitions", "Repetitions", shot.repetitions, "positions that recurred on the path: draws"),
    )


def _simulated(shot: Snapshot) -> tuple[Counter, ...]:
    """Counters of a Monte Carlo engine."""
    speed = shot.simulations / shot.seconds if shot.seconds > 0 else 0.0
    return (
        Counter("simulations", "Simulations", shot.simulations, "games played to their end"),
        Counter("simulations_per_second", "Simulations a second", speed, "how fast"),
        Counter("tree_nodes", "Tree", shot.tree_nodes, "nodes grown"),
        Counter("deepest", "Depth of the tree", shot.deepest, "plies"),
        Counter("leaves", "Rollouts", shot.leaves, "simulations that were played out"),
        Counter("terminals", "Games ended", shot.terminals, "simulations that met a decided position in the tree"),
    )


def _rows(of: Searched, key: str, lost: Mapping[str, float]) -> tuple[Row, ...]:
    shot = of.shot
    total = sum(row.visits or row.nodes for row in shot.root) or 1
    rows = [_row(row, of, key, total, lost.get(row.move)) for row in shot.root]
    return tuple(sorted(rows, key=_rank))


def _rank(row: Row) -> tuple[Any, ...]:
    """The move played first; then known before unknown, proven, more visits, deeper, better, certain before bounds."""
    value = row.value if row.value is not None else -math.inf
    return not row.best, row.value is None, -row.visits, -row.depth, -value, row.bound is not Bound.EXACT, row.move


def _row(row: RootMove, of: Searched, key: str, total: int, loss: float | None) -> Row:
    exploit, explore = _terms(row, of)
    words = value_words(row.value, key, exact=row.exact, bound=row.bound)
    if row.win_rate is not None and not row.exact and row.value is not None and abs(row.value) < 1:
        words = percent(row.win_rate)
    return Row(
        move=row.move,
        value=row.value,
        words=words,
        exact=row.exact,
        bound=row.bound,
        depth=row.depth,
        other_depth=row.value is not None and not row.visits and not row.exact and row.depth != of.shot.depth,
        best=row.move == of.shot.best,
        loss=loss,
        nodes=row.nodes,
        share=(row.visits or row.nodes) / total,
        visits=row.visits,
        win_rate=row.win_rate,
        exploit=exploit,
        explore=explore,
        pv=row.pv,
    )


def _terms(row: RootMove, of: Searched) -> tuple[float | None, float | None]:
    """Mean and bonus of an engine that chooses by upper confidence bounds (montecarlo/search.py and arms.py)."""
    c = of.options.get("c")
    if row.win_rate is None or not isinstance(c, (int, float)) or of.options.get("arms", "ucb") != "ucb":
        return None, None
    seen = of.shot.simulations + int(of.shot.notes.get("kept", 0)) + ("final" in of.options)
    visits = row.visits + float(of.options.get("prior", 0))
    return 2 * row.win_rate - 1, c * math.sqrt(math.log(max(seen, 1)) / visits)


def _depths(shot: Snapshot, key: str) -> list[Depth]:
    found = []
    for row in shot.deepening:
        up, down = -(-row.depth // 2), row.depth // 2
        fewest = shot.branching**up + shot.branching**down - 1
        words = value_words(row.value, key, exact=row.exact)
        found.append(
            Depth(
                row.depth,
                row.value,
                words,
                row.exact,
                row.nodes,
                row.seconds,
                row.best,
                row.researches,
                row.pv,
                float(shot.branching**row.depth),
                float(fewest),
            )
        )
    return found
