"""Games as files and on the clipboard: opened, saved, pasted, copied; the present one outlives the program."""

from __future__ import annotations

import contextlib
import copy
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.files import write_atomically
from sandbox.games.api import games
from sandbox.gametree.document import files as documents
from sandbox.gametree.document import notation
from sandbox.gametree.document.model import GameDocument
from sandbox.settings import data_folder
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.session import Session
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import FileDialog
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services

SUFFIXES = (".game.json", ".json", ".ggf", ".txt")
LARGEST = 50_000_000  # bytes of a file that is looked at
KINDS = {"moves": "moves", "position": "position", "ggf": "GGF", "json": "the whole game as JSON"}
EVERY = 4.0  # seconds from a move to the copy that holds it


class GameFiles:
    """Opens, saves, pastes and copies the game of a session."""

    def __init__(self, services: Services, session: Session) -> None:
        self.services, self.session = services, session
        self.path: Path | None = None
        self.elsewhere: Callable[[Path], bool] = self.open  # a file that may be of a game of another kind
        self._due = False

    # In ------------------------------------------------------------------------------------------------

    def browse(self) -> None:
        """Choose a file."""
        types = [("Games", SUFFIXES), ("All files", ())]
        dialog = FileDialog("open", lambda path: nothing(self.elsewhere(path)), folder=self._folder(), types=types)
        dialog.open(self.services.root)

    def open(self, path: Path) -> bool:
        """Take a game from a file; what is wrong with it is said."""
        try:
            self.take(self.read(path), path)
        except (SandboxError, OSError) as error:
            self.services.root.toast("Not opened", f"{path.name}: {error}", "bad")
            return False
        return True

    def open_named(self, name: str) -> bool:
        """A game by its key, `KEY:NAME=VALUE:POSITION`, shown at its end; or a file. Whether it was either."""
        key, _, more = name.partition(":")
        if key in games:
            options, position = games[key].taken(more)
            match = Match(notation.read(key, position or "-", options))
            match.here = match.line[-1]
            self.session.begin(match)
            return True
        known = name.lower().endswith((SUFFIXES[0], SUFFIXES[2]))
        return known and Path(name).is_file() and self.open(Path(name))

    def read(self, path: Path) -> GameDocument:
        """A game from a file of any kind."""
        if path.stat().st_size > LARGEST:
            raise SandboxError(f"{path}: larger than {LARGEST // 1_000_000} MB")
        if path.suffix.lower() == ".json":
            return documents.load(path)
        match = self.session.match
        return notation.read(match.document.key, path.read_text(encoding="utf-8", errors="replace"), match.options)

    def pasted(self, text: str) -> GameDocument:
        """A game from any notation there is."""
        match = self.session.match
        return notation.read(match.document.key, text, match.options)

    def take(self, document: GameDocument, path: Path | None = None, *, to_end: bool = False) -> None:
        """Put a game on the board: at its start, or at its end."""
        match = Match(document)
        match.here = match.line[-1] if to_end else match.here
        self.path = path
        self.session.begin(match)
        self.services.say(f"{match.entry.title}: {len(match.moves)} moves" + (f" from {path.name}" if path else ""))

    # Out -----------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save where it came from, or ask where."""
        if self.path is not None and self.path.suffix.lower() == ".json":
            self._write(self.path)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Save under a name of one's choice."""
        name = self.path.name if self.path is not None else f"{self.session.match.document.key}.game.json"
        folder = self._folder()
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        types = [("Games", (".json",))]
        FileDialog("save", self._write, folder=folder, name=name, types=types).open(self.services.root)

    def _write(self, path: Path) -> None:
        if path.suffix.lower() != ".json":
            path = path.with_name(path.name + ".game.json")
        try:
            documents.save(self._signed(), path)
        except OSError as error:
            self.services.root.toast("Not saved", f"{path}: {error.strerror or error}", "bad")
            return
        self.path = path
        self.services.say(f"Saved {path}")

    def _signed(self) -> GameDocument:
        """The game with who plays it."""
        document = self.session.match.document
        for number, seat in enumerate(self.session.seats):
            document.seat(number, seat.chair.player)
        match = self.session.match
        document.ended = match.caption if match.loser is not None and not match.behind else document.ended
        return document

    def copy(self, kind: str) -> None:
        """Put the game, or the position, on the clipboard; one of KINDS."""
        match = self.session.match
        try:
            text = notation.write(match.document, kind, match.here if kind == "position" else match.line[-1])
        except SandboxError as error:
            self.services.root.toast("Not copied", str(error), "bad")
            return
        self.services.root.clipboard.put(text)
        self.services.say(f"Copied: {text if len(text) <= 60 else text[:59] + '…'}")

    def _folder(self) -> Path:
        return self.path.parent if self.path is not None else data_folder() / "games"

    # From start to start -------------------------------------------------------------------------------

    @staticmethod
    def _kept() -> Path:
        return data_folder() / "unsaved" / "board.game.json"

    def keep_soon(self, changed: Callable[[], bool]) -> None:
        """Have a copy on disk a few seconds after a move, if somebody sits here."""
        if not self._due and self.services.started and changed():
            self._due = True
            self.services.root.after(EVERY, self._keep_beside)

    def _keep_beside(self) -> None:
        """Write the copy in a worker: a slow disk holds up no frame."""
        self._due = False
        content, path = self._bare(), self._kept()
        self.services.reader.submit(Job("Keeping the game", "keep game", lambda stop: _write(path, content), nothing))  # noqa: ARG005

    def keep(self) -> None:
        """Write the copy now."""
        _write(self._kept(), self._bare())

    def _bare(self) -> bytes:
        """The moves, without what was found at each."""
        bare = copy.copy(self.session.match.document)
        bare.plies = {number: replace(ply, kept={}) for number, ply in bare.plies.items()}
        return json.dumps(documents.to_json(bare)).encode()

    def brought_back(self) -> Match | None:
        """The game that was on the board when the program ended; None if there is none that can be read."""
        with contextlib.suppress(SandboxError, OSError):
            if self._kept().is_file():
                match = Match(self.read(self._kept()))
                match.here = match.line[-1]
                return match
        return None


def _write(path: Path, content: bytes) -> None:
    """Write a copy; a disk that refuses costs no game that is open."""
    with contextlib.suppress(OSError):
        write_atomically(path, content)


def save_games(services: Services, played: Sequence[GameDocument]) -> None:
    """Write the games of a match into a folder of their own, in a worker, and say where."""
    folder = data_folder() / "games" / time.strftime("match-%Y-%m-%d-%H%M%S")

    def work(stop: Stop) -> str:  # noqa: ARG001
        documents.save_into(folder, played)
        return f"Saved {len(played)} games in {folder}"

    services.reader.submit(Job("Saving the games", "save games", work, services.say))
