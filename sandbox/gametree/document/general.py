"""Games with dice or several players, and walks through worlds, as files: docs/general-game.schema.json.

A file holds where the game began, every move and everything that chance decided, in the order it happened, who sat
where, and the seed of the dice. It is played through when it is read, so that a wrong move is named. A game in which
something is hidden is kept when it is over, and not before: its moves tell every card.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.games.general.api import GeneralGame, general_games
from sandbox.games.general.words import TERMINAL
from sandbox.games.worlds.api import state_of, worlds
from sandbox.gametree.document.model import Player
from sandbox.gametree.document.reader import Reader, player

FORMAT: Final = "game-ai-sandbox general game"
VERSION: Final = 1
MOST_MOVES: Final = 100_000
LARGEST: Final = 50_000_000  # bytes


@dataclass(slots=True)
class GeneralDocument:
    """A game; `moves` are the players' and chance's, of a world an action and the state it led to in turn."""

    key: str
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str = "-"
    seed: int = 1
    moves: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()
    title: str = ""
    comment: str = ""

    def positions(self) -> list[Any]:
        """Every position, the first one too, or BadInput with the number of the move that cannot be."""
        return _walked(self) if self.key in worlds else _played(self)

    @property
    def result(self) -> tuple[float, ...] | None:
        """What the game was worth to each; None while it goes on, and of a world."""
        if self.key in worlds:
            return None
        utility = _game(self).face().utility(self.positions()[-1])
        return None if utility is None else tuple(utility)


def _game(document: GeneralDocument) -> GeneralGame:
    return general_games[document.key].create(dict(document.options))


def _played(document: GeneralDocument) -> list[Any]:
    face = _game(document).face()
    found = [face.parse(document.start)]
    for number, move in enumerate(document.moves, start=1):
        try:
            found.append(face.play(found[-1], move))
        except BadInput as error:
            raise BadInput(f"move {number}", error.found, error.expected) from None
    return found


def _walked(document: GeneralDocument) -> list[Any]:
    world = worlds[document.key].create(dict(document.options))
    found = [state_of(world, document.start)]
    for at in range(0, len(document.moves), 2):
        action, ways = document.moves[at], world.results(found[-1])
        if action not in ways:
            raise BadInput(f"move {at + 1}", repr(action), f"one of {', '.join(ways)}")
        if document.moves[at + 1 : at + 2] not in [(way,) for way in ways[action]]:
            raise BadInput(f"move {at + 2}", repr("".join(document.moves[at + 1 : at + 2])), ", ".join(ways[action]))
        found.append(document.moves[at + 1])
    return found


def hides(document: GeneralDocument) -> bool:
    """Whether a file of it would tell what somebody may not see yet."""
    if document.key in worlds:
        return False
    game, positions = _game(document), document.positions()
    return not game.axes(positions[0]).perfect_information and game.face().to_move(positions[-1]) != TERMINAL


def to_json(document: GeneralDocument) -> dict[str, Any]:
    """The whole game; BadInput where it would tell what is hidden yet."""
    if hides(document):
        raise BadInput("game", "not over, and something in it is hidden", "its end: a file tells every card")
    result = document.result
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": document.key,
        "game_options": dict(document.options),
        "title": document.title,
        "comment": document.comment,
        "start": document.start,
        "seed": document.seed,
        "players": [asdict(player) for player in document.players],
        "moves": list(document.moves),
        "result": None if result is None else list(result),
    }


def written(document: GeneralDocument) -> bytes:
    """The file's content."""
    return (json.dumps(to_json(document), ensure_ascii=False, indent=1) + "\n").encode()


def save(document: GeneralDocument, path: Path) -> None:
    """Write a game."""
    write_atomically(path, written(document))


def save_into(folder: Path, documents: Iterable[GeneralDocument]) -> None:
    """Write games, each as a file named by its title."""
    for document in documents:
        save(document, folder / f"{document.title.replace(' ', '-')}.game.json")


def is_general(path: Path) -> bool:
    """Whether a file says that it is one of these; what is wrong with it otherwise `load` says."""
    try:
        if path.stat().st_size > LARGEST:
            return False
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(content, dict) and content.get("format") == FORMAT


def load(path: Path) -> GeneralDocument:
    """Read a game, or say what is wrong with the file."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}", error.msg, "a game as JSON") from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise BadInput(str(path), "no JSON text", "a game as JSON") from None
    return from_json(content, str(path))


def from_json(content: Any, where: str) -> GeneralDocument:
    """A game from its object, played through."""
    reader = Reader(content, where)
    if reader.get("format", str, "") != FORMAT or reader.get("version", int, 0) != VERSION:
        raise BadInput(where, f"format {content.get('format')!r}"[:60], f"{FORMAT!r}, version {VERSION}")
    key = reader.get("game", str, "")
    if key not in general_games and key not in worlds:
        raise reader.wrong("game", key, "one of " + ", ".join((*general_games.keys(), *worlds.keys())))
    moves = reader.get("moves", list, [])
    if len(moves) > MOST_MOVES or not all(isinstance(move, str) for move in moves):
        raise reader.wrong("moves", moves, f"{MOST_MOVES} texts at most")
    seated = [
        player(Reader(facts, f"{where}, players[{n}]")) for n, facts in enumerate(reader.get("players", list, []))
    ]
    document = GeneralDocument(
        key,
        reader.get("game_options", dict, {}),
        reader.get("start", str, "-"),
        reader.get("seed", int, 1),
        tuple(moves),
        tuple(seated),
        reader.get("title", str, ""),
        reader.get("comment", str, ""),
    )
    try:
        document.positions()
    except BadInput as error:
        raise BadInput(f"{where}, {error.where}", error.found, error.expected) from None
    return document
