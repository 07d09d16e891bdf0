"""The controls that several engines share, and what they set in the work array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from sandbox.gametree import work as w
from sandbox.gametree.evaluation.judging import BEST, choices
from sandbox.gametree.montecarlo import rollouts
from sandbox.gametree.windowed import ordering, probcut, table
from sandbox.gametree.windowed.drivers import Step, aspiration, driver, full_window
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Searching, Session, Settings, TableLayout
from sandbox.registry import ChoicesFrom, Help, Range, Unit

Depth = Annotated[int, Range(1, 40), Unit("plies"), Help("how many moves to look ahead, both sides' counted")]
Evaluation = Annotated[str, ChoicesFrom(choices), Help("what judges positions at the horizon")]
Weights = Annotated[str, Help("a file of other weights for it; empty for those that ship")]
Cycles = Annotated[bool, Help("a position that recurs on the path counts as a draw (only in games that loop)")]
Seed = Annotated[int, Range(0, 2**31 - 1), Help("the same seed, budget and options give the same answer")]
Simulations = Annotated[
    int, Range(1, 10_000_000, log=True), Help("games played to their end, unless a budget says otherwise")
]
Rollouts = Annotated[
    Literal["random", "tactical", "greedy"],
    Help("how they are played: at random; winning or stopping a win; by the evaluation"),
]
Epsilon = Annotated[float, Range(0.0, 1.0, 0.05), Help("share of random moves in greedy rollouts")]

_POLICIES = {"random": rollouts.RANDOM, "tactical": rollouts.TACTICAL, "greedy": rollouts.GREEDY}
_KINDS = {"off": table.OFF, "array": table.ARRAY, "chained": table.CHAINED}
_SCHEMES = {"always": table.ALWAYS, "deeper": table.DEEPER, "later": table.LATER, "two-tier": table.TWO_TIER}
_KEYS = {"perfect": table.GAME_KEYS, "zobrist": table.ZOBRIST_KEYS}


def policy_of(name: str, epsilon: float) -> rollouts.Policy:
    """A rollout policy by its option."""
    return rollouts.Policy(_POLICIES[name], epsilon)


@dataclass(frozen=True, slots=True)
class Choosing(Searching):
    """What engines share that search nothing."""

    recorded: ClassVar[bool] = False
    judges: ClassVar[bool] = False

    def settings(self) -> Settings:
        """Any text: it is not run."""
        return Settings(search)

    def drive(self, session: Session) -> None:
        """Choose."""
        session.choose(self.chosen(session))

    def chosen(self, session: Session) -> str:
        """The move."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class WindowOptions(Searching):
    """Everything about alpha-beta, PVS and MTD(f) that can be switched alone on one position."""

    depth: Depth = 8
    deepening: Annotated[bool, Help("search depth 1, 2, 3 … in turn: an answer is always ready")] = True
    table: Annotated[
        Literal["off", "array", "chained"], Help("remember positions: one entry a place, or chains that lose nothing")
    ] = "array"
    table_bits: Annotated[int, Range(8, 24), Help("log2 of the number of places (20: a million)")] = 20
    replacement: Annotated[
        Literal["always", "deeper", "later", "two-tier"], Help("which of two positions keeps a place of the array")
    ] = "two-tier"
    keys: Annotated[
        Literal["perfect", "zobrist"], Help("the game's own key, or Zobrist numbers kept up to date move by move")
    ] = "perfect"
    key_bits: Annotated[int, Range(4, 64), Unit("bits"), Help("how much of the key an entry keeps")] = 64
    deeper_entries: Annotated[bool, Help("trust remembered values of a greater depth too (values may differ)")] = False
    table_move: Annotated[bool, Help("try the remembered best move first")] = True
    killers: Annotated[bool, Help("then moves that cut off at the same ply elsewhere")] = True
    history: Annotated[bool, Help("then moves that have often cut off")] = True
    replies: Annotated[bool, Help("moves that leave the other side few replies first")] = False
    static: Annotated[bool, Help("the game's own glance: centre first, corners first")] = True
    internal_deepening: Annotated[bool, Help("where no move is remembered, find one by a shallower search")] = False
    symmetry: Annotated[bool, Help("mirror images share one entry of the table")] = False
    cycles: Cycles = True
    best_case: Annotated[bool, Help("cut off where the best result the rules still allow is reached")] = False
    forced: Annotated[bool, Help("where a move wins at once, or one must be stopped, look at such moves only")] = False
    endings_table: Annotated[
        bool, Help("look positions up in the game's table of all its endings (made by the command `table`)")
    ] = False
    extension: Annotated[int, Range(0, 4), Unit("plies"), Help("look this much deeper at promising leaves")] = 0
    quiet_delta: Annotated[
        int, Range(0, 5000), Help("look on where the estimate moved by this much within one ply (0: never)")
    ] = 0
    quiet_plies: Annotated[int, Range(1, 12), Unit("plies"), Help("… but at most so far")] = 4
    probcut: Annotated[
        float,
        Range(0.0, 4.0, 0.1),
        Unit("errors"),
        Help(
            "Multi-ProbCut: cut where a shallower search sees the window missed by so many standard errors (0: never)"
        ),
    ] = 0.0
    watch_table: Annotated[bool, Help("count entries lost and false hits (slower)")] = False
    keep_table: Annotated[bool, Help("keep what was learnt for the next move")] = False
    noise: Annotated[
        int, Range(0, 5000), Help("spoil every estimate by up to so much: at random, but always alike for a position")
    ] = 0
    evaluation: Evaluation = BEST
    weights: Weights = ""

    null_windows: ClassVar[bool] = False  # for all moves but the first

    def step(self) -> Step:
        """How one depth is searched."""
        return full_window

    def settings(self) -> Settings:
        """The options as the text takes them."""
        return Settings(
            search,
            self.words(),
            self.layout(),
            self.evaluation,
            shortest_first=self.shortest_first,
            spoilt=self.noise > 0,
            weights=self.weights,
            endings=self.endings_table,
        )

    def drive(self, session: Session) -> None:
        """Depth after depth, or one."""
        driver(self.depth, session.limits, self.step(), deepens=self.deepening)(session)

    def layout(self) -> TableLayout:
        """The table."""
        return TableLayout(_KINDS[self.table], self.table_bits, self.watch_table, self.keep_table)

    @property
    def shortest_first(self) -> bool:
        """Whether all lines are looked at to the same depth, so that no win is found before a shorter one."""
        return not (self.extension or self.quiet_delta or self.deeper_entries or self.probcut)

    def words(self) -> dict[int, int]:
        """The options as words of the work array."""
        return {
            w.PRUNING: 1 | (w.BEST_CASE if self.best_case else 0),
            w.NULL_WINDOWS: int(self.null_windows),
            w.ORDERING: self._ordering(),
            w.INTERNAL_DEEPENING: int(self.internal_deepening),
            w.EXTEND: self.extension,
            w.QUIET_DELTA: self.quiet_delta,
            w.QUIET_PLIES: self.quiet_plies,
            w.CYCLES: int(self.cycles),
            w.SYMMETRY: int(self.symmetry),
            w.REPLACEMENT: _SCHEMES[self.replacement],
            w.KEY_MASK: (1 << self.key_bits) - 1,
            w.KEYS: _KEYS[self.keys],
            w.DEEPER: int(self.deeper_entries),
            w.TABLE_FROM: 2,  # at the last ply a look into the table costs more than the leaves it saves
            w.PROBCUT: probcut.spare_of(self.probcut),
            w.TACTICS: int(self.forced),
            w.NOISE: self.noise,
        }

    def _ordering(self) -> int:
        switches = {
            ordering.STATIC: self.static,
            ordering.TABLE_MOVE: self.table_move,
            ordering.KILLERS: self.killers,
            ordering.HISTORY: self.history,
            ordering.REPLIES: self.replies,
        }
        return sum(bit for bit, on in switches.items() if on)


@dataclass(frozen=True, slots=True)
class ExpectingOptions(WindowOptions):
    """The same with an aspiration window, for engines whose windows are wide otherwise."""

    aspiration: Annotated[
        int, Range(0, 5000), Help("expect the value this close to the last depth's (0: no expectation)")
    ] = 0

    def step(self) -> Step:
        """Around the last depth's value, if it is to be expected."""
        return aspiration(self.aspiration) if self.aspiration else full_window
