"""Hidden information: `python -m benchmarks.hidden [kuhn leduc liars-dice]`.

Iterations a second of CFR and CFR+ beside OpenSpiel's C++, if that is installed: in turn, in one run, by CPU time. The
exploitability after as many iterations of both is asserted to be the same; so is what is known of Kuhn poker, and that
information sets leave sampled search less exploitable than guesses that vote.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.harness import section, table
from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits, new_stop
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.hidden.flat import Tree, written_down
from sandbox.gametree.hidden.learning import Minimiser, learnt, rehearse

THEIRS = {"kuhn": "kuhn_poker", "leduc": "leduc_poker", "liars-dice": "liars_dice"}
SECONDS = 3.0
COMPARED = {"kuhn": 100, "leduc": 100, "liars-dice": 10}  # iterations after which both are asked
SEEDS = 5


def solver_of(key: str, *, plus: bool) -> tuple[Any, Any] | None:
    """OpenSpiel's game and solver, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(THEIRS[key])
    return game, (pyspiel.CFRPlusSolver if plus else pyspiel.CFRSolver)(game)


def a_second(run: Callable[[int], object], many: int) -> float:
    """Iterations a second of CPU time."""
    began = time.process_time()
    run(many)
    return many / max(time.process_time() - began, 1e-9)


def rates(key: str, tree: Tree, *, plus: bool) -> list[object]:
    """A row: ours, theirs, the ratio, and both exploitabilities."""
    ours, theirs, stop = Minimiser(tree, plus=plus), solver_of(key, plus=plus), new_stop()
    rehearse(ours)
    many = max(20, int(2e6 / tree.nodes))
    found: list[tuple[float, float]] = []
    done, until = 0, time.process_time() + SECONDS
    while time.process_time() < until or len(found) < 3:
        mine = a_second(lambda n: ours.run(n, stop), many)
        if theirs is None:
            found.append((mine, 0.0))
            continue
        few = max(1, many // 100)
        found.append((mine, a_second(lambda n: [theirs[1].evaluate_and_update_policy() for _ in range(n)], few)))
        done += few
    name = f"{key}, {'CFR+' if plus else 'CFR'}"
    mine, other = (median(pair[i] for pair in found) for i in (0, 1))
    if theirs is None:
        return [name, f"{tree.nodes:,}", f"{tree.groups:,}", f"{mine:,.0f}", "–", "–", "–"]
    return [name, f"{tree.nodes:,}", f"{tree.groups:,}", f"{mine:,.0f}", f"{other:,.1f}", f"{mine / other:.0f}",
            alike(key, tree, plus=plus)]  # fmt: skip


def alike(key: str, tree: Tree, *, plus: bool) -> str:
    """Exploitability after as many iterations of both."""
    import pyspiel

    theirs = solver_of(key, plus=plus)
    assert theirs is not None
    for _ in range(COMPARED[key]):
        theirs[1].evaluate_and_update_policy()
    other = float(pyspiel.exploitability(theirs[0], theirs[1].average_policy()))
    *_, found = learnt(Minimiser(tree, plus=plus), 0.0, Limits(nodes=COMPARED[key]))
    assert abs(found.exploitability - other) < 1e-5, (key, found.exploitability, other)
    return f"{found.exploitability:.6f}, {other:.6f}"


def sampled(simulations: int) -> list[object]:
    """A row: how exploitable both samplers are in Kuhn poker."""
    game = general_games["kuhn"].create()
    means = []
    for engine in ("determinised", "ismcts"):
        found = []
        for seed in range(1, SEEDS + 1):
            answer = general_engines[engine].create({"simulations": simulations, "seed": seed})
            mixed = answer.search(game, game.face().start(), Limits()).mixed
            assert mixed is not None
            found.append(mixed.exploitability)
        means.append(sum(found) / SEEDS)
    return [f"{simulations:,}", *(f"{m:.3f}" for m in means), f"{means[1] / means[0]:.2f}"]


def main() -> None:
    """Write the section."""
    rows = []
    for key in sys.argv[1:] or THEIRS:
        game = general_games[key].create()
        tree = written_down(game, game.face().start())
        rows += [rates(key, tree, plus=plus) for plus in (False, True)]
    votes = [sampled(n) for n in (1_000, 10_000, 100_000, 1_000_000)]
    assert float(str(votes[-1][3])) <= 0.5
    columns = ["game", "nodes", "information sets", "iterations/s", "OpenSpiel, C++", "ratio", "exploitability of both"]
    text = [
        "Iterations a second, and the exploitability after as many iterations (100; of liar's dice 10):",
        table(columns, rows),
        f"Kuhn poker, exploitability of sampled search by simulations, mean of {SEEDS} seeds:",
        table(["simulations", "guesses that vote", "information sets", "ratio"], votes),
    ]
    section("Hidden information", "\n\n".join(text))


if __name__ == "__main__":
    main()
