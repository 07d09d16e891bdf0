"""How a book of lines is made: the most promising positions first, each move judged by a search to a fixed depth.

A position is promising if little was given away on the way to it, by either side, and the way is short: drop-out
expansion (T. R. Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and Games 2000). What
a position below is worth goes up the lines by minimax (M. Buro, "Toward Opening Book Learning", ICCA Journal 22(2),
1999).

Departs from them in that what both sides give away counts alike, so that the book serves either; in that a search's
value is the mean of its last two depths, since an evaluation that always likes the side to move would have odd and
even ones differ; and in that a round takes the best few positions, not the best alone: several processes may share it,
and none changes a byte. Each search begins with an empty table and ends at a depth: its answer is the same on any
machine. A journal holds what searches found, as does the book, so that a larger book goes on where a smaller one of
the same start, depth and evaluation ended, and holds the same bytes as if it were made at once.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from sandbox.children import shared_out
from sandbox.errors import BadInput
from sandbox.games.api import Game, games
from sandbox.gametree.api import Engine, Limits, engines, new_stop
from sandbox.gametree.books.book import State, States
from sandbox.gametree.books.lines import FROM_BELOW, HUNDREDTHS, PROVEN, SEARCHED, Entry, Lines, Plan
from sandbox.gametree.report import SearchReport
from sandbox.gametree.values import ONE_HALF

ROUND: Final = 8  # positions taken at once
PER_PLY: Final = 30  # hundredths that a ply more costs: so far ahead, a line is as good as one that gave so much away
ENGINE: Final = "pvs"
OPTIONS: Final[Mapping[str, Any]] = {"table_bits": 18, "replies": True}
Found = tuple[int, bool]  # hundredths, for the mover; whether it is proven


@dataclass(frozen=True, slots=True)
class Question:
    """A position to be judged."""

    game: str
    position: str  # in the game's notation
    depth: int
    evaluation: str


def answered(question: Question, stop: Any = None) -> Found | None:
    """What a search finds; None if it was stopped."""
    game, engine = _tools(question.game, question.evaluation)
    limits = Limits(depth=question.depth, stop=new_stop() if stop is None else stop)
    result = engine.search(game, game.face().parse(question.position), limits, SearchReport())
    if limits.stop[0]:
        return None
    last = [hundredths(depth.value, exact=depth.exact) for depth in result.report.deepening[-2:]]
    return (last[-1] if result.exact else round(sum(last) / len(last))), result.exact


@cache
def _tools(key: str, evaluation: str) -> tuple[Game, Engine]:
    """Once a process."""
    return games[key].create(), engines[ENGINE].create({**OPTIONS, "evaluation": evaluation})


def hundredths(value: float, *, exact: bool) -> int:
    """An engine's value as a book has it: an estimate is the evaluation's sum again, 100 a disc or a square."""
    return round(HUNDREDTHS * value if exact else ONE_HALF * value / (1 - abs(value)))


@dataclass(slots=True)
class Node:
    """A position of the book."""

    children: list[State]  # in the order of the canonical state's bits
    positions: dict[State, Any]  # a position that stands for each
    value: int = 0  # hundredths, for the mover, as it follows from what is known below
    depth: int = 0  # on the way to that
    proven: bool = False


@dataclass
class Exploring:
    """A book of lines as far as it has come."""

    game: Game
    plan: Plan
    journal: Path
    values: dict[State, Found] = field(default_factory=dict)  # what searches found, by canonical state
    nodes: dict[State, Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.states, self.face = States(self.game), self.game.face()
        _tools(self.plan.game, self.plan.evaluation)

    # The journal: a line of JSON, then a line a search: the state's two words, the value, 1 if it is proven.

    @property
    def _head(self) -> str:
        same = {"game": self.plan.game, "depth": self.plan.depth, "evaluation": self.plan.evaluation}
        return json.dumps({**same, "journal": "searches"}, sort_keys=True)

    def resume(self) -> int:
        """Take over what a journal holds; how many searches are known now."""
        if self.journal.exists():
            head, *lines = self.journal.read_text(encoding="ascii").split("\n")
            if head != self._head:
                raise BadInput(f"{self.journal}:1", head[:120], f"{self._head}: a journal of the same searches")
            for number, line in enumerate(lines[:-1], start=2):  # what follows the last newline was cut off
                self._take(line, f"{self.journal}:{number}")
        return len(self.values)

    def _take(self, line: str, where: str) -> None:
        try:
            a, b, value, proven = map(int, line.split())
        except ValueError:
            raise BadInput(where, repr(line[:60]), "two words of a state, a value, and 0 or 1") from None
        self.values[a, b] = value, bool(proven)

    def take_over(self, smaller: Lines) -> int:
        """Take over what the searches of a book found; how many are known now."""
        mine, theirs = ((p.game, p.depth, p.evaluation) for p in (self.plan, smaller.plan))
        if mine != theirs:
            words = "a book of {}, searched to depth {} with {}"
            raise BadInput("book", words.format(*theirs), words.format(*mine))
        for state, row in smaller.rows.items():
            for child, entry in zip(self.states.children(state), row, strict=True):
                self.values.setdefault(child, (-entry.searched, entry.source == PROVEN))
        return len(self.values)

    def _begin_journal(self) -> None:
        """Whole lines only: what a kill cut off is gone."""
        lines = [f"{a} {b} {value} {proven:d}" for (a, b), (value, proven) in self.values.items()]
        self.journal.parent.mkdir(parents=True, exist_ok=True)
        self.journal.write_text("\n".join([self._head, *lines, ""]), encoding="ascii")

    # The work.

    def run(self, jobs: int = 1, stop: Any = None) -> Iterator[int]:
        """Round after round; tells how many positions the book still lacks."""
        flag = new_stop() if stop is None else stop
        self._begin_journal()
        position = self.face.parse(self.plan.start)
        level: Sequence[tuple[State, Any]] = [(self._canonical(position), position)]
        while level and not flag[0]:
            level = level[: self.plan.positions - len(self.nodes)]
            made = {state: self._opened(state, position) for state, position in level}
            self._judge(list(made.values()), jobs, flag)
            if not flag[0]:
                self.nodes |= made
                self._settle()
                yield self.plan.positions - len(self.nodes)
                level = self._promising() if len(self.nodes) < self.plan.positions else []

    def _canonical(self, position: Any) -> State:
        a, b = position.words
        return self.states.canonical(int(a), int(b))

    def _opened(self, state: State, position: Any) -> Node:
        after = (self.face.play(position, move) for move in self.face.moves(position))
        return Node(self.states.children(state), {self._canonical(child): child for child in after})

    def _judge(self, opened: Sequence[Node], jobs: int, stop: Any) -> None:
        """Search what follows, but for what is known, and for ended games."""
        after = {state: position for node in opened for state, position in node.positions.items()}
        asked = {state: position for state, position in after.items() if state not in self.values}
        for state, position in list(asked.items()):
            if not self.face.moves(position):
                worth = self.face.utility(position, self.face.to_move(position)) or 0
                self.values[state] = round(HUNDREDTHS * worth), True
                del asked[state]
        plan = self.plan
        questions = [Question(plan.game, self.face.print(p), plan.depth, plan.evaluation) for p in asked.values()]
        with self.journal.open("a", encoding="ascii") as out:
            for state, found in zip(asked, shared_out(answered, questions, jobs, stop), strict=False):
                if found is not None:
                    self.values[state] = found
                    out.write(f"{state[0]} {state[1]} {found[0]} {found[1]:d}\n")
                    out.flush()

    def _settle(self) -> None:
        """What follows for every position, the last first: each move adds a disc, or passes."""
        for state in sorted(self.nodes, key=self._discs):
            self._settle_one(self.nodes[state])
        for state in sorted(self.nodes, key=self._discs):  # a pass adds none: what follows it is known by now
            self._settle_one(self.nodes[state])

    def _discs(self, state: State) -> int:
        return -(state[0] | state[1]).bit_count()

    def _settle_one(self, node: Node) -> None:
        best = max((self._entry(child) for child in node.children), key=lambda entry: (entry.value, entry.depth))
        node.value, node.depth, node.proven = best.value, best.depth, best.source == PROVEN

    def _entry(self, child: State) -> Entry:
        """What is known of the move to a position."""
        value, proven = self.values[child]
        below = self.nodes.get(child)
        if proven or below is None:
            return Entry(-value, -value, 1 + self.plan.depth * (not proven), PROVEN if proven else SEARCHED)
        return Entry(-value, -below.value, 1 + below.depth, PROVEN if below.proven else FROM_BELOW)

    def _promising(self) -> list[tuple[State, Any]]:
        """The next round: what the least was given away for, and few plies away; ties by the state."""
        start = self._canonical(self.face.parse(self.plan.start))
        queue: list[tuple[int, State]] = [(0, start)]
        least, stands_for, wanted = {start: 0}, dict[State, Any](), list[State]()
        while queue and len(wanted) < ROUND:
            cost, state = heapq.heappop(queue)
            if cost > least[state]:
                continue
            node = self.nodes.get(state)
            if node is None:
                wanted.append(state)
                continue
            entries = [self._entry(child) for child in node.children]
            for child, entry in zip(node.children, entries, strict=True):
                further = cost + PER_PLY + node.value - entry.value
                if entry.source != PROVEN and further < least.get(child, further + 1):
                    least[child], stands_for[child] = further, node.positions[child]
                    heapq.heappush(queue, (further, child))
        return [(state, stands_for[state]) for state in wanted]

    def book(self) -> Lines:
        """What was found, as a book."""
        rows = {state: [self._entry(child) for child in node.children] for state, node in self.nodes.items()}
        return Lines(self.plan, rows)
