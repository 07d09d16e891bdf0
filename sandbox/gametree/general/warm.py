"""What a person needs compiled to play games with dice or several players: the usual engine of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

USUAL = {
    "pig": ("value-iteration", "expectiminimax"),
    "rolit": ("maxn",),
    "backgammon": ("expectiminimax",),
    "any-tree": ("maxn", "expectiminimax"),
    "pacman": ("pacman-minimax", "vector-mcts"),
    "kuhn": ("cfr", "ismcts"),
    "leduc": ("cfr", "ismcts"),
    "liars-dice": ("cfr", "ismcts"),
    "matrix": ("cfr",),
    "phantom": ("ismcts",),
}
"""Engines by the games they are prepared for, the usual one first."""
SEARCHED = {
    "paranoid": "expectiminimax",
    "determinised": "ismcts",
    "pacman-expectimax": "pacman-minimax",
    "pacman-reflex": "pacman-minimax",
}
"""Engines whose kernels are another's."""
RECORDED = {"backgammon": "expectiminimax", "any-tree": "maxn", "pacman": "pacman-minimax"}
"""Games whose trees are prepared, too, and by whom they are searched."""


def first_move(engine: str, game: str) -> str:
    """The warm-up before an engine's first move; "" where there is none."""
    name = SEARCHED.get(engine, engine)
    return f"gametree: {name}, {game}" if name in USUAL.get(game, ()) else ""


def of_tree(engine: str, game: str) -> str:
    """The warm-up before the tree of an engine's search; "" where there is none."""
    name = SEARCHED.get(engine, engine)
    return f"gametree: {name} recorded, {game}" if RECORDED.get(game) == name else ""


def _search(key: str, game_key: str, *, recorded: bool = False) -> None:
    from sandbox.games.general.api import general_games
    from sandbox.gametree.api import Limits
    from sandbox.gametree.general.api import general_engines, recorded_by
    from sandbox.gametree.general.recorder import Recording

    game, engine, limits = general_games[game_key].create(), general_engines[key].create(), Limits(depth=1, nodes=40)
    if recorded:
        recorded_by(engine, game, game.face().start(), limits, Recording(64))
    else:
        engine.search(game, game.face().start(), limits)


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """See kernels/warm.py."""
    for game, keys in USUAL.items():
        for key in keys:
            yield f"{key}, {game}", partial(_search, key, game)
            if RECORDED.get(game) == key:
                yield f"{key} recorded, {game}", partial(_search, key, game, recorded=True)
