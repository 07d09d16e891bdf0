"""A scripted opponent: an expert's opening while it lasts, then rules of thumb in a fixed order.

The way the first playing programs for toy games were written (A. Newell, H. A. Simon, Human Problem Solving,
1972, let tic-tac-toe be played by just such a list), and still a good measure of how far rules go without search. The
openings are in assets/openings.txt, the rules in gametree/play/rules_of_thumb.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from sandbox.games.api import Game, games
from sandbox.gametree.api import Limits, Result, any_game, engines
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.play.rules_of_thumb import decide, rules_for
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Session, Settings
from sandbox.registry import Help
from sandbox.settings import assets_folder


@engines.register(
    "scripted",
    title="Scripted",
    paper="Newell & Simon, Human Problem Solving, 1972",
    needs=any_game,
    order=1,
    strength=1,
    records=False,
)
@dataclass(frozen=True, slots=True)
class Scripted:
    """An expert's opening, then rules of thumb."""

    opening: Annotated[bool, Help("play the expert's opening while it lasts")] = True
    rules: Annotated[bool, Help("then follow the rules of thumb (else the first legal move)")] = True

    def search(
        self,
        game: Game,
        position: Any,
        limits: Limits,
        report: SearchReport,
        recording: TreeRecording | None = None,  # noqa: ARG002  (nothing is searched)
    ) -> Result:
        """See api.Engine. The rule that decided is in the report's notes."""
        return Session(game, position, limits, report, None, Settings(search)).run(self._drive)

    def _drive(self, session: Session) -> None:
        key = entry_of(session.game).key
        book = openings(key) if self.opening else {}
        move, why = book.get(session.position.words, ("", ""))
        if not move:
            move, why = decide(session.game, rules_for(key) if self.rules else (), session.position)
        session.report.notes["rule"] = why
        session.choose(move)


@cache
def openings(key: str) -> dict[tuple[int, int], tuple[str, str]]:
    """The book of a game: by position, the move and the opening's name. The first line that fits counts."""
    book: dict[tuple[int, int], tuple[str, str]] = {}
    face = games[key].create().face()
    for line in (assets_folder() / "openings.txt").read_text("utf-8").splitlines():
        name, _, rest = line.partition(":")
        of, _, title = name.partition(" ")
        position = face.start()
        for move in rest.split() if of == key else ():
            book.setdefault(position.words, (move, f"Opening: {title}."))
            position = face.play(position, move)
    return book
