"""Searches in general games as work items: as in bench/solving.py."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from sandbox.bench.solving import Asked
from sandbox.errors import BadInput
from sandbox.games.api import Axes, games
from sandbox.games.general.api import NAMES, GeneralGame, general_games, sides_of
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.gametree.api import engines, strongest_of
from sandbox.gametree.general.api import (
    Answer,
    Deepened,
    GeneralEngine,
    Worth,
    general_engines,
    general_engines_for,
    recorded_by,
)
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.tree import RecordedNode, nodes
from sandbox.gametree.general.two_words import general
from sandbox.gametree.hidden.sampled_tree import sampled_tree
from sandbox.gametree.hidden.seen import refuse_whom_nobody_asks, seen_tree
from sandbox.kernels.arrays import Stop
from sandbox.registry import Entry


@cache
def general_game(key: str, options: tuple[tuple[str, str], ...]) -> GeneralGame:
    """A game with its options; a two-word one as a general one."""
    if key in general_games:
        return general_games[key].parse(dict(options))
    if key in games:
        return general(games[key].parse(dict(options)))
    raise BadInput("game", f"{key!r} is not registered", f"one of {', '.join((*games.keys(), *general_games.keys()))}")


def engine_entry(game: GeneralGame, position: Any, key: str) -> Entry[GeneralEngine]:
    """The engine named, if it fits the position's game; the strongest if none is named."""
    axes = game.axes(position)
    fitting = general_engines_for(game, position)
    if not key:
        return strongest_of(fitting)  # type: ignore[arg-type, return-value]
    entry = next((e for e in fitting if e.key == key), None)
    if entry is None:
        name, colon, _ = key.partition(":")
        if colon and name in general_engines:
            raise BadInput("engine", f"options behind {name}", "the engine alone; --option NAME=VALUE sets its options")
        if key not in general_engines and key not in engines:
            raise BadInput("engine", f"{key!r} is not registered", f"one of {', '.join(e.key for e in fitting)}")
        known = f"{key} cannot play this game of {axes.players} players{_kind(axes)}"
        raise BadInput("engine", known, f"one of {', '.join(e.key for e in fitting)}")
    return entry


def _kind(axes: Axes) -> str:
    if not axes.perfect_information:
        return " with hidden information"
    return " with dice" if axes.chance else ""


@dataclass(frozen=True, slots=True)
class GeneralTask(Asked):
    """One position of a general game."""

    opened: bool = False  # a teacher's: what the mover may not see is reported


def perform(task: GeneralTask, stop: Stop | None = None) -> dict[str, Any]:
    """Search, and tell."""
    game = general_game(task.game, task.game_options)
    position = game.face().parse(task.position)
    engine = engine_entry(game, position, task.engine).parse(dict(task.options))
    return facts(task, game, engine.search(game, position, task.limits(stop)))


def with_tree(
    task: GeneralTask, stop: Stop, capacity: int
) -> tuple[dict[str, Any], list[RecordedNode], dict[str, Any], int]:
    """Search, and tell, and keep the tree: its nodes, what is to be said of the whole, and how many had no room."""
    game = general_game(task.game, task.game_options)
    position = game.face().parse(task.position)
    entry = engine_entry(game, position, task.engine)
    if not tells_tree(entry):
        fitting = [e.key for e in general_engines_for(game, position) if tells_tree(e)]
        raise BadInput("--tree", f"{task.engine} records no tree", f"one of {', '.join(fitting)}")
    if not game.axes(position).perfect_information:
        return _hidden_tree(task, stop, capacity, game, position)
    if game.face().to_move(position) == TERMINAL:
        raise BadInput(f"{task.game} position", "the game is over", "one to be searched")
    recording, about = Recording(capacity), _about(task, game, position)
    answer = recorded_by(entry.parse(dict(task.options)), game, position, task.limits(stop), recording)
    about |= {"position": game.face().print(position), "lost": recording.lost, "nodes": answer.counts.nodes}
    return facts(task, game, answer), nodes(recording, game, position), about, recording.lost


def tells_tree(entry: Entry[GeneralEngine]) -> bool:
    """Whether an engine keeps the tree it searches, or finds a strategy of which one can be made."""
    return bool(entry.info.get("records", False) or entry.info.get("mixes", False))


