"""Lessons on the command line: their faults, and their scenes as what `render` can draw."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.lessons.model import InCrowd, OnMap, Shown

ENDING = ".md"
WALKED = 4.0  # seconds after which a crowd is shown


def is_lesson(name: str) -> bool:
    """Whether a name is that of a lesson's file."""
    return name.lower().endswith(ENDING)


def problems(path: Path) -> list[str]:
    """Every fault of a lesson, its figures computed: a line each."""
    from sandbox.lessons.figures import faults
    from sandbox.lessons.reading import load_with_faults

    lesson, found = load_with_faults(path)
    return [str(fault) for fault in (*found, *(() if found else faults(lesson)))]


def pictured(arguments: argparse.Namespace, out: Path) -> list[tuple[int, Path]]:
    """Which steps are drawn into which files: the one asked for, or each that shows a scene of its own."""
    from sandbox.lessons.reading import load

    lesson = load(Path(arguments.what))
    count = len(lesson.steps)
    if arguments.step is not None:
        if not 1 <= arguments.step <= count or lesson.shown_at(arguments.step - 1) is None:
            raise BadInput("--step", f"{arguments.step}", f"a step with a scene, from 1 to {count}")
        return [(arguments.step, out)]
    own = [n for n, step in enumerate(lesson.steps, 1) if step.before.shown or step.after.shown]
    return [(number, out.with_name(f"{out.stem}-{number}{out.suffix}")) for number in own]


@contextmanager
def as_subject(arguments: argparse.Namespace, number: int) -> Iterator[argparse.Namespace]:
    """The arguments with a step's scene in the place of the lesson: a level with its scene, a position or a run."""
    from sandbox.lessons.reading import load

    lesson = load(Path(arguments.what))
    shown = lesson.shown_at(number - 1)
    assert shown is not None
    with tempfile.TemporaryDirectory(prefix="lesson-") as folder:
        what = _subject(shown, Path(folder))
        yield argparse.Namespace(**{**vars(arguments), "what": what})


def _subject(shown: Shown, folder: Path) -> str:
    from sandbox.lessons.model import OnBoard, OnMap

    if isinstance(shown, OnBoard):
        return f"{shown.game}:{shown.position}"
    return _map(shown, folder) if isinstance(shown, OnMap) else _run(shown, folder)


def _map(shown: OnMap, folder: Path) -> str:
    from sandbox.level import formats

    level = shown.level.copy()
    level.view = shown.scene.to_view()
    formats.save(level, folder / "scene.json")
    return str(folder / "scene.json")


def _run(shown: InCrowd, folder: Path) -> str:
    from sandbox.agents.record.saved import Saved
    from sandbox.lessons.figures import walking

    run = walking(replace(shown, seconds=min(shown.seconds, WALKED)), shown.policies[0].key)
    run.go()
    Saved.of(shown.level, run.world).save(folder / "run.npz")
    return str(folder / "run.npz")
