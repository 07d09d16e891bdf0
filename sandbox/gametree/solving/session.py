"""One solve, outside its kernels: narrows the bounds and reports them, then a best move, every move, the line.

    found = solve(game, position, limits, report, Wish(ideas))

While it runs the report's notes hold `bounds`, what the value can still be, in the game's own scores, and `passes`,
the questions asked so far: an hour's solve is never a blank. Out of budget the answer is the bounds reached. `proof`
are the nodes that proved the value; those of the best line come on top of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sandbox.games.api import Game, Words
from sandbox.games.two_words.rules import exact_score
from sandbox.gametree import work as w
from sandbox.gametree.api import Deepening, Limits, Result, Status
from sandbox.gametree.books.book import page_of
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.report import Claims, SearchReport
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.api import ExactSolver
from sandbox.gametree.solving.drivers import SIGN_FIRST
from sandbox.gametree.solving.kernels import Driven, driven
from sandbox.gametree.watch import watching
from sandbox.kernels.rng import new_rng, next_below

MEGABYTE: Final = 1 << 20
FROM_BOOK: Final = "from the book"
LINE_NODES: Final = 200_000
"""What the line behind the best move may cost, at least; else a quarter of what the proof cost."""

KEPT: Final = (w.GENERATION, w.TABLE_BITS, w.FILL, s.SHIFT, s.ROOM, s.MIRRORED, s.LARGEST)
"""Words that tell of the table, and last as long as it does."""

_rehearsed: set[Driven] = set()


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be found out, and how."""

    ideas: ExactSolver
    driver: int | None = None  # of drivers.py; None: what suits the game
    outcome: bool = False  # win, draw or loss is enough
    memory: int = 16 * MEGABYTE  # bytes for the table
    keep: bool = False  # what was learnt stays for the next position
    book: bool = False  # answer from the game's book where it knows a position
    seed: int = 0  # of the choice among a book's best moves; 0 takes the first
    remark: str = ""  # said with the answer


def solve(game: Game, position: Any, limits: Limits, report: SearchReport, wish: Wish) -> Result:
    """The value, proven; `exact` is False only if a budget ran out, or if the outcome was all that was asked."""
    return Solving(game, position, limits, report, wish).run()


def prepared_words(wish: Wish, room: int | None = None) -> Words:
    """A work array for the kernels alone."""
    size = wish.ideas.table_words(wish.memory) if room is None else room
    words, known = np.zeros(w.FREE + size, np.uint64), wish.ideas.known()
    words[words.size - known.size :] = known
    return _laid_out(words, wish)


def _laid_out(words: Words, wish: Wish) -> Words:
    """A blank head; the table as it was."""
    words[: w.FREE] = 0
    wish.ideas.set_up(words, w.FREE, words.size - w.FREE)
    usual = SIGN_FIRST if wish.outcome else wish.ideas.usual_driver
    words[s.DRIVER] = usual if wish.driver is None else wish.driver
    words[s.OUTCOME] = int(wish.outcome)
    return words