def _about(task: GeneralTask, game: GeneralGame, position: Any) -> dict[str, Any]:
    """What is to be said of a whole tree before it is searched."""
    return {
        "game": task.game,
        "game_options": dict(task.game_options),
        "position": "",
        "engine": task.engine,
        "options": dict(task.options),
        "sides": list(sides_of(game.face(), game.axes(position).players)),
    }


def _hidden_tree(
    task: GeneralTask, stop: Stop, capacity: int, game: GeneralGame, position: Any
) -> tuple[dict[str, Any], list[RecordedNode], dict[str, Any], int]:
    """The same where something is hidden: everything that may be the case for the mover, with the strategies found."""
    refuse_whom_nobody_asks(game, position, opened=task.opened)
    entry = engine_entry(game, position, task.engine)
    engine, limits = entry.parse(dict(task.options)), task.limits(stop)
    if entry.info.get("records", False):
        answer = recorded_by(engine, game, position, limits, Recording(capacity))
    else:
        answer = engine.search(game, position, limits)
    found_facts, about = facts(task, game, answer), _about(task, game, position)
    if answer.search is not None:
        found, lost = sampled_tree(answer.search, capacity, opened=task.opened)
        whole = answer.counts.nodes
    elif answer.mixed is not None:
        found, lost = seen_tree(game, position, answer.mixed, capacity, opened=task.opened)
        whole = answer.mixed.tree.nodes
    return found_facts, found, about | {"position": found_facts["position"], "lost": lost, "nodes": whole}, lost


def facts(task: GeneralTask, game: GeneralGame, answer: Answer) -> dict[str, Any]:
    """The fields `solve --json` promises of a general game."""
    mine = max(answer.player, 0)
    value = _shown(game, answer.worth)[mine] if answer.worth else None
    found = {
        "game": task.game,
        "position": task.position if task.opened else seen_by_mover(game, task.position, answer.player),
        "engine": task.engine,
        "player": player_name(answer.player),
        "best": answer.best,
        "value": value,
        "values": _shown(game, answer.worth),
        "exact": answer.exact,
        "pv": answer.line,
        "depth": answer.depth,
        "status": answer.status,
        "seconds": answer.seconds,
        **asdict(answer.counts),
        "table": {"hits": answer.counts.table_hits},
        "root": [
            {
                "move": row.move,
                "value": _shown(game, row.worth)[mine] if row.worth else None,
                "values": _shown(game, row.worth),
                "bound": row.bound,
                "nodes": row.nodes,
                "visits": row.visits,
                "win_rate": None,
                "pv": row.line,
                **({} if row.often is None else {"often": row.often}),
            }
            for row in answer.rows
        ],
        "deepening": [_deepened(game, row, mine) for row in answer.deepening],
    }
    found |= answer.notes
    if answer.mixed is not None:
        found |= answer.mixed.to_json(_known(game, task.position, answer.player))
    if task.expected is None:
        return found
    near = value is not None and math.isclose(value, task.expected, rel_tol=1e-9, abs_tol=1e-9)
    return found | {"expected": task.expected, "correct": near}


def seen_by_mover(game: GeneralGame, text: str, player: int) -> str:
    """The position as it was asked for; where something is hidden, what the mover knows of it, until the end."""
    face = game.face()
    position = face.parse(text)
    if player == TERMINAL or game.axes(position).perfect_information:
        return text
    return face.information(position, player) if player >= 0 else "-"


def _known(game: GeneralGame, text: str, player: int) -> str:
    """The mover's information set; none where nobody moves."""
    face = game.face()
    return face.information(face.parse(text), player) if player >= 0 else ""


def _deepened(game: GeneralGame, row: Deepened, mine: int) -> dict[str, Any]:
    """One finished depth, with what it says for the mover and for all."""
    facts, values = asdict(row), _shown(game, row.worth)
    del facts["worth"]
    return facts | {"value": values[mine] if values else None, "values": values}


def _shown(game: GeneralGame, worth: Worth) -> list[float | None]:
    return [None if value is None else game.shown(value) for value in worth]


def player_name(player: int) -> str:
    """Who moves, in a word."""
    return {CHANCE: "chance", TERMINAL: "nobody"}.get(player) or NAMES[player]
