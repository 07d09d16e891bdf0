"""Searches as work items: one position, one engine or exact play, and the answer as plain facts.

A `Task` is small and picklable, so that a file of positions can be shared out to processes; values that stand
behind a position in the file are what the answer is checked against.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from sandbox.errors import BadInput
from sandbox.games.api import Face, Game, games
from sandbox.gametree.api import Engine, Limits, Result, engines, engines_for, new_stop, strongest_of
from sandbox.gametree.evaluation.judging import BEST, entry_of, evaluation_for
from sandbox.gametree.play import exact
from sandbox.gametree.play.truth import Truth
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.shown import losses, shown
from sandbox.gametree.tree.model import SearchTree
from sandbox.gametree.tree.reading import Searched, of_recording
from sandbox.kernels.arrays import Stop
from sandbox.registry import OWN, Entry

EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Asked:
    """One position to search, by whom, and how far."""

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

    def limits(self, stop: Stop | None) -> Limits:
        """The budget, and who may stop it."""
        return Limits(self.depth, self.seconds, self.nodes, self.every_move, new_stop() if stop is None else stop)


@dataclass(frozen=True, slots=True)
class Task(Asked):
    """The same in a game of two words a side. `engine` EXACT plays exactly."""

    truth: int = 0  # nodes that finding out what each move is truly worth may take; 0: not wanted


@cache
def game_of(key: str, options: tuple[tuple[str, str], ...]) -> Game:
    """A game with its options."""
    return games[key].parse(dict(options))


def engine_entry(game: Game, key: str) -> Entry[Any]:
    """The engine named, if it fits the game; the strongest if none is named."""
    if key.startswith(OWN):
        engines[key]  # registers it, or says what is wrong with it
    fitting = engines_for(entry_of(game))
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
    weights = getattr(engine, "weights", "")
    evaluation = evaluation_for(game, getattr(engine, "evaluation", BEST), weights)
    if weights:
        evaluation.weights()  # what is wrong with the file is said before anybody searches
    return engine


def perform(task: Task, stop: Stop | None = None) -> dict[str, Any]:
    """Search, and tell."""
    return facts(task, searched(task, stop), stop)


def searched(task: Task, stop: Stop | None = None, recording: TreeRecording | None = None) -> Result:
    """Search."""
    game = game_of(task.game, task.game_options)
    position = game.face().parse(task.position)
    limits, report = task.limits(stop), SearchReport()
    if task.engine == EXACT:
        return exact.solve(game, position, limits, report, recording)
    engine = engine_of(game, task.engine, dict(task.options))
    return engine.search(game, position, limits, report, recording)


def with_tree(task: Task, stop: Stop, capacity: int) -> tuple[dict[str, Any], SearchTree]:
    """Search, and tell, and keep the tree: so many nodes of it."""
    if task.engine != EXACT and not engines[task.engine].info.get("records", False):
        fitting = ", ".join(e.key for e in engines if e.info.get("records", False))
        raise BadInput("--tree", f"{task.engine} records no tree", f"one of {fitting}")
    face = game_of(task.game, task.game_options).face()
    if not face.moves(face.parse(task.position)):
        raise BadInput(f"{task.game} position", "the game is over", "one to be searched")
    recording = TreeRecording(capacity, every_depth=True)
    result = searched(task, stop, recording)
    return facts(task, result, stop), of_recording(recording, subject_of(task, result))


def options_of(engine: Engine) -> dict[str, Any]:
    """An engine's options as they are set."""
    return {name: getattr(engine, name) for name in engine.__dataclass_fields__}  # type: ignore[attr-defined]


ANSWER = ("best", "value", "exact", "bound", "pv")
COUNTS = (
    "depth", "searching", "deepest", "nodes", "leaves", "terminals", "interior", "generated", "seconds",
    "nodes_per_second", "cutoffs", "first_cutoffs", "first_move_share", "branching", "effective_branching",
    "fewest_leaves", "researches", "extensions", "quiescent", "foretold", "repetitions", "simulations",
    "tree_nodes",
)  # fmt: skip
"""What is said of a search by the names it has there."""


def facts(task: Task, result: Result, stop: Stop | None = None) -> dict[str, Any]:
    """The fields `solve --json` promises."""
    shot, subject = result.report, subject_of(task, result)
    if task.truth:
        truth = Truth(subject.game, task.truth, new_stop() if stop is None else stop)
        subject = replace(subject, truth=truth.of_moves(subject.position))
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
        **({"bounds": shot.notes["bounds"]} if "bounds" in shot.notes else {}),
        "shown": shown(subject).to_json(),
    }
    return found | _checked(task, result) | _regretted(task, subject)


def subject_of(task: Task, result: Result) -> Searched:
    """What was searched, by whom, and what came of it."""
    game = game_of(task.game, task.game_options)
    options = {"forced": True} if task.engine == EXACT else options_of(engine_of(game, task.engine, dict(task.options)))
    return Searched(game, game.face().parse(task.position), task.engine, options, result.report)


def _regretted(task: Task, subject: Searched) -> dict[str, Any]:
    """What the answer gives away, what each move is worth: nothing where that is not known."""
    lost = losses(subject)
    return {"regret": lost.get(subject.shot.best), "losses": lost} if task.truth or lost else {}


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
