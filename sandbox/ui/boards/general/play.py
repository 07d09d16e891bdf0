"""A game with dice or several players, as it goes: its positions one after the other, and what was found at each.

The dice are settled by the game's seed and how many moves lie behind: what was taken back comes again as it was.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sandbox.games.api import BoardPicture, BoardStyle
from sandbox.games.general.api import NAMES, GeneralGame, Pictured
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, Worth
from sandbox.gametree.general.tree import completed
from sandbox.registry import Entry

DICE = "Dice"


@dataclass(frozen=True, slots=True)
class Finding:
    """What an engine answered about a position, and whether it was asked for every move."""

    who: str
    engine: str
    options: Mapping[str, Any]
    limits: Limits
    answer: Answer
    moved: bool = False


class Play:
    """One game."""

    def __init__(
        self, entry: Entry[GeneralGame], options: Mapping[str, Any] | None = None, start: str = "-", seed: int = 1
    ) -> None:
        self.entry, self.options, self.seed = entry, dict(options or {}), seed
        self.game: GeneralGame = entry.create(self.options)
        self.face = self.game.face()
        first = self.face.parse(start)
        self.beginning = self.face.print(first)
        self.positions: list[Any] = [first]
        self.moves: list[str] = []
        self.at = 0
        self.findings: dict[int, Finding] = {}
        self.players = self.game.axes(first).players

    # Where it stands -----------------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The position looked at."""
        return self.positions[self.at]

    @property
    def to_move(self) -> int:
        """A player, CHANCE or TERMINAL."""
        return self.face.to_move(self.position)

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return self.to_move == TERMINAL

    @property
    def by_chance(self) -> bool:
        """Whether the dice are to be thrown here."""
        return self.to_move == CHANCE

    @property
    def choices(self) -> Sequence[str]:
        """The moves, or what the dice may show."""
        return self.face.moves(self.position)

    @property
    def behind(self) -> bool:
        """Whether moves follow that were taken back."""
        return self.at < len(self.moves)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(NAMES[: self.players])

    def side(self, player: int) -> str:
        """Who that is, in a word."""
        return self.names[player] if player >= 0 else DICE

    @property
    def caption(self) -> str:
        """Who is to move, or how it ended."""
        who = self.to_move
        if who == CHANCE:
            return f"{DICE} for {self.side(self.roller)}" if self.roller >= 0 else f"{DICE} decide"
        return f"{self.side(who)} to move" if who >= 0 else self._ending()

    def _ending(self) -> str:
        worth = self.face.utility(self.position) or ()
        text = ", ".join(f"{name} {value:g}" for name, value in zip(self.names, worth, strict=True)).replace("-", "−")
        picture = self.picture
        if picture is not None and picture.style is BoardStyle.TREE:
            return f"Worth {text}"
        best = [name for name, value in zip(self.names, worth, strict=True) if value == max(worth)]
        return f"{best[0]} wins: {text}" if len(best) == 1 else f"{' and '.join(best)} are even: {text}"

    @property
    def roller(self) -> int:
        """Whose dice they are: the player's who moved last or moves next; CHANCE if that is not known."""
        if not self.by_chance:
            return CHANCE
        after = self.face.to_move(self.face.play(self.position, self.choices[0]))
        before = self.face.to_move(self.positions[self.at - 1]) if self.at else after
        mover = getattr(self.position, "mover", CHANCE)
        return mover if isinstance(mover, int) and mover >= 0 else max(before, after, CHANCE)

    @property
    def picture(self) -> BoardPicture | None:
        """The board, with the last move marked, where the game draws one."""
        return self.picture_at(self.at)

    def picture_at(self, at: int) -> BoardPicture | None:
        """The board at some moment."""
        return self.face.picture(self.positions[at]) if isinstance(self.face, Pictured) else None

    # What is done --------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """A move, or what the dice show; what followed here before is forgotten, unless it was the same."""
        after = self.face.play(self.position, move)
        if not (self.behind and self.moves[self.at] == move):
            del self.moves[self.at :], self.positions[self.at + 1 :]
            self.findings = {at: finding for at, finding in self.findings.items() if at <= self.at}
            self.moves.append(move)
            self.positions.append(after)
        self.at += 1

    def go(self, at: int) -> None:
        """Look at another moment of the game."""
        self.at = min(max(at, 0), len(self.moves))

    def rolled(self) -> str:
        """What the dice show here."""
        dice = random.Random(f"{self.seed} {self.at}")
        chances = [float(chance) for chance in self.face.chances(self.position)]
        return dice.choices(self.choices, chances)[0]

    def shown(self, worth: Worth) -> Worth:
        """Worths as people read them; of two players whose worths add up always alike, both."""
        return completed(
            self.game, self.positions[0], tuple(None if value is None else self.game.shown(value) for value in worth)
        )

    @property
    def expected(self) -> tuple[str, Worth]:
        """Who says what each player may expect, here or at the moment before; nobody says anything at first."""
        if self.over:
            return "The rules", tuple(self.face.utility(self.position) or ())
        for at in range(self.at, max(self.at - 3, -1), -1):
            finding = self.findings.get(at)
            if finding is not None and finding.answer.worth:
                when = "" if at == self.at else " before the last move"
                return f"{finding.who}{when}", self.shown(finding.answer.worth)
        return "", ()
