"""A teacher's task, checked by itself: a planner on the step's map, or a move in its position; and the report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sandbox.errors import BadInput
from sandbox.lessons.model import Lesson, OnBoard, OnMap, Task
from sandbox.registry import spec_of

if TYPE_CHECKING:
    from sandbox.planning.api import Planner

SLACK = 1e-9  # of a cost: two ways of adding it up


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a task."""

    step: int  # from 1
    task: str
    answer: str  # the planner's key with the options that are not at their default, or the move
    passed: bool
    found: Sequence[str]  # sentences


def check_planner(lesson: Lesson, number: int, key: str, chosen: Planner | None = None) -> Verdict:
    """Have a planner, with its options if it is `chosen`, answer on a step's map; the judge looks at its path."""
    from sandbox.bench.facts import Judges
    from sandbox.planning.api import Limits, Query, planners
    from sandbox.planning.recorded import texts_of

    task, shown = _task(lesson, number, "planner"), lesson.shown_at(number - 1)
    if not isinstance(shown, OnMap) or shown.level.start is None or shown.level.goal is None:
        raise BadInput(f"{lesson.path}: step {number}", "no map with start and goal", "a scene that shows one")
    entry = planners[key]
    planner, level = chosen or entry.create(), shown.level.copy()
    answer = spec_of(key, texts_of(entry, planner).items())
    query = Query(shown.level.start.point, shown.level.goal.point, shown.scene.radius)
    plan = planner.prepare(level).plan(query, Limits())
    verdict = Judges(level).verdict(entry, planner, query, plan)
    faults = [] if verdict is True else [f"the path is refused: {verdict}"]
    faults += [plan.message or f"no path: {plan.status}"] if str(plan.status) != "found" else []
    faults += _too_much(task, plan, _least(task, level, query))
    said = faults or [f"a path of {plan.cost:.2f} cells, {plan.expanded:,} expanded"]
    return Verdict(number, task.say, answer, not faults, tuple(said))


def _least(task: Task, level: Any, query: Any) -> float | None:
    """What no path on the grid may cost more than."""
    from sandbox.planning.api import Limits, planners

    if not task.optimal:
        return task.cost
    best = planners["dijkstra"].create().prepare(level).plan(query, Limits()).cost
    return best if task.cost is None else min(best, task.cost)


def _too_much(task: Task, plan: Any, least: float | None) -> list[str]:
    said = []
    if least is not None and plan.cost > least * (1 + SLACK):
        said.append(f"it costs {plan.cost:.2f}, expected at most {least:.2f}")
    if task.expanded is not None and plan.expanded > task.expanded:
        said.append(f"it expanded {plan.expanded:,}, expected at most {task.expanded:,}")
    return said


def check_move(lesson: Lesson, number: int, move: str) -> Verdict:
    """Whether a move in a step's position is as good as any; as the scene's last engine sees it, or perfect play."""
    from sandbox.bench.solving import EXACT, Task, game_of, perform

    task, shown = _task(lesson, number, "move"), lesson.shown_at(number - 1)
    if not isinstance(shown, OnBoard):
        raise BadInput(f"{lesson.path}: step {number}", "no board", "a scene that shows one")
    face = game_of(shown.game, ()).face()
    legal = list(face.moves(face.parse(shown.position)))
    if move not in legal:
        raise BadInput(f"step {number}", f"{move!r:.40} is no move here", "one of " + ", ".join(map(str, legal)))
    best_of = Task(shown.game, (), shown.position, EXACT, every_move=True)
    if shown.engines:
        one = shown.engines[-1]
        options = tuple(one.asked.options.items())
        best_of = Task(shown.game, (), shown.position, one.asked.key, options, one.depth, 0.0, one.nodes, True)
    found = perform(best_of)
    values = {row["move"]: row["value"] for row in found["root"]}
    best = max(values.values())
    passed = values.get(move) == best
    said = f"{move} is worth {values[move]:+g}" if move in values else f"nothing is known of {move}"
    also = "" if passed else f", {found['best']} {best:+g}"
    return Verdict(number, task.say, move, passed, (said + also,))


def _task(lesson: Lesson, number: int, kind: str) -> Task:
    task = lesson.tasks.get(number)
    if task is None or task.kind != kind:
        of = [str(n) for n, one in lesson.tasks.items() if one.kind == kind]
        raise BadInput(f"{lesson.path}: step {number}", f"no task for a {kind}", f"one of the steps {', '.join(of)}")
    return task


def report(lesson: Lesson, verdicts: Iterable[Verdict]) -> str:
    """What a teacher is handed: Markdown, a line a task."""
    lines = [f"# {lesson.title}", ""]
    verdicts = list(verdicts)
    for one in verdicts:
        mark = "passed" if one.passed else "NOT passed"
        lines += [f"- Step {one.step}, {mark}, with {one.answer}: {'; '.join(one.found)}.", f"  {one.task}"]
    passed = sum(one.passed for one in verdicts)
    return "\n".join([*lines, "", f"{passed} of {len(lesson.tasks)} tasks passed.", ""])


def facts(verdict: Verdict) -> dict[str, Any]:
    """As a line of JSON."""
    return asdict(verdict)
