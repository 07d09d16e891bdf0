"""A world from a small text: a line for each action, with all it may lead to.

    start: home
    goal: work beach
    home drive: work jam        # from home, driving leads to work or into a jam
    jam wait: jam work
    home walk: work

Names are words without colons; what stands behind # is a remark. A state without a line is a dead end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from sandbox.errors import BadInput
from sandbox.games.two_words.notation import shortened
from sandbox.games.worlds.api import Results, State, worlds
from sandbox.registry import Help

EXAMPLE = """start: home
goal: work
home drive: work jam
home walk: work
jam wait: jam work
"""
MOST_STATES = 20_000
_LINE = '"start: STATE", "goal: STATE …" or "STATE ACTION: STATE …"'


@dataclass(frozen=True, slots=True)
class Written:
    """A text that was read."""

    start: State
    goals: frozenset[State]
    table: dict[State, dict[str, tuple[State, ...]]]


def read(text: str, where: str) -> Written:
    """Read a world, or say what is wrong with it."""
    starts: list[str] = []
    goals: list[str] = []
    table: dict[State, dict[str, tuple[State, ...]]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.partition("#")[0].strip()
        if bare:
            _line(bare, f"{where}:{number}", starts, goals, table)
    if len(starts) != 1 or not goals:
        raise BadInput(where, f"{len(starts)} starts and {len(goals)} goals", "a start and a goal or more")
    for state in (*starts, *goals):
        table.setdefault(state, {})
    if len(table) > MOST_STATES:
        raise BadInput(where, f"{len(table):,} states", f"{MOST_STATES:,} at most")
    return Written(starts[0], frozenset(goals), table)


def _line(
    bare: str, where: str, starts: list[str], goals: list[str], table: dict[State, dict[str, tuple[State, ...]]]
) -> None:
    head, colon, tail = bare.partition(":")
    words, results = head.split(), tail.split()
    if not colon or ":" in tail or not results or len(words) not in (1, 2):
        raise BadInput(where, shortened(repr(bare)), _LINE)
    if words == ["start"]:
        starts += results
    elif words == ["goal"]:
        goals += results
    elif len(words) == 2:
        state, action = words
        if action in table.setdefault(state, {}):
            raise BadInput(where, f"{shortened(action)} from {shortened(state)} twice", "one line for each action")
        table[state][action] = tuple(dict.fromkeys(results))
        for result in results:
            table.setdefault(result, {})
    else:
        raise BadInput(where, shortened(repr(bare)), _LINE)


@lru_cache(maxsize=4)
def _load(file: str, _changed: int) -> Written:
    return read(Path(file).read_text(encoding="utf-8"), file)


@worlds.register("world", title="World from a text", order=31)
@dataclass(frozen=True, slots=True)
class TextWorld:
    """States and actions from a small text file."""

    file: Annotated[str, Help('a file with lines "STATE ACTION: STATE …", a start and goals; empty for an example')] = (
        ""
    )

    def _read(self) -> Written:
        if not self.file:
            return read(EXAMPLE, "example")
        try:
            return _load(self.file, Path(self.file).stat().st_mtime_ns)
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a text file"
            raise BadInput(shortened(self.file), reason or "unreadable", "a file with a world") from None

    def states(self) -> Sequence[State]:
        """In the order they are met."""
        return tuple(self._read().table)

    def start(self) -> State:
        """As the text says."""
        return self._read().start

    def is_goal(self, state: State) -> bool:
        """As the text says."""
        return state in self._read().goals

    def results(self, state: State) -> Results:
        """As the text says."""
        return self._read().table[state]

    def picture(self, state: State) -> str:
        """Its name."""
        return state
