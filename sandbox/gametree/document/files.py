"""Games as JSON: docs/game.schema.json says what a file may hold; what is wrong with one is said with its place."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.games.api import games
from sandbox.gametree.api import Bound, RootMove
from sandbox.gametree.document.model import ROOT, GameDocument, Kept
from sandbox.gametree.document.reader import Reader, player

FORMAT: Final = "game-ai-sandbox game"
VERSION: Final = 1
MOST_PLIES: Final = 100_000


def save(document: GameDocument, path: Path) -> None:
    """Write a game."""
    write_atomically(path, (json.dumps(to_json(document), ensure_ascii=False, indent=1) + "\n").encode())


def save_into(folder: Path, documents: Iterable[GameDocument]) -> None:
    """Write games, each as a file named by its title."""
    for document in documents:
        save(document, folder / f"{document.title.replace(' ', '-')}.json")


def load(path: Path) -> GameDocument:
    """Read a game, or say what is wrong with the file."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}", error.msg, "a game as JSON") from None
    except (UnicodeDecodeError, RecursionError):
        raise BadInput(str(path), "no JSON text", "a game as JSON") from None
    return from_json(content, str(path))


def to_json(document: GameDocument) -> dict[str, Any]:
    """The whole game."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": document.key,
        "game_options": document.options,
        "title": document.title,
        "comment": document.comment,
        "start": document.start,
        "players": [asdict(player) for player in document.players],
        "ended": document.ended,
        "result": document.result(),
        "main_line": list(document.moves()),
        "plies": [_ply(document, number) for number in _in_order(document)],
    }


def _in_order(document: GameDocument) -> list[int]:
    """Every ply after its parent, variations in their order."""
    found, todo = [], [ROOT]
    while todo:
        number = todo.pop()
        found.append(number)
        todo += reversed(document.plies[number].children)
    return found


def _ply(document: GameDocument, number: int) -> dict[str, Any]:
    ply = document.plies[number]
    facts: dict[str, Any] = {"id": number, "parent": ply.parent if number else None, "move": ply.move}
    if ply.comment:
        facts["comment"] = ply.comment
    if ply.kept:
        facts["kept"] = [_kept(k) for k in ply.kept.values()]
    return facts


def _kept(kept: Kept) -> dict[str, Any]:
    rows = [asdict(row) | {"bound": row.bound.value, "pv": list(row.pv)} for row in kept.rows]
    return asdict(kept) | {"bound": kept.bound.value, "pv": list(kept.pv), "rows": rows}


def from_json(content: Any, where: str) -> GameDocument:
    """A game from its object."""
    reader = Reader(content, where)
    if reader.get("format", str, "") != FORMAT or reader.get("version", int, 0) != VERSION:
        raise BadInput(where, f"format {content.get('format')!r}"[:60], f"{FORMAT!r}, version {VERSION}")
    key = reader.get("game", str, "")
    if key not in games:
        raise reader.wrong("game", key, "one of " + ", ".join(games.keys()))
    try:
        document = GameDocument(key, reader.get("game_options", dict, {}), reader.get("start", str, "-"))
    except BadInput as error:
        raise BadInput(f"{where}, start", error.found, error.expected) from None
    for name in ("title", "comment", "ended"):
        setattr(document, name, reader.get(name, str, ""))
    for number, facts in enumerate(reader.get("players", list, [])[:2]):
        document.seat(number, player(Reader(facts, f"{where}, players[{number}]")))
    plies = reader.get("plies", list, [])
    if len(plies) > MOST_PLIES:
        raise reader.wrong("plies", len(plies), f"{MOST_PLIES} at most")
    _read_plies(document, plies, where)
    return document


def _read_plies(document: GameDocument, plies: list[Any], where: str) -> None:
    numbers: dict[Any, int] = {}
    for at, facts in enumerate(plies):
        reader = Reader(facts, f"{where}, plies[{at}]")
        name, above, move = reader.get("id", int, -1), reader.facts.get("parent"), reader.get("move", str, "")
        if name in numbers or name < 0:
            raise reader.wrong("id", name, "a number of its own")
        if above is None and at == 0:
            numbers[name] = ROOT
        elif not isinstance(above, int) or above not in numbers:
            raise reader.wrong("parent", above, "the id of a ply before it")
        else:
            numbers[name] = _played(document, numbers[above], move, reader)
        ply = document.plies[numbers[name]]
        ply.comment = reader.get("comment", str, "")
        for i, kept in enumerate(reader.get("kept", list, [])):
            found = _read_kept(Reader(kept, f"{reader.where}, kept[{i}]"))
            ply.kept[found.source] = found


def _played(document: GameDocument, above: int, move: str, reader: Reader) -> int:
    try:
        return document.play(above, move)
    except BadInput as error:
        raise reader.wrong("move", move, error.expected) from None


def _read_kept(reader: Reader) -> Kept:
    rows = tuple(_row(Reader(row, f"{reader.where}, rows[{i}]")) for i, row in enumerate(reader.get("rows", list, [])))
    return Kept(
        reader.get("source", str, ""),
        float(reader.get("value", (int, float), 0.0)),
        reader.get("exact", bool, False),
        _bound(reader),
        reader.get("depth", int, 0),
        reader.get("best", str, ""),
        _texts(reader, "pv"),
        reader.get("nodes", int, 0),
        reader.get("simulations", int, 0),
        float(reader.get("seconds", (int, float), 0.0)),
        reader.get("settings", str, ""),
        rows,
    )


def _row(reader: Reader) -> RootMove:
    return RootMove(
        reader.get("move", str, ""),
        reader.facts.get("value"),
        _bound(reader),
        reader.get("exact", bool, False),
        reader.get("nodes", int, 0),
        reader.get("depth", int, 0),
        reader.get("visits", int, 0),
        reader.facts.get("win_rate"),
        _texts(reader, "pv"),
    )


def _bound(reader: Reader) -> Bound:
    text = reader.get("bound", str, "exact")
    if text not in {b.value for b in Bound}:
        raise reader.wrong("bound", text, "exact, lower, upper or nothing")
    return Bound(text)


def _texts(reader: Reader, key: str) -> tuple[str, ...]:
    texts = reader.get(key, list, [])
    if not all(isinstance(text, str) for text in texts):
        raise reader.wrong(key, texts, "moves")
    return tuple(texts)
