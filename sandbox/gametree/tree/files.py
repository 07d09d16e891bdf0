"""Trees as JSON: a list of nodes, one a line; docs/tree.schema.json says what each may hold.

The list is all there is, so that any program reads it; what is to be said of the whole tree stands in its first node,
under `tree`, and each search from the root names itself there, under `act`. Values are as people read them, from the
side to move at the node; an end of a window that is open, and a value there is none of, is null.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.gametree.recorder import Cause, Kind
from sandbox.gametree.tree import shape
from sandbox.gametree.tree.causes import Causes
from sandbox.gametree.tree.model import MORE, NO_MOVE, About, Mark, SearchTree

FORMAT: Final = "game-ai-sandbox tree"
VERSION: Final = 1
MOST_NODES: Final = 4_000_000
GLANCE: Final = 20_000  # characters, in which the first node ends
KINDS: Final = {"": 0} | {kind.name: int(kind) for kind in Kind}
ENDED: Final = {cause.name.lower(): int(cause) for cause in Cause}
_SIMULATED: Final = ("visits", "win_rate", "exploit", "explore")


def save(tree: SearchTree, path: Path) -> None:
    """Write a tree."""
    write_atomically(path, ("[\n" + ",\n".join(lines(tree)) + "\n]\n").encode())


def lines(tree: SearchTree) -> Iterator[str]:
    """The nodes, each as a line of JSON."""
    for node in nodes(tree):
        yield json.dumps(node, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def nodes(tree: SearchTree) -> Iterator[dict[str, Any]]:
    """The nodes as plain objects, the fields that stay fixed first."""
    causes, about = Causes(tree), {"format": FORMAT, "version": VERSION, **asdict(tree.about)}
    titles = {act.start: act.title for act in tree.acts}
    names = {NO_MOVE: None, **tree.names}
    kinds, ended = {v: k for k, v in KINDS.items()}, {v: k for k, v in ENDED.items()}
    columns = (tree.parent, tree.move, tree.depth, tree.alpha, tree.beta, tree.value, tree.kind, tree.cause)
    more = _more_columns(tree)
    for row, facts in enumerate(zip(*(c.tolist() for c in (*columns, tree.ply, tree.player, tree.mark)), strict=True)):
        parent, move, depth, alpha, beta, value, kind, cause, ply, player, mark = facts
        node: dict[str, Any] = {
            "id": row,
            "parent": parent if parent >= 0 else None,
            "move": names[move],
            "depth": depth,
            "alpha": _number(alpha),
            "beta": _number(beta),
            "value": _number(value),
            "kind": kinds[kind],
            "cause": causes.words(row),
            "ended": ended[cause],
            "ply": ply,
            "player": player,
        }
        node |= {name: _number(column[row]) for name, column in more.items()}
        if tree.infos and tree.infos[row]:
            node["info"] = tree.infos[row]
        if mark:
            node["marks"] = [m.name.lower() for m in Mark if mark & m and m.name]
        if row in titles:
            node["act"] = titles[row]
        if row == 0:
            node["tree"] = about
        yield node


def _more_columns(tree: SearchTree) -> dict[str, list[Any]]:
    known = {name: getattr(tree, name) for name in _SIMULATED} | dict(tree.more)
    return {name: column.tolist() for name, column in known.items() if column is not None}


def _number(value: Any) -> Any:
    """A number as JSON can say it."""
    return value if not isinstance(value, float) or math.isfinite(value) else None


def load(path: Path) -> SearchTree:
    """Read a tree, or say what is wrong with the file."""
    try:
        content = _parsed(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}", error.msg, "a list of nodes") from None
    except (UnicodeDecodeError, RecursionError):
        raise BadInput(str(path), "no JSON text", "a list of nodes") from None
    return read(content, str(path))


def _parsed(text: str) -> Any:
    """The content of a file: node by node where each has its line, so that a long one lets other threads work too."""
    bare = text.strip()
    lines = bare.removeprefix("[").removesuffix("]").strip().split("\n")
    if bare[:1] == "[" and bare[-1:] == "]" and len(lines) > 1:
        with contextlib.suppress(json.JSONDecodeError):
            return [json.loads(line.strip().removesuffix(",")) for line in lines]
    return json.loads(text)


def is_tree(path: Path) -> bool:
    """Whether a file seems to hold a tree, at a glance."""
    try:
        with path.open(encoding="utf-8") as file:
            head = file.read(GLANCE)
    except (OSError, UnicodeDecodeError):
        return False
    return head.lstrip()[:1] == "[" and json.dumps(FORMAT) in head


def about_of(path: Path) -> Mapping[str, Any]:
    """What the first node of a file says of the whole, as far as it can be read at a glance."""
    with path.open(encoding="utf-8") as file:
        head = file.read(GLANCE)
    with contextlib.suppress(ValueError, RecursionError):
        node, _ = json.JSONDecoder().raw_decode(head[head.index("{") :])
        return facts if isinstance(facts := node.get("tree"), dict) else {}
    return {}


def read(content: Any, where: str) -> SearchTree:
    """A tree from its list of nodes, in any order in which parents come before their children."""
    if not isinstance(content, list) or not content or not all(isinstance(node, dict) for node in content):
        raise BadInput(where, type(content).__name__, "a list of nodes, at least one")
    if len(content) > MOST_NODES:
        raise BadInput(where, f"{len(content):,} nodes", f"{MOST_NODES:,} at most")
    reader = _Reader(content, where)
    parent = reader.parents()
    order = shape.walked(parent)
    number = np.zeros(len(order) + 1, np.int32)
    number[order], number[-1] = np.arange(len(order)), -1
    return reader.tree(number[parent[order]], order)


class _Reader:
    """The nodes of a file, column by column."""

    def __init__(self, content: Sequence[Mapping[str, Any]], where: str) -> None:
        self.content, self.where = content, where

    def wrong(self, row: int, key: str, expected: str) -> BadInput:
        found = json.dumps(self.content[row].get(key))[:60]
        return BadInput(f"{self.where}: node {row}, {key}", found, expected)

    def parents(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """Rows of parents; ids are whatever the file calls its nodes."""
        rows: dict[Any, int] = {None: -1}
        found = np.zeros(len(self.content), np.int32)
        for row, node in enumerate(self.content):
            name = node.get("id")
            if not isinstance(name, (int, str)) or name in rows:
                raise self.wrong(row, "id", "a name of its own")
            above = node.get("parent")
            if not isinstance(above, (int, str, type(None))) or above not in rows:
                raise self.wrong(row, "parent", "the id of a node before it, or null")
            found[row], rows[name] = rows[above], row
        if found[0] >= 0:
            raise self.wrong(0, "parent", "null: the first node is a root")
        return found

    def numbers(self, key: str, missing: float, order: Any) -> Any:
        """A column of numbers; null and what is not there are `missing`."""
        values = [node.get(key) for node in self.content]
        for row, value in enumerate(values):
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
                raise self.wrong(row, key, "a number")
        return np.array([missing if v is None else v for v in values], np.float64)[order]

    def words(self, key: str, known: Mapping[str, int], order: Any) -> Any:
        """A column of words from a list."""
        values = [node.get(key, "") for node in self.content]
        for row, value in enumerate(values):
            if not isinstance(value, str) or value not in known:
                raise self.wrong(row, key, "one of " + ", ".join(k for k in known if k))
        return np.array([known[v] for v in values], np.int8)[order]

    def marks(self, order: Any) -> Any:
        """What else is said of the nodes."""
        known = {m.name.lower(): int(m) for m in Mark if m.name}
        found = np.zeros(len(self.content), np.uint8)
        for row, node in enumerate(self.content):
            for word in node.get("marks", ()):
                if word not in known:
                    raise self.wrong(row, "marks", "words of " + ", ".join(known))
                found[row] |= known[word]
        return found[order]

    def moves(self, order: Any) -> tuple[Any, dict[int, str]]:
        """Moves numbered as they come, and their names."""
        numbers: dict[str, int] = {}
        found = np.full(len(self.content), NO_MOVE, np.int16)
        for row, node in enumerate(self.content):
            move = node.get("move")
            if not isinstance(move, (str, type(None))):
                raise self.wrong(row, "move", "a move's name, or null")
            if move is not None:
                found[row] = numbers.setdefault(move, len(numbers))
        return found[order], {number: name for name, number in numbers.items()}

    def infos(self, order: Any) -> tuple[str, ...]:
        """What movers know."""
        for row, node in enumerate(self.content):
            if not isinstance(node.get("info", ""), str):
                raise self.wrong(row, "info", "a text")
        return tuple(self.content[row].get("info", "") for row in order.tolist())

    def about(self) -> About:
        """What is said of the whole."""
        facts = self.content[0].get("tree")
        if not isinstance(facts, dict) or facts.get("format") != FORMAT or facts.get("version") != VERSION:
            raise self.wrong(0, "tree", f"an object of format {FORMAT!r}, version {VERSION}")
        kept = {k: v for k, v in facts.items() if k in About.__dataclass_fields__}
        if not all(isinstance(kept.get(key), str) for key in ("game", "position")):
            raise self.wrong(0, "tree", "a game and a position")
        return About(**kept | {"sides": tuple(kept.get("sides", ("First player", "Second player")))})

    def tree(self, parent: Any, order: Any) -> SearchTree:
        """All of it, in the order of a walk."""
        move, names = self.moves(order)
        ply = shape.plies(parent)
        have = {key for node in self.content for key in node}
        simulated: dict[str, Any] = {k: self.numbers(k, np.nan, order) for k in _SIMULATED if k in have}
        if "visits" in simulated:
            simulated["visits"] = np.nan_to_num(simulated["visits"]).astype(np.int64)
        return SearchTree(
            about=self.about(),
            names=names,
            parent=parent,
            move=move,
            ply=ply,
            player=self.numbers("player", 0, order).astype(np.int8),
            depth=self.numbers("depth", 0, order).astype(np.int16),
            alpha=self.numbers("alpha", -np.inf, order),
            beta=self.numbers("beta", np.inf, order),
            value=self.numbers("value", np.nan, order),
            kind=self.words("kind", KINDS, order),
            cause=self.words("ended", ENDED, order),
            mark=self.marks(order),
            more={k: self._more(k, order) for k in MORE if k in have},
            infos=self.infos(order) if "info" in have else (),
            **simulated,
        )

    def _more(self, key: str, order: Any) -> Any:
        if key != "values":
            return self.numbers(key, np.nan, order)
        rows = [node.get(key) for node in self.content]
        wide = len(rows[0]) if isinstance(rows[0], list) else 0
        for row, value in enumerate(rows):
            if not isinstance(value, list) or len(value) != wide or not all(isinstance(v, (int, float)) for v in value):
                raise self.wrong(row, key, f"{wide} numbers, one a player")
        return np.array(rows, np.float64)[order]
