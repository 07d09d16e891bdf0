"""The recorded tree of a general search, as people read it and as a file (docs/tree.schema.json).

Of a search for one player the others' worths are not known; but of two whose worths always add up to the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.files import write_atomically
from sandbox.games.general.api import NAMES, GeneralGame
from sandbox.games.general.binding import bound_to, front
from sandbox.games.general.rules import total
from sandbox.games.general.words import CHANCE, FAR, TERMINAL
from sandbox.gametree.general import arena
from sandbox.gametree.general.api import Worth
from sandbox.gametree.general.recorder import ALPHA, BETA, DEPTH, FACTS, MOVE, PARENT, WORTH, Recording
from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree import files
from sandbox.gametree.tree.model import SearchTree

WORDS = {
    Cause.SEARCHED: "",
    Cause.CUT: "cut off",
    Cause.TABLE: "remembered",
    Cause.TERMINAL: "",
    Cause.HORIZON: "estimated",
    Cause.STOPPED: "stopped",
}
LINES = 60
PAIR = (0, 1)


@dataclass(frozen=True, slots=True)
class RecordedNode:
    """One node, in the order searched."""

    parent: int  # -1: the root
    move: str  # or outcome, that led to it
    probability: Fraction | None  # of that, from a chance node
    ply: int
    player: int  # CHANCE, TERMINAL
    depth: int
    alpha: float
    beta: float
    worth: Worth
    cause: Cause
    often: float | None = None  # the move into it is played, where strategies are mixed
    info: str = ""  # what the mover knows, where not everybody sees everything


def nodes(recording: Recording, game: GeneralGame, position: Any) -> list[RecordedNode]:
    """Every node that was written."""
    face, found = game.face(), list[RecordedNode]()
    whole = _sum_of(game, position)
    positions: list[Any] = []
    names: dict[int, Mapping[int, tuple[str, Fraction | None]]] = {}
    for row in recording.rows:
        parent, facts = (int(np.int64(row[at])) for at in (PARENT, FACTS))
        move, probability = "", None
        if parent >= 0:
            if parent not in names:
                names[parent] = _names(face, positions[parent])
            move, probability = names[parent][int(row[MOVE])]
        positions.append(face.play(positions[parent], move) if parent >= 0 else position)
        numbers = row[ALPHA:].view(np.float64).tolist()
        worth = _filled(tuple(None if math.isnan(v) else game.shown(v) for v in numbers[WORTH - ALPHA :]), whole)
        found.append(
            RecordedNode(
                parent,
                move,
                probability,
                facts & 0xFFFF,
                ((facts >> 16) & 0xFFFF) - 2,
                int(np.int64(row[DEPTH])),
                numbers[0],
                numbers[BETA - ALPHA],
                worth,
                Cause(facts >> 32),
            )
        )
    return found


def _sum_of(game: GeneralGame, position: Any) -> float | None:
    """What the worths of two players always add up to, if they do."""
    axes = game.axes(position)
    if axes.players != len(PAIR) or not axes.zero_sum:
        return None
    return round(float(bound_to(total, game.kernels())(front(game, position, arena.FREE))), 6)


def completed(game: GeneralGame, position: Any, worth: Worth) -> Worth:
    """What each player has, as far as it follows from what is known."""
    return _filled(worth, _sum_of(game, position)) if len(worth) == len(PAIR) else worth


def _filled(worth: Worth, whole: float | None) -> Worth:
    """Of two the one not known is what the other lacks."""
    if whole is None or (worth[0] is None) == (worth[1] is None):
        return worth
    first, second = worth
    return (whole - second, second) if first is None and second is not None else (first, whole - (first or 0.0))


def _names(face: Any, position: Any) -> dict[int, tuple[str, Fraction | None]]:
    """What leads on from a position, by the kernels' words."""
    moves, chances = face.moves(position), face.chances(position)
    odds = chances or [None] * len(moves)
    return {face.code_of(position, move): (move, p) for move, p in zip(moves, odds, strict=True)}


def as_text(found: list[RecordedNode]) -> Iterator[str]:
    """An indented line a node, in the order searched: at most so many."""
    for node in found[:LINES]:
        chance = "" if node.probability is None else f" ({node.probability})"
        who = "" if node.player == TERMINAL else " chance" if node.player == CHANCE else f" {NAMES[node.player]}"
        known = [value for value in node.worth if value is not None]
        worth = ", ".join("–" if v is None else f"{v:.4g}" for v in node.worth) if known else "not known"
        why = f"  {WORDS[node.cause]}" if WORDS[node.cause] else ""
        often = "" if node.often is None else f" [{node.often:.4f}]"
        yield f"{'  ' * node.ply}{node.move or 'root'}{chance}{often}{who}: {worth}{why}"
    if len(found) > LINES:
        yield "…"


def as_search_tree(found: list[RecordedNode], about: Mapping[str, Any]) -> SearchTree:
    """The same as the tree that viewers and pictures take."""
    return files.read(_all_plain(found, about), "tree")


def _all_plain(found: list[RecordedNode], about: Mapping[str, Any]) -> list[dict[str, Any]]:
    whole = all(None not in node.worth for node in found)
    return [_plain(number, node, about, whole) for number, node in enumerate(found)]


def save(found: list[RecordedNode], about: Mapping[str, Any], path: Path) -> None:
    """Write a tree as JSON, a node a line."""
    rows = [json.dumps(node, ensure_ascii=False) for node in _all_plain(found, about)]
    write_atomically(path, ("[\n" + ",\n".join(rows) + "\n]\n").encode())


def _plain(number: int, node: RecordedNode, about: Mapping[str, Any], whole: bool) -> dict[str, Any]:
    known = [value for value in node.worth if value is not None]
    mine = node.worth[node.player] if node.player >= 0 else None
    if mine is None and known and not whole:
        mine = -known[0] if node.player >= 0 else known[0]  # to all others the root's loss
    facts: dict[str, Any] = {
        "id": number,
        "parent": node.parent if node.parent >= 0 else None,
        "move": node.move or None,
        "depth": node.depth,
        "alpha": None if node.alpha <= -FAR else node.alpha,
        "beta": None if node.beta >= FAR else node.beta,
        "value": mine,
        "kind": "",
        "cause": WORDS[node.cause] or node.cause.name.lower(),
        "ended": node.cause.name.lower(),
        "ply": node.ply,
        "player": max(node.player, CHANCE),
    }
    if whole:
        facts["values"] = list(node.worth)
    if node.probability is not None:
        facts["probability"] = float(node.probability)
    if node.often is not None:
        facts["often"] = node.often
    if node.info:
        facts["info"] = node.info
    if number == 0:
        facts["act"] = "search"
        facts["tree"] = {"format": "game-ai-sandbox tree", "version": 1, **about}
    return facts
