"""Searches as work items: one position, one engine or exact play, and the answer as plain facts.

A `Task` is small and picklable, so that a file of positions can be shared out to processes; values that stand
behind a position in the file are what the answer is checked against.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.api import Face, Game, games
from sandbox.gametree.api import Engine, Limits, Result, engines, engines_for, new_stop, strongest_of
from sandbox.gametree.evaluation.judging import BEST, chosen_for, entry_of
from sandbox.gametree.play import exact
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.shown import shown
from sandbox.gametree.tree.model import SearchTree
from sandbox.gametree.tree.reading import Searched, of_recording
from sandbox.registry import Entry

EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Task:
    """One position to search. `engine` EXACT plays exactly."""

    game: str
    game_options: tuple[tuple[str, str], ...]
    position: str
    engine: str
    options: tuple[tuple[str, str], ...] = ()
    depth: int = 0
    seconds: float = 0.0
    nodes: int = 0
    every_move: bool = False
    expected: float | None = None


@cache
def game_of(key: str, options: tuple[tuple[str, str], ...]) -> Game:
    """A game with its options."""
    return games[key].parse(dict(options))


def engine_entry(game: Game, key: str) -> Entry[Any]:
    """The engine named, if it fits the game; the strongest if none is named."""
    fitting = engines_for(entry_of(game).info["axes"])
    if not key:
        return strongest_of(fitting)
    entry = engines[key]
    if entry not in fitting:
        raise BadInput(
            "engine", f"{key} cannot play {entry_of(game).title}", "one of " + ", ".join(e.key for e in fitting)
        )
    return entry


def engine_of(game: Game, key: str, texts: Mapping[str, str]) -> Engine:
    """The engine named, with its options, if both fit the game."""
    engine: Engine = engine_entry(game, key).parse(texts)
    chosen_for(game, getattr(engine, "evaluation", BEST))
    return engine


def perform(task: Task, stop: np.ndarray[Any, np.dtype[np.uint8]] | None = None) -> dict[str, Any]:
    """Search, and tell."""
    return facts(task, searched(task, stop))


def searched(
    task: Task, stop: np.ndarray[Any, np.dtype[np.uint8]] | None = None, recording: TreeRecording | None = None
) -> Result:
    """Search."""
    game = game_of(task.game, task.game_options)
    position = game.face().parse(task.position)
    limits = Limits(task.depth, task.seconds, task.nodes, task.every_move, new_stop() if stop is None else stop)
    report = SearchReport()
    if task.engine == EXACT:
        return exact.solve(game, position, limits, report, recording)
    engine = engine_of(game, task.engine, dict(task.options))
    return engine.search(game, position, limits, report, recording)


def with_tree(
    task: Task, stop: np.ndarray[Any, np.dtype[np.uint8]], capacity: int
) -> tuple[dict[str, Any], SearchTree]:
    """Search, and tell, and keep the tree: so many nodes of it."""
    if task.engine != EXACT and not engines[task.engine].info.get("records", False):
        fitting = ", ".join(e.key for e in engines if e.info.get("records", False))
        raise BadInput("--tree", f"{task.engine} searches no tree", f"one of {fitting}")
    face = game_of(task.game, task.game_options).face()
    if not face.moves(face.parse(task.position)):
        raise BadInput(f"{task.game} position", "the game is over", "one to be searched")
    recording = TreeRecording(capacity, every_depth=True)
    result = searched(task, stop, recording)
    return facts(task, result), of_recording(recording, subject_of(task, result))


def options_of(engine: Engine) -> dict[str, Any]:
    """An engine's options as they are set."""
    return {name: getattr(engine, name) for name in engine.__dataclass_fields__}  # type: ignore[attr-defined]


ANSWER = ("best", "value", "exact", "bound", "pv")
COUNTS = (
    "depth", "searching", "deepest", "nodes", "leaves", "terminals", "seconds", "nodes_per_second", "cutoffs",
    "first_move_share", "branching", "effective_branching", "fewest_leaves", "researches", "extensions", "quiescent",
    "simulations",
)  # fmt: skip
"""What is told of a search by the names it has there."""


def facts(task: Task, result: Result) -> dict[str, Any]:
    """The fields `solve --json` promises."""
    shot = result.report
    found = {
        "game": task.game,
        "position": task.position,
        "engine": task.engine,
        **{name: getattr(shot, name) for name in ANSWER},
        "status": result.status,
        **{name: getattr(shot, name) for name in COUNTS},
        "root": [asdict(row) for row in shot.root],
        "table": shot.table.to_json(),
        "deepening": [asdict(row) for row in shot.deepening],
        "notes": dict(shot.notes),
        "shown": shown(subject_of(task, result)).to_json(),
    }
    return found | _checked(task, result)


def subject_of(task: Task, result: Result) -> Searched:
    """What was searched, by whom, and what came of it."""
    game = game_of(task.game, task.game_options)
    options = {"forced": True} if task.engine == EXACT else options_of(engine_of(game, task.engine, dict(task.options)))
    return Searched(game, game.face().parse(task.position), task.engine, options, result.report)


def _checked(task: Task, result: Result) -> dict[str, Any]:
    if task.expected is None:
        return {}
    return {"expected": task.expected, "correct": bool(result.exact and result.value == task.expected)}


def read_line(face: Face[Any], line: str, where: str) -> tuple[str, float | None]:
    """A position and the value expected of it: the first number that stands apart behind the position, if any."""
    words = line.split()
    end = next((i for i in range(1, len(words)) if _number(words[i]) is not None), len(words))
    position, expected = " ".join(words[:end]), _number(words[end]) if end < len(words) else None
    try:
        face.parse(position)
    except BadInput as error:
        raise BadInput(where, error.found, error.expected) from None
    return position, expected


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None
