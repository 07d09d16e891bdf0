"""One search, outside its kernel: lays out the work array, sets options, searches depth by depth, reads the answer.

A `Session` binds a kernel text to a game and an evaluation, and calls it with windows (drivers.py says which).
Between calls the work array is the only state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

import numpy as np

from sandbox.games.api import Game, GameKernels, Words
from sandbox.games.two_words import rules
from sandbox.games.two_words.rules import INFINITE
from sandbox.games.two_words.zobrist import zobrist
from sandbox.gametree import work as w
from sandbox.gametree.api import Deepening, Limits, Result, Status
from sandbox.gametree.evaluation.judging import BEST, Judge, entry_of, judge_of, may_probcut
from sandbox.gametree.known.endings import after_moves, best_of, endings_of, leading
from sandbox.gametree.recorder import TreeRecording, node_closed, node_opened
from sandbox.gametree.report import Claims, SearchReport
from sandbox.gametree.values import for_people, proven
from sandbox.gametree.watch import watching
from sandbox.gametree.windowed.probcut import tried
from sandbox.gametree.windowed.table import CHAINED, KEY_BITS, SEEN_BITS
from sandbox.gametree.windowed.variations import lengthen
from sandbox.kernels.jit import specialise

DEEPEST = w.MAX_PLY - 4
MOST_GENERATIONS = 200


_rehearsed: set[Any] = set()
"""Kernels (and how they are driven) that are compiled for certain in this process."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A transposition table as its options ask for it."""

    kind: int = 0  # table.OFF, ARRAY, CHAINED
    bits: int = 20  # log2 of its places
    health: bool = False
    keep: bool = False  # what was learnt stays for the next search

    @property
    def stride(self) -> int:
        """Words an entry."""
        return 4 if self.health or self.kind == CHAINED else 2

    @property
    def words(self) -> int:
        """Words in all: heads of chains, entries, marks of what was stored."""
        heads = 1 << self.bits if self.kind == CHAINED else 0
        entries = self.stride << self.bits if self.kind else 0
        return heads + entries + self.seen

    @property
    def seen(self) -> int:
        """Words that mark what was stored."""
        return 1 << (SEEN_BITS - 6) if self.health and self.kind else 0

    def tells_apart(self, key_bits: int) -> bool:
        """Whether place and entry together keep a key whole, so that no position is taken for another."""
        return not self.kind or key_bits + self.bits - 1 >= KEY_BITS


@dataclass(frozen=True, slots=True)
class Settings:
    """What a session needs to know of an engine."""

    text: Callable[..., int]
    options: Mapping[int, int] = field(default_factory=dict)  # words of the work array's OPTIONS
    table: TableLayout = TableLayout()
    evaluation: str = BEST
    windows: bool = True  # the text takes a Zobrist hash and a window
    shortest_first: bool = True  # looks at longer lines only after all shorter ones
    spoilt: bool = False  # estimates are made worse on purpose, by up to NOISE
    weights: str = ""  # a file of other weights for the evaluation
    endings: bool = False  # the game's table of endings is looked up


