"""`lesson`: what a lesson holds; its tasks checked, and the report."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.lessons.model import Lesson
    from sandbox.lessons.tasks import Verdict

HELP = "a lesson in words; its tasks checked with a planner or with moves, and a report written"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which lesson; what is to be checked."""
    parser.add_argument(
        "lesson", nargs="?", default="", metavar="LESSON", help="a file, or one that ships (default: list them)"
    )
    parser.add_argument(
        "--planner", default="", metavar="KEY[:NAME=VALUE]…", help="check every task for a planner with this one"
    )
    parser.add_argument(
        "--move", action="append", default=[], metavar="STEP=MOVE", help="check the task of a step with a move"
    )
    parser.add_argument("-o", "--output", default="", metavar="REPORT.md", help="write what came of the tasks")


def run(arguments: argparse.Namespace) -> int:
    """Print the lesson, or what came of its tasks; 1 if one was not passed."""
    from sandbox.lessons.reading import found, load

    if not arguments.lesson:
        return _list(arguments)
    lesson = load(found(arguments.lesson))
    if not (arguments.planner or arguments.move):
        if arguments.output:
            raise BadInput("-o", "nothing to report", "--planner KEY or --move STEP=MOVE")
        _tell(arguments, lesson)
        return 0
    verdicts = list(_checked(arguments, lesson))
    _report(arguments, lesson, verdicts)
    return int(not all(verdict.passed for verdict in verdicts))


def _list(arguments: argparse.Namespace) -> int:
    from sandbox.lessons.reading import load, shipped

    rows = []
    for path in shipped():
        lesson = load(path)
        name = path.stem.partition("-")[2]
        rows.append([name, lesson.title, len(lesson.steps), len(lesson.tasks)])
        arguments.out.record({"lesson": name, "title": lesson.title, "steps": len(lesson.steps), "file": str(path)})
    arguments.out.table(["lesson", "title", "steps", "tasks"], rows)
    return 0


def _tell(arguments: argparse.Namespace, lesson: Lesson) -> None:
    from sandbox.lessons.reading import plain_words

    arguments.out.text(lesson.title)
    for number, step in enumerate(lesson.steps, 1):
        kinds = {"guess": step.guess is not None, "task": step.task is not None}
        arguments.out.record({"step": number, "title": step.title, "figures": len(step.figures), **kinds})
        arguments.out.text(f"\n{number}. {step.title}")
        for paragraph in plain_words(step.before.words):
            arguments.out.text(f"   {paragraph}")
        if step.guess is not None:
            arguments.out.text(f"   ? {step.guess.ask}")
            for choice in step.guess.choices:
                arguments.out.text(f"     – {choice}")
        for paragraph in plain_words(step.after.words):
            arguments.out.text(f"   {paragraph}")
        if step.task is not None:
            arguments.out.text(f"   Task: {' '.join(plain_words(step.task.say))}")


def _checked(arguments: argparse.Namespace, lesson: Lesson) -> list[Verdict]:
    from sandbox.cli.options import spec
    from sandbox.lessons.tasks import check_move, check_planner
    from sandbox.planning.api import planners

    found = []
    if arguments.planner:
        wanted = [number for number, task in lesson.tasks.items() if task.kind == "planner"]
        if not wanted:
            raise BadInput("--planner", f"{lesson.path.name} has no task for a planner", "another lesson")
        entry, planner = spec(planners, arguments.planner)
        found += [check_planner(lesson, number, entry.key, planner) for number in wanted]
    for text in arguments.move:
        step, sign, move = text.partition("=")
        if not (sign and step.isascii() and step.isdigit() and len(step) < 9):
            raise BadInput("--move", f"{text!r:.40}", "STEP=MOVE, such as 3=d3")
        found.append(check_move(lesson, int(step), move))
    return found


def _report(arguments: argparse.Namespace, lesson: Lesson, verdicts: list[Verdict]) -> None:
    from sandbox.files import write_atomically
    from sandbox.lessons.tasks import facts, report

    for verdict in verdicts:
        arguments.out.record(facts(verdict))
        mark = "passed" if verdict.passed else "NOT passed"
        arguments.out.text(f"step {verdict.step}: {mark}, with {verdict.answer}: {'; '.join(verdict.found)}")
    if arguments.output:
        write_atomically(Path(arguments.output), report(lesson, verdicts).encode())
        arguments.out.text(arguments.output)
