"""A course: rounds of playing, labelling and fitting, shown as they go, that can be broken off and gone on with.

    course = Course(Plan("othello-patterns", "othello", Linear()), Path("mine.weights"))
    for event in course.run(jobs=2, stop=stop): ...

The first round's games are played with a teacher, the game's best evaluation set by hand unless another is named (or
with the weights begun with), each later round's with what was learned before. What a round learns from are its own
games and those of the round before, or the games it was given. With a
number of games everything follows from the seed; with minutes, the machine says how many games there are, and `games`
of each round is reported, so that it can be repeated. The journal beside the goal holds the last round's positions.
"""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np

from sandbox.children import shared_out
from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.games.api import games
from sandbox.gametree.evaluation import best_for, evaluations, fitting
from sandbox.learn.calibration import Calibration, calibrated
from sandbox.learn.foretelling import Foretold
from sandbox.learn.labels import LABELS, SOLVED_TO, Labelling, Share
from sandbox.learn.learners.api import Fitted, Learner, Passed, Task, check_model, learner_for
from sandbox.learn.learners.tables import TableLearner
from sandbox.learn.models.api import Model
from sandbox.learn.models.linear import Linear
from sandbox.learn.playing import SOLVED_FROM, Judging, Playing, played
from sandbox.learn.samples import Samples, joined

A_ITEM: Final = 100  # games of a work item
PLAYING: Final = 0.35  # of a round's time
LONG: Final = 0.4  # of the items begin with many random moves, for positions nobody would reach otherwise
MOST_SAMPLES: Final = 20_000_000  # positions of a journal


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be learned, and how."""

    evaluation: str
    game: str
    model: Model = field(default_factory=Linear)
    labels: str = "results"
    rounds: int = 1
    games: int = 1000  # of a round, unless minutes say otherwise
    minutes: float = 0.0
    depth: int = 4  # of the searches that play
    label_depth: int = 4  # of those that label
    mix: float = 0.1  # share of results in their labels
    seed: int = 1
    trace: float = 0.7  # λ of returns (labels.py)
    random: int = 0  # after the opening, one move in so many is random; 0: none
    teacher: str = ""  # the evaluation that plays and labels in the first round; "": the best that can be followed

    def words(self) -> dict[str, Any]:
        """For the journal: what must not change between a start and its resumption."""
        facts = {name: getattr(self, name) for name in ("evaluation", "game", "labels", "depth", "label_depth", "mix")}
        facts |= {"trace": self.trace, "teacher": self.teacher, "random": self.random}
        return facts | {"seed": self.seed, "model": type(self.model).__name__, "options": asdict(self.model)}  # type: ignore[call-overload]


@dataclass(frozen=True, slots=True)
class Heard:
    """Games were played."""

    round: int
    games: int
    positions: int


@dataclass(frozen=True, slots=True)
class Learned:
    """A round is over; its weights are saved."""

    round: int
    games: int
    positions: int
    error: float  # means over the stages, by their positions
    held_out: float
    seconds: float
    file: str
    calibration: Calibration | None = None  # of games held out


Event = Heard | Passed | Fitted | Learned


class Course:
    """Rounds, and where they have come to."""

    def __init__(self, plan: Plan, goal: Path, given: Samples | None = None, start: str = "") -> None:
        _check(plan)
        check_model(plan.evaluation, plan.model)
        self.plan, self.goal, self.given = plan, goal, given
        self.learner: Learner = learner_for(plan.evaluation, plan.game, start)
        self.samples = joined([])
        self.round = 0
        self.begun = bool(start)

    @property
    def journal(self) -> Path:
        """Beside the goal."""
        return self.goal.with_name(f"{self.goal.name}.journal")

    def resume(self) -> int:
        """Go on where a journal ended; how many rounds it had."""
        if self.journal.exists():
            self.round, self.samples = _read_journal(self.journal, self.plan)
            self.learner = learner_for(self.plan.evaluation, self.plan.game, str(self.goal))
            self.begun = True
        return self.round

    def run(self, jobs: int = 1, stop: Any = None) -> Iterator[Event]:
        """Round after round."""
        flag = np.zeros(1, np.uint8) if stop is None else stop
        while self.round < self.plan.rounds and not flag[0]:
            yield from self._one_round(jobs, flag)

    def _one_round(self, jobs: int, stop: Any) -> Iterator[Event]:
        began = time.perf_counter()
        fresh, count = self.given, 0
        if fresh is None:
            parts: list[Samples] = []
            for part in self._play(jobs, stop):
                parts.append(part)
                yield Heard(self.round + 1, len(parts) * A_ITEM, sum(map(len, parts)))
            fresh, count = joined(parts), len(parts) * A_ITEM
        if stop[0] or not len(fresh):
            return
        both = joined([fresh, self.samples]) if self.given is None else fresh
        share = lambda do, items: shared_out(do, items, jobs, stop)  # noqa: E731
        fitted = []
        for event in self.learner.fit(self._task(self._labelled(both, share), share, stop)):
            fitted += [event] if isinstance(event, Fitted) else []
            yield event
        if stop[0]:
            return
        self.round, self.samples = self.round + 1, fresh
        self.begun = True
        self.learner.save(self.goal)
        self._write_journal()
        errors = _mean(fitted, "error"), _mean(fitted, "held_out")
        took, calibration = time.perf_counter() - began, self._calibration(both)
        yield Learned(self.round, count, len(both), *errors, took, str(self.goal), calibration)

    def _task(self, samples: Samples, share: Share, stop: Any) -> Task:
        plan = self.plan
        exact = plan.labels == "exact"
        depth = plan.label_depth if plan.labels == "search" or exact else 0
        known = SOLVED_TO if exact else SOLVED_FROM.get(plan.game, 0)
        return Task(plan.game, samples, plan.model, depth, plan.mix, known, share, stop)

    def foretell(self, count: int, jobs: int = 1, stop: Any = None) -> Iterator[Foretold]:
        """Fit the error model of Multi-ProbCut to so many positions a stage, of games held out, and save it.

        They are the last round's, or, where none was played here, as many games of the weights begun with. Where these
        say no chance to win, the one that an estimate stands for is fitted, too.
        """
        flag = np.zeros(1, np.uint8) if stop is None else stop
        learner = self.tables()
        if not len(self.samples):
            self.samples = joined(list(self._play(jobs, flag)))
        share = lambda do, items: shared_out(do, items, jobs, flag)  # noqa: E731
        yield from learner.foretell(self.samples.split()[1], (self.plan.game, count, self.plan.seed), share)
        if not flag[0]:
            self.learner.save(self.goal)

    def tables(self) -> TableLearner:
        """The learner, if it is one of tables: features have no error model."""
        if not isinstance(self.learner, TableLearner):
            raise BadInput("errors", f"{self.plan.evaluation!r}", "an evaluation by tables")
        return self.learner

    # Playing.

    def _play(self, jobs: int, stop: Any) -> Iterator[Samples]:
        """Item after item, as many as the plan or its minutes ask for."""
        plan = self.plan
        until = time.perf_counter() + 60 * plan.minutes / max(plan.rounds, 1) * PLAYING
        wanted = -(-plan.games // A_ITEM)
        number = 0
        while not stop[0]:
            count = jobs * 4 if plan.minutes else wanted
            items = [self._item(number + i) for i in range(count)]
            yield from shared_out(played, items, jobs, stop)
            number += count
            if not plan.minutes or time.perf_counter() > until:
                return

    def _item(self, number: int) -> Playing:
        plan = self.plan
        cells = int(games[plan.game].info.get("cells", 20))
        many = number % 5 < 5 * LONG
        opening = (cells // 8, cells * 5 // 9) if many else (cells // 8, cells // 4)
        at = 1_000_000 * self.round + number
        return Playing(self._player(), A_ITEM, plan.depth, plan.seed, at, opening, plan.random)

    def _player(self) -> Judging:
        """Who plays: the best there is at first, then what was learned."""
        if not self.begun:
            return Judging(self.plan.game, self.plan.teacher or best_for(self.plan.game).key)
        return Judging(self.plan.game, self.plan.evaluation, self.learner.words())

    # Labels.

    def _labelled(self, samples: Samples, share: Share) -> Samples:
        """As the plan has it; tables see to a search's labels by themselves, stage by stage."""
        plan = self.plan
        kind = "results" if plan.labels == "search" and isinstance(self.learner, TableLearner) else plan.labels
        points, early = plan.model.points, isinstance(self.learner, TableLearner)
        by = Labelling(kind, self._player(), plan.label_depth, plan.mix, plan.trace, points, share, early)
        return by.labelled(samples)

    def _calibration(self, samples: Samples) -> Calibration | None:
        """Of what is held out."""
        _, held = samples.split()
        if not len(held):
            return None
        judge = Judging(self.plan.game, self.plan.evaluation, self.learner.words())
        return calibrated(judge, held, self.learner.scale)

    # The journal.

    def _write_journal(self) -> None:
        out = BytesIO()
        head = json.dumps({"round": self.round, "plan": self.plan.words()}, sort_keys=True)
        words, of = np.frombuffer(head.encode("utf-8"), np.uint8), self.samples
        np.savez(out, head=words, states=of.states, labels=of.labels, games=of.games)
        write_atomically(self.journal, out.getvalue())


