"""Plays by lot: what every other engine must beat."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from sandbox.games.general.api import GeneralFace, GeneralGame
from sandbox.gametree.api import Limits, any_game
from sandbox.gametree.general.api import Answer, answered, general_engines
from sandbox.gametree.options import Seed


@general_engines.register("any-move", title="Any move, by lot", needs=any_game, order=39, strength=0)
@dataclass(frozen=True, slots=True)
class AnyMove:
    """Every move is as likely as any other."""

    seed: Seed = 1

    def search(self, game: GeneralGame, position: Any, limits: Limits) -> Answer:  # noqa: ARG002
        """See general/api.py. What looks the same has the same answer."""
        return answered(game, position, lambda face, moves: self._chosen(face, position, moves))

    def _chosen(self, face: GeneralFace[Any], position: Any, moves: tuple[str, ...]) -> str:
        known = face.information(position, face.to_move(position))
        return random.Random(f"{self.seed} {known}").choice(moves)
