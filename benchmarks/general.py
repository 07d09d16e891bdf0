"""General games: `python -m benchmarks.general`.

What generality costs: the same search on the same nodes by the two-word engine and through the adapter; and what the
cuts, the order of moves and the table save: on random trees with dice, on trees of several players, in backgammon, Pig
and Rolit. Values and node counts are asserted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from benchmarks.harness import Timing, interleaved, section, table
from sandbox.games.api import games
from sandbox.games.general.api import GeneralGame, general_games
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.two_words import general
from sandbox.gametree.report import SearchReport
from tests.strategies.general import layered_tree, playout, tree

ROUNDS = 15
WHOLE = {"connect-four": 8, "othello": 6, "tic-tac-toe": 9}
TREES = 400
SWITCHES: dict[str, dict[str, Any]] = {
    "no cuts below dice": {"star": "off", "order": False, "table": False},
    "Star1": {"star": "star1", "order": False, "table": False},
    "Star1, table": {"star": "star1", "order": False},
    "Star2": {"order": False, "table": False},
    "Star2, order": {"table": False},
    "Star2, order, table": {},
}
ALL_ENEMIES: dict[str, dict[str, Any]] = {
    "no cuts": {"cuts": False, "table": False},
    "cuts": {"order": False, "table": False},
    "cuts, order": {"table": False},
    "cuts, order, table": {},
}
PLAYED: list[tuple[str, dict[str, Any], str, dict[str, dict[str, Any]], int, int]] = [
    ("backgammon", {}, "expectiminimax", SWITCHES, 2, 40),
    ("backgammon", {}, "expectiminimax", SWITCHES, 3, 6),
    ("pig", {}, "expectiminimax", SWITCHES, 6, 40),
    ("rolit", {"players": 3}, "paranoid", ALL_ENEMIES, 5, 20),
]
"""Game, its options, engine, the engine's options by name, decisions, positions."""


def twins(key: str, depth: int) -> tuple[int, dict[str, Callable[[], float]]]:
    """Negamax's whole tree, by its own kernel and by the general one; CPU time, for others may be at work beside."""
    game = games[key].create()
    start, limits = game.face().start(), Limits(depth=depth)
    as_general, report = general(game), SearchReport()
    two = engines["negamax"].create()
    one = general_engines["expectiminimax"].create({"cuts": False, "table": False})
    expected, found = two.search(game, start, limits, report), one.search(as_general, start, limits)
    assert as_general.shown(found.of(0) or 0.0) == expected.value
    assert found.counts.nodes == expected.report.nodes
    return found.counts.nodes, {
        "two words": lambda: processor_time(lambda: two.search(game, start, limits, report)),
        "general": lambda: processor_time(lambda: one.search(as_general, start, limits)),
    }


def processor_time(run: Callable[[], object]) -> float:
    """What a search takes of the processor."""
    began = time.process_time()
    run()
    return time.process_time() - began


def price() -> list[list[object]]:
    """A row a game."""
    rows: list[list[object]] = []
    for key, depth in WHOLE.items():
        nodes, runs = twins(key, depth)
        times: dict[str, Timing] = interleaved(runs, ROUNDS, own_clock=True)
        least = [times[name].best for name in ("two words", "general")]
        rates = [f"{nodes / seconds / 1e6:.1f}" for seconds in least]
        rows.append([f"{key}, {depth} plies", f"{nodes:,}", *rates, f"{least[1] / least[0]:.2f}"])
    return rows


def saved(engine: str, players: int, variants: dict[str, dict[str, Any]], **kind: bool) -> list[list[object]]:
    """The nodes of all trees together, by every variant, and what they are of the first's."""
    spent = dict.fromkeys(variants, 0)
    for seed in range(TREES):
        game, root = tree(seed, players=players, **kind) if kind or players > 2 else layered_tree(seed)
        found = {
            name: general_engines[engine].create(o).search(game, root, Limits(depth=9)) for name, o in variants.items()
        }
        values = [a.of(max(a.player, 0)) or 0.0 for a in found.values()]
        assert max(values) - min(values) < 1e-9, seed
        for name, answer in found.items():
            spent[name] += answer.counts.nodes
    most = max(spent.values())
    return [[f"{engine}, {players} players: {name}", f"{n:,}", f"{n / most:.3f}"] for name, n in spent.items()]


def along(game: GeneralGame, count: int) -> list[Any]:
    """A position with something to choose from each of as many random games."""
    face, found, seed = game.face(), list[Any](), 0
    while len(found) < count:
        choices = [p for p in playout(game, seed, longest=120) if face.to_move(p) >= 0 and len(face.moves(p)) > 1]
        found += random.Random(seed).sample(choices, 1) if choices else []
        seed += 1
    return found


def played(
    key: str, more: dict[str, Any], engine: str, variants: dict[str, dict[str, Any]], depth: int, count: int
) -> list[list[object]]:
    """A row a variant: nodes and CPU time of all positions together, each searched by every variant in turn."""
    game, limits = general_games[key].create(more), Limits(depth=depth)
    engines_of = {name: general_engines[engine].create(options) for name, options in variants.items()}
    positions, spent = along(game, count), {name: [0, 0, 0.0] for name in variants}
    for one in engines_of.values():
        one.search(game, positions[0], Limits(depth=1))
    for position in positions:
        values = []
        for name, one in engines_of.items():
            began = time.process_time()
            answer = one.search(game, position, limits)
            took = time.process_time() - began
            now = (answer.counts.nodes, answer.counts.estimates, took)
            spent[name] = [a + b for a, b in zip(spent[name], now, strict=True)]
            values.append(answer.of(answer.player) or 0.0)
        assert max(values) - min(values) < 1e-6
    nodes, _, seconds = next(iter(spent.values()))
    title, rows = f"{key}, {engine}, {depth} decisions, {count} positions", list[list[object]]()
    for name, (n, e, s) in spent.items():
        shares = f"{n / nodes:.3f}", f"{1000 * s / count:.3g}", f"{s / seconds:.3f}"
        rows.append([f"{title}: {name}", f"{n:,.0f}", f"{e:,.0f}", *shares])
    return rows


def main() -> None:
    """Write the section."""
    plain = {"table": False}
    star = {s: {"star": s} | plain for s in ("off", "star1", "star2")}
    rows = saved("expectiminimax", 2, {"no cuts": {"cuts": False} | plain} | star)
    rows += saved("maxn", 3, {"no cuts": {"cuts": False}, "shallow pruning": {}}, constant=True, halves=True)
    rows += saved("paranoid", 3, {"no cuts": {"cuts": False} | plain, "cuts": plain})
    text = [
        f"The whole tree, the same nodes; the least CPU time of {ROUNDS} rounds in turn:",
        table(["game", "nodes", "two words, M/s", "general, M/s", "general ÷ two words, time"], price()),
        f"{TREES} random trees with dice, the same values (those of two players are bushier):",
        table(["search", "nodes", "of the most"], rows),
        "Positions along random games, each searched by every row in turn, the same values; shares are of the first:",
        table(
            ["search", "nodes", "estimates to order", "nodes, share", "CPU ms a position", "CPU, share"],
            [row for each in PLAYED for row in played(*each)],
        ),
    ]
    section("General games", "\n\n".join(text))


if __name__ == "__main__":
    main()
