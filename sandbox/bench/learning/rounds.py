"""One round of a course as a work item: played, fitted, saved, and measured against the best before it.

Rounds of a course follow each other by its journal, so that each may be done by another process. The best weights so
far stay in a file of their own, whatever becomes of the round in hand: the first round's, until a round's score no less
than half against them.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from sandbox.bench.learning.gauge import Gauge, Side
from sandbox.bench.match import Score
from sandbox.errors import SandboxError
from sandbox.gametree.api import new_stop
from sandbox.gametree.evaluation import evaluations
from sandbox.gametree.evaluation.weighted import Weighted
from sandbox.kernels.arrays import Stop
from sandbox.learn.course import Course, Learned, Plan
from sandbox.learn.learners.api import Fitted, Passed


@dataclass(frozen=True, slots=True)
class Round:
    """What is to be done: the course's plan, where it keeps its weights, and the games that measure."""

    plan: Plan
    folder: str
    number: int  # from 0; the first one begins anew
    measured: int = 30  # games against the best before

    @property
    def goal(self) -> Path:
        """The weights of the round in hand."""
        return Path(self.folder) / f"{self.plan.evaluation}{suffix_of(self.plan.evaluation)}"

    @property
    def best(self) -> Path:
        """The best so far."""
        return self.goal.with_name(f"best-{self.goal.name}")


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What came of it."""

    number: int
    learned: Learned
    stages: tuple[Fitted, ...]
    picture: tuple[tuple[str, tuple[float, ...]], ...]  # names, and a weight for each stage
    score: Score  # against the best before it: the shipped weights at first
    best: bool  # it is the best now
    passes: tuple[Passed, ...] = ()  # of a model that goes over all positions many times


def suffix_of(evaluation: str) -> str:
    """What files of its weights are called."""
    return ".toml" if issubclass(evaluations[evaluation].cls, Weighted) else ".weights"


def learn_round(item: Round, stop: Stop | None = None) -> RoundReport:
    """Do a round."""
    flag = new_stop() if stop is None else stop
    course = Course(item.plan, item.goal)
    if item.number == 0:
        for old in (item.goal, item.best, course.journal):
            old.unlink(missing_ok=True)
    course.resume()
    stages: list[Fitted] = []
    passes: list[Passed] = []
    learned: Learned | None = None
    for event in course.run(stop=flag):
        if isinstance(event, Fitted):
            stages.append(event)
        if isinstance(event, Passed):
            passes.append(event)
        if isinstance(event, Learned):
            learned = event
            break
    if learned is None:
        raise SandboxError("the round was stopped, or its games left nothing to learn from")
    score = _measured(item, flag)
    best = not item.best.exists() or score.score >= 0.5
    if best:
        shutil.copyfile(item.goal, item.best)
    picture = tuple((name, tuple(values)) for name, values in course.learner.picture())
    return RoundReport(item.number, learned, tuple(stages), picture, score, best, tuple(passes))


def _measured(item: Round, stop: Stop) -> Score:
    plan, score = item.plan, Score(0, 0, 0)
    against = Side(plan.evaluation, str(item.best) if item.best.exists() else "")
    gauge = Gauge(plan.game, item.measured, min(plan.depth, 4), plan.seed + item.number)
    for score in gauge.scores(Side(plan.evaluation, str(item.goal)), against, 1, stop):  # noqa: B007
        pass
    return score
