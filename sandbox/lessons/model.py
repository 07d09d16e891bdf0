"""What a lesson is: steps of words; before and after a guess, a scene each; figures that hold; tasks.

A step is read from top to bottom. Where it asks for a guess, what stands below waits for it:

    words ─ scene ─ guess ─ words ─ scene ─ figures ─ task
    └──── before ─────────┘└────────── after ────────────┘
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sandbox.level.rect import Rect
from sandbox.planning.scene import Asked, Scene

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.level.model import Level


@dataclass(frozen=True, slots=True)
class OnMap:
    """A level, and what is asked on it."""

    level: Level  # copied by whoever changes it
    scene: Scene
    repair: Rect | None = None  # walls that figures named `KEY.repair` are computed with


@dataclass(frozen=True, slots=True)
class Searcher:
    """An engine with its options and its budget: plies, or else nodes."""

    asked: Asked
    name: str  # in figures: its key where nothing else is said
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class OnBoard:
    """A position, and who searches it."""

    game: str
    position: str
    engines: Sequence[Searcher] = ()


@dataclass(frozen=True, slots=True)
class InCrowd:
    """A level, who walks on it, and by which policies: one, or two that are compared."""

    level: Level
    policies: Sequence[Asked]
    agents: int = 0  # 0: as many as the level says
    seed: int = 0
    seconds: float = 60.0  # that figures are computed for


Shown = OnMap | OnBoard | InCrowd


@dataclass(frozen=True, slots=True)
class Guess:
    """A question that waits for a click: on one of some answers, or on the map."""

    ask: str
    choices: Sequence[str] = ()
    right: int = 0  # of the choices
    places: Sequence[Rect] = ()  # on the map, any of which is right

    def is_right(self, at: tuple[float, float]) -> bool:
        """Whether a click on the map hit."""
        return any(r.x0 <= at[0] < r.x1 and r.y0 <= at[1] < r.y1 for r in self.places)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or a word, that the step says, and what it is computed from."""

    line: int
    name: str  # "astar.expanded", or two with " / " or " - " between them
    value: float | str


@dataclass(frozen=True, slots=True)
class Task:
    """What must be reached on the step's scene: by a planner, or with a move."""

    say: str
    kind: str  # "planner" or "move"
    optimal: bool = False
    cost: float | None = None  # at most
    expanded: int | None = None  # at most


@dataclass(slots=True)
class Half:
    """What is seen at once."""

    words: str = ""
    shown: Shown | None = None


@dataclass(slots=True)
class Step:
    """One page."""

    title: str
    line: int = 1
    before: Half = field(default_factory=Half)
    guess: Guess | None = None
    after: Half = field(default_factory=Half)
    figures: list[Figure] = field(default_factory=list)
    task: Task | None = None

    @property
    def words(self) -> str:
        """All of them."""
        asked = "" if self.guess is None else "\n".join([self.guess.ask, *self.guess.choices])
        said = "" if self.task is None else self.task.say
        return "\n\n".join(filter(None, (self.title, self.before.words, asked, self.after.words, said)))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A title, what it is about, and its steps."""

    path: Path
    title: str
    about: str
    steps: Sequence[Step]

    def shown_at(self, number: int, *, guessed: bool = True) -> Shown | None:
        """The scene at a step: its own, or the last one before it."""
        step = self.steps[number]
        halves = [half.shown for earlier in self.steps[:number] for half in (earlier.before, earlier.after)]
        halves += [step.before.shown, step.after.shown if guessed else None]
        return next((shown for shown in reversed(halves) if shown is not None), None)

    @property
    def tasks(self) -> Mapping[int, Task]:
        """The tasks, by the number of their step, from 1."""
        return {n: step.task for n, step in enumerate(self.steps, 1) if step.task is not None}
