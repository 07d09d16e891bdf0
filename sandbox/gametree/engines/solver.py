"""The solver: the true value by null windows, with everything a game brings to be solved.

Each game's solver names the papers it follows (gametree/solving/games); the drivers are in gametree/solving/drivers.py.

Departs from a search in that its answer is proven or says how far the proof has come (`bounds`). Options are its own,
and the ideas of every game that can be solved: a file more in gametree/solving/games is one more game here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from typing import Annotated, Any, Final, Literal, get_type_hints

from sandbox.errors import BadInput
from sandbox.games.api import Game, games
from sandbox.gametree.api import Limits, Result, engines
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.options import Seed
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving.api import ExactSolver, solvers
from sandbox.gametree.solving.session import MEGABYTE, Wish, solve
from sandbox.registry import Help, Range, Unit

DRIVERS: Final[Mapping[str, int | None]] = {
    "usual": None, "bisection": drivers.BISECTION, "sign-first": drivers.SIGN_FIRST, "mtdf": drivers.MTDF,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Solving:
    """What all games share."""

    driver: Annotated[
        Literal["usual", "bisection", "sign-first", "mtdf"],
        Help("how the bounds are narrowed: as suits the game; by halving; the sign first; from the last answer (MTD)"),
    ] = "usual"
    goal: Annotated[Literal["exact", "outcome"], Help("the exact score, or only who wins")] = "exact"
    memory: Annotated[int, Range(1, 1024, log=True), Unit("MB"), Help("the table never takes more")] = 16
    keep_table: Annotated[bool, Help("keep what was learnt for the next move")] = False
    book: Annotated[bool, Help("answer from the game's book where it knows the position")] = True
    vary: Annotated[bool, Help("take one of several equally good moves of the book at random")] = False
    seed: Seed = 1

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine. It records no tree."""
        del recording
        wish = Wish(
            self.ideas(game),
            DRIVERS[self.driver],
            self.goal == "outcome",
            self.memory * MEGABYTE,
            self.keep_table,
            self.book,
            self.seed + 1 if self.vary else 0,
        )
        return solve(game, position, limits, report, wish)

    def ideas(self, game: Game) -> ExactSolver:
        """What the game brings, with its switches as they are set here."""
        key = entry_of(game).key
        if key not in solvers:
            fitting = ", ".join(entry.key for entry in solvers)
            raise BadInput("engine", f"solver cannot play {games[key].title}", f"one of {fitting}")
        named = {option.name: getattr(self, option.name) for option in solvers[key].options}
        return solvers[key].create(named)


def _ideas_of_all() -> list[tuple[str, Any, Any]]:
    """The fields of every game's solver, each name once."""
    found: dict[str, tuple[str, Any, Any]] = {}
    for entry in solvers:
        hints = get_type_hints(entry.cls, include_extras=True)
        for one in fields(entry.cls):  # type: ignore[arg-type]
            if one.default is not MISSING:
                found.setdefault(one.name, (one.name, hints[one.name], field(default=one.default)))
    return list(found.values())


def plays(game: str) -> bool:
    """Whether a game can be solved."""
    return game in solvers


def options_for(game: str) -> frozenset[str]:
    """The names of the options that mean something in a game."""
    ideas = {option.name for option in solvers[game].options} if game in solvers else set()
    return frozenset(ideas | {one.name for one in fields(Solving)})


Solver = engines.register(
    "solver",
    title="Exact solver",
    summary="The true value, proven; its bounds while it works",
    paper="Pons, Solving Connect 4, 2015-2019; Plaat et al., AAAI 1996",
    plays=plays,
    options_for=options_for,
    order=10,
    strength=8,
    proves=True,
)(
    make_dataclass(
        "Solver", _ideas_of_all(), bases=(Solving,), namespace={"__module__": __name__}, frozen=True, slots=True
    )
)