def _check(plan: Plan) -> None:
    if plan.labels not in LABELS:
        raise BadInput("labels", repr(plan.labels), "one of " + ", ".join(LABELS))
    if not 0 <= plan.trace <= 1:
        raise BadInput("lambda", f"{plan.trace:g}", "a number from 0 to 1")
    if plan.teacher:
        fitting(evaluations[plan.teacher], plan.game)
    if plan.minutes < 0 or plan.rounds < 0 or plan.games < 1 or plan.depth < 1 or plan.random < 0:
        raise BadInput(
            "plan",
            "games, depth, rounds, random moves or minutes too small",
            "one game and one ply at least, nothing below 0",
        )


def _mean(fitted: Sequence[Fitted], name: str) -> float:
    total = sum(f.positions for f in fitted)
    return sum(f.positions * float(getattr(f, name)) for f in fitted) / total if total else 0.0


def _read_journal(path: Path, plan: Plan) -> tuple[int, Samples]:
    """A journal of the same plan, or what is wrong with it."""
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:  # numpy leaves a broken one open
            head = json.loads(file["head"].tobytes())
            states, labels, numbers = (file[name] for name in ("states", "labels", "games"))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError, RecursionError):
        raise BadInput(str(path), "no journal of ours", "what `learn` wrote") from None
    if not isinstance(head, dict) or head.get("plan") != json.loads(json.dumps(plan.words())):
        raise BadInput(str(path), "a journal of another plan", "the one of this evaluation, model, labels and seed")
    count = len(states) if states.ndim == 2 else -1
    right = states.shape == (count, 2) and labels.shape == numbers.shape == (count,) and count <= MOST_SAMPLES
    kinds = (states.dtype, labels.dtype, numbers.dtype) == (np.dtype("u8"), np.dtype("f8"), np.dtype("i8"))
    if not (right and kinds):
        raise BadInput(str(path), "damaged positions", "what `learn` wrote")
    return int(head["round"]), Samples(states, labels, numbers)
