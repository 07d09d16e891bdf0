"""A scripted opponent: an expert's opening while it lasts, then rules of thumb in a fixed order.

The way the first playing programs for toy games were written (A. Newell, H. A. Simon, Human Problem Solving,
1972, let tic-tac-toe be played by just such a list), and still a good measure of how far rules go without search. The
openings are in assets/openings.txt or come with the game, as its rules do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from sandbox.games.advice import GENERAL, decide
from sandbox.games.api import games
from sandbox.gametree.api import any_game, engines
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.options import Choosing
from sandbox.gametree.windowed.session import Session
from sandbox.registry import Help
from sandbox.settings import assets_folder


@engines.register(
    "scripted",
    title="Scripted",
    paper="Newell & Simon, Human Problem Solving, 1972",
    needs=any_game,
    order=1,
    strength=1,
)
@dataclass(frozen=True, slots=True)
class Scripted(Choosing):
    """An expert's opening, then rules of thumb."""

    opening: Annotated[bool, Help("play the expert's opening while it lasts")] = True
    rules: Annotated[bool, Help("then follow the rules of thumb (else the first legal move)")] = True

    def chosen(self, session: Session) -> str:
        """The rule that decided goes into the report's notes."""
        entry = entry_of(session.game)
        book = openings(entry.key) if self.opening else {}
        move, why = book.get(session.position.words, ("", ""))
        if not move:
            advice = entry.info.get("advice", GENERAL)
            move, why = decide(session.game, advice.rules if self.rules else (), session.position)
        session.progress.notes["rule"] = why
        return move


@cache
def openings(key: str) -> dict[tuple[int, int], tuple[str, str]]:
    """The book of a game: by position, the move and the opening's name. The first line that fits counts."""
    book: dict[tuple[int, int], tuple[str, str]] = {}
    face = games[key].create().face()
    for title, moves in (*_shipped(key), *games[key].info.get("openings", {}).items()):
        position = face.start()
        for move in moves.split():
            book.setdefault(position.words, (move, f"Opening: {title}."))
            position = face.play(position, move)
    return book


def _shipped(key: str) -> Iterator[tuple[str, str]]:
    for line in (assets_folder() / "openings.txt").read_text("utf-8").splitlines():
        name, _, moves = line.partition(":")
        of, _, title = name.partition(" ")
        if of == key:
            yield title, moves