class Session:
    """One search of one position by one engine."""

    def __init__(
        self,
        game: Game,
        position: Any,
        limits: Limits,
        report: SearchReport,
        recording: TreeRecording | None,
        of: Settings,
    ) -> None:
        self.game, self.position, self.limits, self.report = game, position, limits, report
        self.recording, self.settings = recording, of
        self.face = game.face()
        self.probcut = bool(of.options.get(w.PROBCUT)) and may_probcut(game, of.evaluation, of.weights)
        self.judge = judge_of(game, of.evaluation, of.weights, spoilt=of.spoilt)
        self.kernel = bound_to(of.text, game, self.judge, recorded=recording is not None, probcut=self.probcut)
        known = endings_of(game) if of.endings else None
        self.endings = np.zeros(0, np.uint64) if known is None else known.words()
        self.after = after_moves(game, position) if of.endings else None
        self.words = self._laid_out(game.data(position))
        self.a, self.b = (np.uint64(x) for x in position.words)
        self.h = np.uint64(zobrist(self.a, self.b))
        self.moves = tuple(self.face.moves(position))
        self.horizon_met = True
        info = entry_of(game).info
        self.first_win_is_best = bool(info.get("first_win_is_best", False))
        in_order = of.shortest_first or info.get("largest_utility") == 1  # or all wins are worth the same
        sound = of.table.tells_apart(of.options.get(w.KEY_MASK, 0).bit_count())
        self.claims = Claims(sound, sound and in_order and self.first_win_is_best)
        self.progress = report.begin(self.face, position, self.words, self.claims)

    # The work array.

    def _laid_out(self, data: Words) -> Words:
        """… FREE | weights | game | endings | table | tree."""
        table, weights = self.settings.table, self.judge.weights
        at_game = w.FREE + weights.size
        at_endings = at_game + data.size
        at_table = _aligned(at_endings + self.endings.size)
        at_tree = at_table + table.words
        size = at_tree + (self.recording.size if self.recording else 0)
        words = self._memory(size, at_table, data)
        words[: w.FREE] = 0 if not table.keep else _with_history(words)
        if self.report.memory.get("weights") is not weights:  # tables of patterns are megabytes
            words[w.FREE : at_game], self.report.memory["weights"] = weights, weights
        words[at_game : at_game + data.size] = data
        words[rules.WEIGHTS_AT], words[rules.GAME_AT] = w.FREE, at_game
        words[at_endings : at_endings + self.endings.size] = self.endings
        words[w.KNOWN], words[w.KNOWN_AT] = self.endings.size // 2, at_endings
        for place, value in self.settings.options.items():
            words[place] = value
        words[w.PROBCUT] *= np.uint64(self.probcut)
        words[w.ROOT_FIRST] = self._soonest()
        words[w.CYCLES] = int(entry_of(self.game).info["axes"].loopy and words[w.CYCLES])
        words[w.EVERY_MOVE] = int(self.limits.every_move)
        self._lay_table(words, at_table)
        if self.recording:
            self.recording.prepare(words, at_tree)
        return words

    def _soonest(self) -> int:
        """What the table of endings has the search try first: of equally good moves the first one is kept."""
        return self.face.bit_of(self.position, best_of(self.after)).bit_length() if self.after else 0

    def _memory(self, size: int, at_table: int, data: Words) -> Words:
        """The array of the last search if it fits this one exactly, else a new one."""
        judge = self.settings.evaluation, self.settings.weights, self.settings.options.get(w.PROBCUT, 0)
        identity = (size, at_table, self.settings.table, type(self.game), judge, data.tobytes())
        if self.report.memory.get("identity") != identity:
            self.report.memory.clear()
            self.report.memory.update(identity=identity, words=np.zeros(size, np.uint64), generation=0)
        words: Words = self.report.memory["words"]
        return words

    def _lay_table(self, words: Words, at: int) -> None:
        table, memory = self.settings.table, self.report.memory
        first = memory["generation"] == 0
        if first or not table.keep:
            memory["generation"] += 1
        if memory["generation"] > MOST_GENERATIONS:
            words[at : at + table.words] = 0
            memory["generation"] = 1
        if table.health and not (table.keep and not first):
            words[at + table.words - table.seen : at + table.words] = 0
        words[w.TABLE], words[w.TABLE_BASE], words[w.TABLE_BITS] = table.kind, at, table.bits
        words[w.TABLE_STRIDE], words[w.HEALTH] = table.stride, int(table.health)
        words[w.GENERATION], words[w.SEEN_BASE] = memory["generation"], at + table.words - table.seen
        words[w.FILL] = memory.get("fill", 0) if table.keep else 0
        words[w.POOL_NEXT] = memory.get("pool", 0) if table.keep else 0

    # The search.

    @property
    def stopped(self) -> bool:
        """Whether the kernel gave up."""
        return bool(self.words[w.NODES] >= self.words[w.LIMIT])

    @property
    def best(self) -> int:
        """The best root move's bit index, or -1."""
        return int(self.words[w.BEST]) - 1

    def window(self, depth: int, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
        """Search the position within a window."""
        if self.recording and not self.recording.every_depth:
            self.words[w.RECORD_COUNT] = self.words[w.RECORD_LOST] = 0
        before = int(self.words[w.HORIZON])
        self.words[w.DEPTH] = depth
        window = (self.h, depth, alpha, beta) if self.settings.windows else (depth,)
        value = int(self.kernel(self.a, self.b, *window, 0, 0, w.NO_MOVE, self.words))
        self.horizon_met = int(self.words[w.HORIZON]) != before or not self.claims.sound
        return value

    def certain(self, value: int) -> bool:
        """Whether looking deeper cannot change a value found depth after depth."""
        others_matter = self.limits.every_move
        return not self.horizon_met or (self.first_win_is_best and proven(value) and not others_matter)

    def run(self, drive: Callable[[Session], None]) -> Result:
        """Let a driver search, then answer."""
        if self.moves:
            self._rehearse(drive)
            if self.after:
                self.progress.notes["rule"] = f"{leading(self.after).words} (table of endings)"
            with watching(self.words, self.limits, self.progress.began):
                drive(self)
            if self.best < 0:
                self._fall_back()
        return self._result()

    def choose(self, move: str) -> None:
        """The answer of an engine that searches nothing."""
        index = self.face.bit_of(self.position, move).bit_length() - 1
        row, line = w.ROOT + index * w.ROOT_STRIDE, w.ROOT_PV + index * w.LINE
        self.words[w.BEST], self.words[row + w.ROOT_PV_LENGTH], self.words[line] = index + 1, 1, index

    def _rehearse(self, drive: Callable[[Session], None]) -> None:
        """Drive once without a budget, so that compiling is over before the clock starts."""
        identity = (self.kernel, drive.__qualname__)
        if identity in _rehearsed:
            return
        self.words[w.LIMIT] = 0
        drive(self)
        if self.words[w.TABLE]:
            bound_to(lengthen, self.game, self.judge)(self.a, self.b, 0, 0, self.words)
        _rehearsed.add(identity)
        self.words = self._laid_out(self.game.data(self.position))
        self.progress = self.report.begin(self.face, self.position, self.words, self.claims)

    def finish_depth(self, depth: int, value: int, nodes: int, researches: int = 0) -> None:
        """A depth is done: its value is the root's, its line is reported."""
        if self.best < 0:
            self._fall_back()
        words, row = self.words, w.ROOT + self.best * w.ROOT_STRIDE
        words[w.SEQUENCE] += np.uint64(1)
        words[w.VALUE] = words[row + w.ROOT_VALUE] = value & 0xFFFF
        words[row + w.ROOT_BOUND], words[row + w.ROOT_PROVEN] = w.BOUND_EXACT, int(not self.horizon_met)
        if words[w.TABLE]:
            bound_to(lengthen, self.game, self.judge)(self.a, self.b, self.best, depth, words)
        words[w.SEQUENCE] += np.uint64(1)
        words[w.ROOT_FIRST] = words[w.BEST]
        deepened = Deepening(
            depth=depth,
            best=self.progress.legal.get(self.best, ""),
            nodes=int(words[w.NODES]) - nodes,
            seconds=self.progress.seconds,
            value=for_people(value),
            exact=not self.horizon_met or self.claims.of(value),
            pv=self.progress.line(words, self.best),
            researches=researches,
        )
        self.progress.deepening.append(deepened)

    def _fall_back(self) -> None:
        """Stopped before any move had a value: the one that looks best at a glance."""
        glance = bound_to(rules.promise, self.game, self.judge)
        bits = [self.face.bit_of(self.position, m) for m in self.moves]
        best = max(bits, key=lambda bit: glance(self.a, self.b, np.uint64(bit), self.words))
        self.words[w.BEST] = best.bit_length()

    def _result(self) -> Result:
        report, words = self.report, self.words
        cancelled, stopped = bool(self.limits.stop[0]), self.stopped and bool(self.moves)
        if self.settings.table.keep:
            report.memory.update(fill=int(words[w.FILL]), pool=int(words[w.POOL_NEXT]))
        if self.recording:
            self.recording.collect(words)
        if not self.moves:  # the face knows of draws by repetition, the kernels do not
            self.progress.notes["resolved"] = True
            utility = self.face.utility(self.position, self.face.to_move(self.position)) or 0
            words[w.VALUE] = rules.exact_score(int(utility)) & 0xFFFF
        shot = self.progress.end()
        status = Status.DONE if not stopped else Status.CANCELLED if cancelled else Status.BUDGET
        return Result(shot.best, shot.value, shot.exact, shot.pv, status, shot.seconds, shot)


class Searching:
    """What engines share: a search is a session, set up and driven as their options say."""

    __slots__ = ()
    recorded: ClassVar[bool] = True  # whether there is a tree to record
    judges: ClassVar[bool] = True  # whether it says what a position is worth

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine."""
        wanted = recording if self.recorded else None
        session = Session(game, position, self.budget(limits), report, wanted, self.settings())
        return session.run(self.drive)

    def settings(self) -> Settings:
        """The text, and what it is told."""
        raise NotImplementedError

    def drive(self, session: Session) -> None:
        """Search."""
        raise NotImplementedError

    def budget(self, limits: Limits) -> Limits:
        """The limits the search keeps."""
        return limits


def _aligned(at: int) -> int:
    """Entries of four words never straddle cache lines."""
    return -(-at // 8) * 8


def _with_history(words: Words) -> Words:
    """A blank start that keeps the history of moves."""
    fresh = np.zeros(w.FREE, np.uint64)
    fresh[w.HISTORY : w.FREE] = words[w.HISTORY : w.FREE]
    return fresh


def bound_to(text: Any, game: Game, judge: Judge, *, recorded: bool = False, probcut: bool = False) -> Any:
    """A kernel text for a game, its evaluation and, where they are wanted, the recorder and Multi-ProbCut."""
    further = {"opened": node_opened, "closed": node_closed} if recorded else {}
    further |= {"may_foretell": tried} if probcut else {}
    return _bound(text, game.kernels(), judge.kernel, tuple(further.items()))


@cache
def _bound(text: Any, rules_of_game: GameKernels, evaluate: Any, further: tuple[tuple[str, Any], ...]) -> Any:
    """Found once: a search may be given but milliseconds."""
    free, own = _free_names(text), rules_of_game._asdict()
    wanted = own | {"evaluate": evaluate} | dict(further)
    bindings = {n: k for n, k in wanted.items() if n in free}
    return specialise(text, **bindings) if bindings else own.get(text.__name__, text)


def _free_names(text: Any) -> set[str]:
    """Every kernel mentioned by a text or by what it mentions."""
    names: set[str] = set()
    todo, seen = [text], set()
    while todo:
        member = todo.pop()
        if member not in seen:
            seen.add(member)
            names |= member.callees.keys()
            todo += member.callees.values()
    return names
