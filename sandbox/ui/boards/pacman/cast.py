"""Who plays Pac-Man, who the ghosts, and with what; the casts that show what a maze is there for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from sandbox.games.general.library.pacman.game import PacMan
from sandbox.gametree.api import Limits
from sandbox.gametree.document.model import Player
from sandbox.gametree.general.api import GeneralEngine, general_engines

YOU: Final = "you"
SIMULATIONS = 3_000


class Part(NamedTuple):
    """One way to play: what it is called, its engine, and the engine's options that make it so."""

    title: str
    engine: str = ""
    options: tuple[tuple[str, Any], ...] = ()


PACMEN = {
    YOU: Part("You, with the arrow keys"),
    "reflex": Part("Reflex", "pacman-reflex"),
    "minimax": Part("Minimax", "pacman-minimax"),
    "expectimax": Part("Expectimax", "pacman-expectimax"),
    "mcts": Part("MCTS", "vector-mcts", (("simulations", SIMULATIONS),)),
    "chase": Part("Straight to the next dot", "pacman-chase", (("keenness", 1.0),)),
}
GHOSTS = {
    "random": Part("Wander at random", "any-move"),
    "chase": Part("Chase", "pacman-chase"),
    "alone": Part("Minimax, each alone", "pacman-minimax", (("together", False),)),
    "together": Part("Minimax, together", "pacman-minimax"),
}


@dataclass(frozen=True, slots=True)
class Cast:
    """Everything that is chosen."""

    pacman: str = YOU
    depth: int = 4
    evaluation: str = "careful"
    ghosts: str = "chase"
    ghost_depth: int = 4
    ghost_evaluation: str = "chase"
    lot: bool = True  # of equal moves one by lot
    seed: int = 1

    @property
    def person(self) -> bool:
        """Whether a person plays."""
        return self.pacman == YOU

    def game(self, maze: str) -> PacMan:
        """The game: a person may stand still, for no key may be pressed."""
        return PacMan(maze=maze, stay=self.person)

    def adviser(self) -> GeneralEngine:
        """Who plays Pac-Man, or tells the person what each way is worth."""
        part = PACMEN[self.pacman]
        return self._made(part if part.engine else PACMEN["minimax"], self.depth, self.evaluation)

    def ghost(self) -> GeneralEngine:
        """Who plays every ghost."""
        return self._made(GHOSTS[self.ghosts], self.ghost_depth, self.ghost_evaluation)

    def _made(self, part: Part, depth: int, evaluation: str) -> GeneralEngine:
        entry = general_engines[part.engine]
        wanted = {"depth": depth, "evaluation": evaluation, "ties": "lot" if self.lot else "first", "seed": self.seed}
        known = {option.name for option in entry.options}
        return entry.create({name: value for name, value in wanted.items() if name in known} | dict(part.options))

    def players(self, ghosts: int) -> tuple[Player, ...]:
        """Who plays, as files have it: Pac-Man, then every ghost."""
        own = {"depth": self.depth, "evaluation": self.evaluation, "ties": "lot" if self.lot else "first"}
        others = {"depth": self.ghost_depth, "evaluation": self.ghost_evaluation}
        pacman, ghost = PACMEN[self.pacman], GHOSTS[self.ghosts]
        return (Player(pacman.title, pacman.engine, own), *[Player(ghost.title, ghost.engine, others)] * ghosts)

    def named(self, players: Sequence[Player], seed: int) -> Cast:
        """The cast that a file names, as far as it is understood."""
        found = replace(self, seed=seed)
        for part, names in ((players[:1], OF_PACMAN), (players[1:2], OF_GHOSTS)):
            for player in part:
                found = _recast(found, player, *names)
        return found

    @staticmethod
    def limits(stop: Any) -> Limits:
        """Every way's own worth."""
        return Limits(every_move=True, stop=stop)


OF_PACMAN = ("pacman", PACMEN, {"depth": "depth", "evaluation": "evaluation"})
OF_GHOSTS = ("ghosts", GHOSTS, {"depth": "ghost_depth", "evaluation": "ghost_evaluation"})

LESSONS = {
    "thrash": Cast("minimax", 3, "score", lot=False),
    "starve": Cast("expectimax", 4, "careful", "together", 2, "chase"),
    "caught": Cast("expectimax", 4, "careful", "together", 2, "chase"),
    "trap": Cast("minimax", 4, "careful", "together", 6, "surround"),
}
"""How a maze that shows something begins; any other keeps the cast there is."""


def _recast(cast: Cast, player: Player, role: str, parts: Mapping[str, Part], names: Mapping[str, str]) -> Cast:
    """With one whom a file names; what of it is not understood stays as it is."""
    key = next((key for key, part in parts.items() if part.title == player.name), getattr(cast, role))
    own = {name: player.options.get(option) for option, name in names.items()}
    changed: dict[str, Any] = {n: value for n, value in own.items() if type(value) is type(getattr(cast, n))}
    return replace(cast, **(changed | {role: key}))
