"""Pac-Man: `python -m benchmarks.pacman`.

How many nodes a second searches of his go through, the cuts of each beside the whole tree, whose values are asserted;
and the lectures' four cells, 200 games each, in their order.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.harness import interleaved, ratio, section, table
from sandbox.bench.general.match import Contender, LineUp, play
from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines

ROUNDS = 9
GAMES = 200
DEPTH = 16
MAZES = ("starve", "trap", "classic")
SEARCHES = {"minimax": ("pacman-minimax", "players"), "expectimax": ("pacman-expectimax", "dice")}
CELLS = ("starve", "caught")
PACMEN = {name: Contender(key, (("depth", "4"), ("ties", "lot"))) for name, (key, _) in SEARCHES.items()}
GHOSTS = {
    "minimax ghost": Contender("pacman-minimax", (("depth", "2"), ("evaluation", "chase"), ("ties", "lot"))),
    "random ghost": Contender("any-move"),
}


def search(maze: str, name: str, *, cuts: bool) -> Callable[[], Answer]:
    """One search from the start of a maze."""
    key, ghosts = SEARCHES[name]
    game = general_games["pacman"].create({"maze": maze, "ghosts": ghosts})
    engine = general_engines[key].create({"depth": DEPTH, "cuts": cuts})
    start = game.face().start()
    return lambda: engine.search(game, start, Limits())


def processor_time(run: Callable[[], Answer]) -> float:
    """What a search takes of the processor: others may be at work beside it."""
    began = time.process_time()
    run()
    return time.process_time() - began


def rates() -> Iterator[list[object]]:
    """A row a maze and a search."""
    for maze in MAZES:
        for name in SEARCHES:
            whole, cut = search(maze, name, cuts=False), search(maze, name, cuts=True)
            both = whole(), cut()
            assert math.isclose(both[0].worth[0] or 0.0, both[1].worth[0] or 0.0, abs_tol=1e-6)
            runs = {
                "whole": partial(processor_time, whole),
                "cut": partial(processor_time, cut),
            }
            times = interleaved(runs, ROUNDS, own_clock=True)
            nodes = [answer.counts.nodes for answer in both]
            yield [
                f"{maze}, {name}",
                f"{nodes[0]:,}",
                f"{nodes[0] / times['whole'].median / 1e6:.1f}",
                f"{nodes[1] / nodes[0]:.3f}",
                f"{1 / ratio(times['whole'], times['cut']):.3f}",
            ]


def won(maze: str, pacman: Contender, ghost: Contender) -> float:
    """The share of games that Pac-Man wins."""
    options = (("maze", maze), ("steps", "300"))
    games = (play(LineUp("pacman", options, "-", (pacman, ghost), number, 100)) for number in range(GAMES))
    return sum(game.points[0] for game in games) / GAMES


def cells() -> Iterator[list[object]]:
    """A row a maze and Pac-Man, against either ghost, with half the width of the 95 % interval."""
    for maze in CELLS:
        shares = {(p, g): won(maze, PACMEN[p], GHOSTS[g]) for p in PACMEN for g in GHOSTS}
        assert shares["minimax", "minimax ghost"] > shares["expectimax", "minimax ghost"]
        for p in PACMEN:
            yield [f"{maze}, {p}", *(_with_error(shares[p, g]) for g in GHOSTS)]


def _with_error(share: float) -> str:
    return f"{share:.3f} ± {1.96 * max(math.sqrt(share * (1 - share) / GAMES), 0.5 / GAMES):.3f}"


def main() -> None:
    """Write the section."""
    text = [
        f"{DEPTH} plies from the start; the cuts are alpha-beta, or Star1 below dice:",
        table(["maze, search", "nodes", "whole tree, M/s", "nodes cut ÷ whole", "time cut ÷ whole"], list(rates())),
        f"The lectures' four cells: how often Pac-Man wins, four plies against two, {GAMES} games each:",
        table(["maze, Pac-Man", *GHOSTS], list(cells())),
    ]
    section("Pac-Man", "\n\n".join(text))


if __name__ == "__main__":
    main()