class Solving:
    """One solve."""

    def __init__(self, game: Game, position: Any, limits: Limits, report: SearchReport, wish: Wish) -> None:
        self.game, self.position, self.limits, self.report, self.wish = game, position, limits, report, wish
        self.face = game.face()
        self.moves = tuple(self.face.moves(position))
        self.run_on = driven(wish.ideas.kernels())
        self.words = self._memory()
        self.a, self.b = (np.uint64(x) for x in position.words)
        self.best = ""
        self.proved = self.everything = False
        self._rehearse()
        self.progress = report.begin(self.face, position, self.words, Claims())
        self.notes = self.progress.notes
        self.notes["memory"] = self.words.nbytes
        if wish.remark:
            self.notes["rule"] = wish.remark

    # The work array.

    def _memory(self) -> Words:
        """The array of the last solve if it fits, else a new one: untouched memory costs nothing."""
        memory, size = self.report.memory, self.wish.ideas.table_words(self.wish.memory)
        identity = ("solver", type(self.game), size)
        if memory.get("identity") != identity:
            memory.clear()
            memory.update(identity=identity, words=prepared_words(self.wish, size), ideas=None)
        words: Words = memory["words"]
        head = {at: int(words[at]) for at in KEPT}
        _laid_out(words, self.wish)
        for at, word in head.items():
            words[at] = word
        return words

    def _rehearse(self) -> None:
        """Call every kernel once without a budget, so that compiling is over before the clock starts."""
        if self.run_on not in _rehearsed:
            words = prepared_words(self.wish, self.wish.ideas.table_words(0))
            self._begin_in(words)
            self.run_on.settled(words)
            self.run_on.one_pass(self.a, self.b, words)
            self.run_on.ask(self.a, self.b, 0, words)
            self.run_on.remembered(self.a, self.b, words)
            _rehearsed.add(self.run_on)

    def _begin_in(self, words: Words) -> None:
        self.run_on.fresh(self.a, self.b, words)
        self.run_on.begin(self.a, self.b, words)

    # The search.

    @property
    def stopped(self) -> bool:
        """Whether the budget ran out."""
        return bool(self.words[w.NODES] >= self.words[w.LIMIT])

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most the value in hand can be."""
        return int(self.words[s.LOW]) - s.MIDDLE, int(self.words[s.HIGH]) - s.MIDDLE

    @property
    def bounds_known(self) -> tuple[int, int]:
        """Those of the position itself."""
        low, high = self.notes["bounds"]
        return low, high

    def run(self) -> Result:
        """Solve."""
        if self.moves:
            with watching(self.words, self.limits, self.progress.began):
                self._solve()
        return self._result()

    def _solve(self) -> None:
        page = page_of(self.game, self.position) if self.wish.book else None
        if page:
            self._answer_from(page)
            return
        self._forget()
        self.run_on.begin(self.a, self.b, self.words)
        self._glance()
        self.notes["passes"], self.notes["bounds"] = [], self.bounds
        while not self.run_on.settled(self.words):
            if self.stopped or not self._pass():
                return
        low, high = self.bounds
        self.notes["proof"] = int(self.words[w.NODES])
        if self._find_best(low):
            self._tell(low, high)
            if self.limits.every_move:
                self._each_move(low, high)
            self.everything = not (self.limits.every_move and self.stopped)
            self._lengthen(low, high)

    def _answer_from(self, page: dict[str, int]) -> None:
        """The book's values, one of its best moves, and the line as far as it knows it."""
        value = max(page.values())
        best = [move for move in self.moves if page[move] == value]
        drawn = next_below(new_rng(self.wish.seed, self.position.ply), len(best)) if self.wish.seed else 0
        self.notes["bounds"], self.notes["book"] = (value, value), {m: value - worth for m, worth in page.items()}
        self.notes["rule"] = FROM_BOOK
        for move, worth in page.items():
            self._write_row(move, worth, w.BOUND_EXACT)
        self._choose(best[drawn])
        self._tell(value, value)
        self.everything = True
        self._write_line(self._line_of_book)

    def _line_of_book(self, position: Any, _worth: int) -> str:
        page = page_of(self.game, position) if self.face.moves(position) else None
        return max(page, key=page.__getitem__) if page else ""

    def _forget(self) -> None:
        """Begin with an empty table, unless what was learnt with the same ideas is to be kept."""
        memory = self.report.memory
        if not self.wish.keep or memory["ideas"] != self.wish.ideas:
            memory["ideas"] = self.wish.ideas
            self.run_on.fresh(self.a, self.b, self.words)

    def _pass(self) -> bool:
        """Ask one question; whether it was answered."""
        before = int(self.words[w.NODES])
        alpha = int(self.run_on.one_pass(self.a, self.b, self.words))
        if self.stopped:
            return False
        low, high = self.bounds
        self.notes["bounds"] = (low, high)
        nodes = int(self.words[w.NODES]) - before
        passed = {"above": alpha, "low": low, "high": high, "nodes": nodes, "seconds": self.progress.seconds}
        self.notes["passes"] = [*self.notes["passes"], passed]
        if low > alpha and (move := self._known_move(self.position)):
            self._choose(move)
        return True

    def _known_move(self, position: Any) -> str:
        """The move the table knows for a position, in notation."""
        index = int(self.run_on.remembered(*self._words_of(position), self.words))
        names = {self.face.bit_of(position, m).bit_length() - 1: m for m in self.face.moves(position)}
        return names.get(index, "")

    def _words_of(self, position: Any) -> tuple[np.uint64, np.uint64]:
        a, b = position.words
        return np.uint64(a), np.uint64(b)

    # The answer.

    def _glance(self) -> None:
        """The move that looks best before anything is known."""
        self._choose(self._in_order(self.position)[0])

    def _in_order(self, position: Any) -> list[str]:
        """The moves: what the table knows, then by the game's own glance."""
        known, glance = self._known_move(position), self.game.kernels().promise
        a, b = self._words_of(position)

        def promising(move: str) -> tuple[bool, int]:
            return move == known, int(glance(a, b, np.uint64(self.face.bit_of(position, move)), self.words))

        return sorted(self.face.moves(position), key=promising, reverse=True)

    def _choose(self, move: str) -> None:
        index = self._index(self.position, move)
        row, line = w.ROOT + index * w.ROOT_STRIDE, w.ROOT_PV + index * w.LINE
        self.best = move
        self.words[w.BEST], self.words[row + w.ROOT_PV_LENGTH], self.words[line] = index + 1, 1, index

    def _index(self, position: Any, move: str) -> int:
        return self.face.bit_of(position, move).bit_length() - 1

    def _find_best(self, least: int) -> bool:
        """A move that keeps the value; whether there was time to see that it does."""
        order = self._in_order(self.position)
        for move in sorted(order, key=lambda m: m != self.best):
            if self._keeps(self.position, move, least):
                self._choose(move)
                return True
            if self.stopped:
                return False
        return False

    def _keeps(self, position: Any, move: str, least: int) -> bool:
        """Whether a move is worth at least so much."""
        after = self.face.play(position, move)
        if not self.face.moves(after):  # a draw by repetition, or plain to see
            return -int(self.face.utility(after, self.face.to_move(after)) or 0) >= least
        found = int(self.run_on.ask(*self._words_of(after), -least, self.words))
        return not self.stopped and found <= -least

    def _tell(self, low: int, high: int) -> None:
        """The value is known, and a move that keeps it."""
        self.proved = True
        value = low if low > 0 else high
        words = self.words
        words[w.SEQUENCE] += np.uint64(1)
        words[w.VALUE] = exact_score(value) & 0xFFFF
        self._write_row(self.best, value, _bound_word(low, high))
        words[w.SEQUENCE] += np.uint64(1)
        nodes, seconds = int(words[w.NODES]), self.progress.seconds
        deepened = Deepening(self._plies_left(), self.best, nodes, seconds, float(value), low == high, (self.best,))
        self.progress.deepening.append(deepened)

    def _plies_left(self) -> int:
        """How long the game can still last."""
        cells = int(entry_of(self.game).info.get("cells", 0))
        return max(cells - (int(self.a) | int(self.b)).bit_count(), 0)

    def _write_row(self, move: str, value: int, bound: int) -> None:
        index = self._index(self.position, move)
        row, line = w.ROOT + index * w.ROOT_STRIDE, w.ROOT_PV + index * w.LINE
        words = self.words
        words[row + w.ROOT_VALUE], words[row + w.ROOT_BOUND] = exact_score(value) & 0xFFFF, bound
        words[row + w.ROOT_PROVEN], words[row + w.ROOT_DEPTH] = 1, self._plies_left()
        if words[row + w.ROOT_PV_LENGTH] == 0:
            words[row + w.ROOT_PV_LENGTH], words[line] = 1, index

    def _each_move(self, low: int, high: int) -> None:
        """Every move's value; none is worth more than the best."""
        for move in self._in_order(self.position):
            if move != self.best or low != high:
                before = int(self.words[w.NODES])
                self._solve_child(move, high)
                if self.stopped:
                    return
                least, most = self.bounds
                self._write_row(move, -most if most < 0 else -least, _bound_word(-most, -least))
                row = w.ROOT + self._index(self.position, move) * w.ROOT_STRIDE
                self.words[row + w.ROOT_NODES] += np.uint64(int(self.words[w.NODES]) - before)

    def _solve_child(self, move: str, most: int) -> None:
        """Close in on a child's value, which is at least minus the best one's."""
        a, b = self._words_of(self.face.play(self.position, move))
        self.run_on.begin(a, b, self.words)
        self.words[s.LOW] = max(int(self.words[s.LOW]), s.MIDDLE - most)
        self.words[s.LAST] = s.MIDDLE - most  # the first question: is it worse than the best move?
        while not self.stopped and not self.run_on.settled(self.words):
            self.run_on.one_pass(a, b, self.words)

    def _lengthen(self, low: int, high: int) -> None:
        """The line behind the best move, as far as a part of the nodes leads."""
        nodes, limit = int(self.words[w.NODES]), int(self.words[w.LIMIT])
        self.words[w.LIMIT] = min(limit, nodes + max(LINE_NODES, nodes // 4))
        if low == high:
            self._write_line(self._next_of_line)

    def _write_line(self, step: Callable[[Any, int], str]) -> None:
        """Go on with the best move's line, as long as there is a step."""
        position, worth = self.face.play(self.position, self.best), -self.bounds_known[0]
        index = self._index(self.position, self.best)
        row, line = w.ROOT + index * w.ROOT_STRIDE, w.ROOT_PV + index * w.LINE
        length = 1
        while length < w.LINE and (move := step(position, worth)):
            self.words[line + length] = self._index(position, move)
            length += 1
            self.words[row + w.ROOT_PV_LENGTH] = length
            position, worth = self.face.play(position, move), -worth

    def _next_of_line(self, position: Any, worth: int) -> str:
        """A move that keeps a value; empty at the end of the game, or of the budget."""
        for move in self._in_order(position) if self.face.moves(position) else ():
            if self._keeps(position, move, worth):
                return move
            if self.stopped:
                break
        return ""

    def _result(self) -> Result:
        words, face = self.words, self.face
        if not self.moves:
            utility = int(face.utility(self.position, face.to_move(self.position)) or 0)
            words[w.VALUE] = exact_score(utility) & 0xFFFF
            self.notes["resolved"] = self.everything = True
        cancelled = bool(self.limits.stop[0])
        status = Status.DONE if self.everything else Status.CANCELLED if cancelled else Status.BUDGET
        shot = self.progress.end()
        return Result(shot.best, shot.value, shot.exact, shot.pv, status, shot.seconds, shot)


def _bound_word(low: int, high: int) -> int:
    """What a value with these bounds says: a win or a loss whose size is open is a bound."""
    return w.BOUND_EXACT if low == high else w.BOUND_LOWER if low > 0 else w.BOUND_UPPER
