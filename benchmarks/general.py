"""General games: `python -m benchmarks.general`.

What generality costs: the same search on the same nodes by the two-word engine and through the adapter; and what the
cuts save on random trees with dice and on trees of several players. Values and node counts are asserted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.harness import Timing, interleaved, ratio, section, table
from sandbox.games.api import games
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.two_words import general
from sandbox.gametree.report import SearchReport
from tests.strategies.general import layered_tree, tree

ROUNDS = 9
WHOLE = {"connect-four": 8, "othello": 6, "tic-tac-toe": 9}
TREES = 400


def twins(key: str, depth: int) -> tuple[int, dict[str, Callable[[], float]]]:
    """Negamax's whole tree, by its own kernel and by the general one; both tell their own seconds."""
    game = games[key].create()
    start, limits = game.face().start(), Limits(depth=depth)
    as_general, report = general(game), SearchReport()
    two = engines["negamax"].create()
    one = general_engines["expectiminimax"].create({"cuts": False, "table": False})
    expected, found = two.search(game, start, limits, report), one.search(as_general, start, limits)
    assert as_general.shown(found.of(0) or 0.0) == expected.value
    assert found.counts.nodes == expected.report.nodes
    return found.counts.nodes, {
        "two words": lambda: two.search(game, start, limits, report).seconds,
        "general": lambda: one.search(as_general, start, limits).seconds,
    }


def price() -> list[list[object]]:
    """A row a game."""
    rows: list[list[object]] = []
    for key, depth in WHOLE.items():
        nodes, runs = twins(key, depth)
        times: dict[str, Timing] = interleaved(runs, ROUNDS, own_clock=True)
        rates = [f"{nodes / times[name].median / 1e6:.1f}" for name in ("two words", "general")]
        rows.append(
            [f"{key}, {depth} plies", f"{nodes:,}", *rates, f"{ratio(times['general'], times['two words']):.2f}"]
        )
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


def main() -> None:
    """Write the section."""
    plain = {"table": False}
    star = {s: {"star": s} | plain for s in ("off", "star1", "star2")}
    rows = saved("expectiminimax", 2, {"no cuts": {"cuts": False} | plain} | star)
    rows += saved("maxn", 3, {"no cuts": {"cuts": False}, "shallow pruning": {}}, constant=True, halves=True)
    rows += saved("paranoid", 3, {"no cuts": {"cuts": False} | plain, "cuts": plain})
    text = [
        "The whole tree, the same nodes:",
        table(["game", "nodes", "two words, M/s", "general, M/s", "general ÷ two words, time"], price()),
        f"{TREES} random trees with dice, the same values (those of two players are bushier):",
        table(["search", "nodes", "of the most"], rows),
    ]
    section("General games", "\n\n".join(text))


if __name__ == "__main__":
    main()
