"""Plays by lot: what every other engine must beat."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.api import Limits, Status, any_game
from sandbox.gametree.general.api import Answer, Counts, MoveWorth, general_engines
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.options import Seed


@general_engines.register("any-move", title="Any move, by lot", needs=any_game, order=39, strength=0)
@dataclass(frozen=True, slots=True)
class AnyMove:
    """Every move is as likely as any other."""

    seed: Seed = 1

    def search(
        self,
        game: GeneralGame,
        position: Any,
        limits: Limits,  # noqa: ARG002
        recording: Recording | None = None,  # noqa: ARG002
    ) -> Answer:
        """See general/api.py. What looks the same has the same answer."""
        began, face = time.perf_counter(), game.face()
        player = face.to_move(position)
        moves = tuple(face.moves(position)) if player >= 0 else ()
        known = face.information(position, player) if moves else ""
        best = random.Random(f"{self.seed} {known}").choice(moves) if moves else ""
        worth, spent = tuple(face.utility(position) or ()), time.perf_counter() - began
        rows = tuple(MoveWorth(move) for move in moves)
        line = (best,) if best else ()
        return Answer(player, best, worth, bool(worth), line, 0, Status.DONE, spent, rows, Counts())
