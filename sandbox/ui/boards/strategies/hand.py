"""A hand played against what was learnt: a person sees what the seat may see, until the end or with open cards."""

from __future__ import annotations

import random
from typing import Any

from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.gametree.api import Limits, new_stop
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.hidden.telling import group_of
from sandbox.kernels.arrays import Stop
from sandbox.ui.boards.strategies.run import Run, Snapshot

SIMULATIONS = 3_000  # of a move in a game that is too large to be learnt


class Hand:
    """One game; the person's seat changes with every hand."""

    def __init__(self, run: Run, number: int) -> None:
        self.run, self.number, self.seat = run, number, number % 2
        self._lots = random.Random(f"hand {number}")
        self.position: Any = run.root
        self.open = False  # a teacher shows all cards

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.run.face.to_move(self.position) == TERMINAL

    @property
    def moves(self) -> tuple[str, ...]:
        """What the person may do now."""
        mine = self.run.face.to_move(self.position) == self.seat
        return tuple(self.run.face.moves(self.position)) if mine else ()

    def reply(self, snapshot: Snapshot | None, stop: Stop | None = None) -> Any:
        """Where the deal, and the other's moves, lead until the person is due or it is over."""
        face, position = self.run.face, self.position
        while (who := face.to_move(position)) not in (TERMINAL, self.seat):
            moves = face.moves(position)
            if who == CHANCE:
                move = self._lots.choices(moves, [float(p) for p in face.chances(position)])[0]
            elif snapshot is None or self.run.tree is None:
                move = self._sampled(position, stop)
            else:
                slots = self.run.tree.of_group(group_of(self.run.tree, position))
                move = self._lots.choices(moves, snapshot.average[slots].tolist())[0]
            position = face.play(position, move)
        return position

    def _sampled(self, position: Any, stop: Stop | None) -> str:
        """What information-set MCTS plays, where the game is too large to be learnt."""
        limits = Limits(nodes=SIMULATIONS, stop=new_stop() if stop is None else stop)
        engine = general_engines["ismcts"].create({"seed": self.number + 1})
        return engine.search(self.run.game, position, limits).best

    def go_on(self, snapshot: Snapshot | None) -> None:
        """Have the other play."""
        self.position = self.reply(snapshot)

    def make(self, move: str) -> None:
        """The person's move."""
        self.position = self.run.face.play(self.position, move)

    @property
    def words(self) -> str:
        """What the seat may see; all of it at the end."""
        face = self.run.face
        if self.over:
            won = (face.utility(self.position) or (0.0, 0.0))[self.seat]
            outcome = "even" if won == 0 else f"you {'win' if won > 0 else 'lose'} {abs(won):g}"
            return f"{_named(face.print(self.position))} · {outcome}"
        if self.open:
            return f"{_named(face.print(self.position))} · open cards"
        return f"You are {'AB'[self.seat]} and see: {_named(face.information(self.position, self.seat))}"


def _named(text: str) -> str:
    """Without a matrix in front."""
    return text.rpartition(" / ")[2]
