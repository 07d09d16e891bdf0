"""Boards of games with dice or many players: what each shows, and which widget draws which game.

A game that has a line in STAGES is drawn by that widget; any other that draws a `BoardPicture` by the usual board; the
rest as text.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from sandbox.errors import SandboxError
from sandbox.games.api import BoardPicture, BoardStyle
from sandbox.games.general.api import Pictured
from sandbox.ui.boards.board import Board, Value
from sandbox.ui.boards.general.play import Play
from sandbox.ui.boards.general.session import Session
from sandbox.ui.jobs import Worker
from sandbox.ui.kit import Column, Label, Scroll, Widget

Make = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class View:
    """What there is to see now."""

    play: Play
    live: bool = False  # a person may choose
    rolling: bool = False  # dice are in the air
    hint: str = ""
    best: str = ""
    values: Mapping[str, Value] | None = None  # of the moves here


class Stage(Protocol):
    """A widget that shows a game."""

    @property
    def widget(self) -> Widget:
        """What takes the keys."""

    def follow(self, view: View) -> None:
        """Show a position."""

    def tick(self, now: float) -> bool:  # noqa: ARG002
        """Move what moves; whether something does."""
        return False


class Companion(Protocol):
    """A widget beside the board."""

    def follow(self, session: Session) -> None:
        """Show what belongs to the position."""


STAGES = {
    "pig": ("sandbox.ui.boards.general.pig", "PigBoard"),
    "backgammon": ("sandbox.ui.boards.general.backgammon", "BackgammonBoard"),
}

COMPANIONS = {
    "pig": ("sandbox.ui.boards.general.surface", "PigSolved"),
}
"""What stands under the moves of some games, made from a worker."""


def companion_for(key: str, worker: Worker) -> Companion | None:
    """What a game has beside its board, if anything."""
    if key not in COMPANIONS:
        return None
    module, name = COMPANIONS[key]
    made: Any = getattr(importlib.import_module(module), name)(worker)
    companion: Companion = made
    return companion


def stage_for(play: Play, make: Make, say: Make) -> Stage:
    """The stage of a game; `make` is given the moves chosen on it, `say` why something is none."""
    if play.entry.key in STAGES:
        module, name = STAGES[play.entry.key]
        made: Any = getattr(importlib.import_module(module), name)(make, say)
        stage: Stage = made
        return stage
    return PictureStage(make, say) if isinstance(play.face, Pictured) else TextStage()


class PictureStage(Stage):
    """The usual board."""

    def __init__(self, make: Make, say: Make) -> None:
        self.say = say
        self.board = Board(make, self._preview, self._refuse)
        self._view: View | None = None

    @property
    def widget(self) -> Widget:
        """The board."""
        return self.board

    def follow(self, view: View) -> None:
        """Show a position, with the last move marked."""
        self._view, play = view, view.play
        picture = play.picture
        if picture is None:
            return
        self.board.show(self._marked(play, picture), live=view.live, mover=max(play.to_move, 0), hint=view.hint)
        letters = picture.style is BoardStyle.TREE  # which values would cover
        self.board.show_values({} if letters else view.values or {}, view.best)

    def _marked(self, play: Play, picture: BoardPicture) -> BoardPicture:
        before = play.picture_at(play.at - 1) if play.at and not picture.highlights else None
        found = [t for t in before.targets if t.move == play.moves[play.at - 1]] if before is not None else []
        return replace(picture, highlights=tuple((t.x, t.y) for t in found)) if found else picture

    def _preview(self, move: str) -> BoardPicture | None:
        assert self._view is not None
        play = self._view.play
        try:
            found: BoardPicture | None = play.face.picture(play.face.play(play.position, move))  # type: ignore[attr-defined]
        except SandboxError:
            return None
        return found

    def _refuse(self, _at: tuple[int, int]) -> None:
        if self._view is not None:
            play = self._view.play
            moves = ", ".join(play.choices[:8]) + (" …" if len(play.choices) > 8 else "")
            self.say(f"{play.caption}: {moves}" if self._view.live else play.caption)


class TextStage(Stage):
    """A game that draws nothing: its text board."""

    def __init__(self) -> None:
        self.label = Label("", style="mono", wrap=True)
        self.pane = Scroll(Column([self.label], pad=16))
        self.pane.grow = 1.0

    @property
    def widget(self) -> Widget:
        """The text."""
        return self.pane

    def follow(self, view: View) -> None:
        """Show a position."""
        self.label.text = view.play.face.board(view.play.position)
