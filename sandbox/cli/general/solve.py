"""`solve` on general games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.general.wanted import game_of, refuse
from sandbox.cli.options import at_least, keyed_options
from sandbox.errors import BadInput
from sandbox.figures import count, seconds, short

if TYPE_CHECKING:
    from sandbox.bench.general.solving import GeneralTask
    from sandbox.games.general.api import GeneralGame

DEFAULT_SECONDS = 1.0
FOR_EVER = 10**18
MOST_KEPT = 100_000  # nodes of a tree: each is reported in words
MOST_SETS = 60  # information sets that are reported
_SIGNS = {"upper": "≤ "}


def tasks_of(arguments: argparse.Namespace) -> Iterator[GeneralTask]:
    """What is to be searched."""
    from sandbox.bench.general.solving import GeneralTask, engine_entry

    at_least(arguments, depth=0, time=0, nodes=0, jobs=1, tree_nodes=1)
    refuse(arguments, regret=0)
    key, own, game = game_of(arguments.game)
    bare = not (arguments.engine or arguments.depth or arguments.time or arguments.nodes or arguments.exact)
    for text, expected in _positions(arguments, game):
        position = game.face().parse(text)
        if arguments.open and game.axes(position).perfect_information:
            raise BadInput("--open", f"with {key}, in which all is seen", "a game with hidden information")
        engine = engine_entry(game, position, arguments.engine or _exact(arguments, game, position))
        options = keyed_options(arguments.option, (engine.key,)).get(engine.key, {})
        engine.parse(options)
        if arguments.exact and game.axes(position).loopy and not engine.info.get("exact", False):
            raise BadInput("--exact", "a game whose positions recur", "--depth, --time or --nodes")
        yield GeneralTask(
            key,
            own,
            text,
            engine.key,
            tuple(options.items()),
            arguments.depth,
            DEFAULT_SECONDS if bare else arguments.time,
            arguments.nodes or (FOR_EVER if arguments.exact else 0),
            arguments.every_move,
            expected,
            arguments.open,
        )


def _exact(arguments: argparse.Namespace, game: GeneralGame, position: Any) -> str:
    """Who solves the game, if a proven value is wanted of one that may last for ever; else no key."""
    from sandbox.gametree.general.api import general_engines_for

    solvers = [e.key for e in general_engines_for(game, position) if e.info.get("exact", False)]
    return solvers[0] if arguments.exact and game.axes(position).loopy and solvers else ""


def with_tree(arguments: argparse.Namespace, tasks: list[GeneralTask]) -> int:
    """One search, reported, and its tree shown and saved."""
    from sandbox.bench.general.solving import with_tree as searched
    from sandbox.gametree.general.tree import as_text, save

    if arguments.file:
        raise BadInput("--tree", "with --file", "one position")
    facts, nodes, about, lost = searched(tasks[0], arguments.stop, min(arguments.tree_nodes, MOST_KEPT))
    save(nodes, about, Path(arguments.tree))
    arguments.out.record(facts)
    tell(arguments, facts)
    arguments.out.text()
    for line in as_text(nodes):
        arguments.out.text(line)
    arguments.out.text(f"{arguments.tree}: {count(len(nodes))} nodes")
    if lost:
        arguments.out.note(f"{count(lost)} nodes more were not kept: see --tree-nodes")
    return 0


def _positions(arguments: argparse.Namespace, game: Any) -> Iterator[tuple[str, float | None]]:
    from sandbox.bench.solving import read_line

    if not arguments.file:
        yield arguments.position, None
        return
    lines = Path(arguments.file).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            yield read_line(game.face(), line, f"{arguments.file}:{number}")


def tell(arguments: argparse.Namespace, facts: dict[str, Any]) -> None:
    """One search, for people."""
    out, worth = arguments.out, vector(facts["values"])
    if facts["player"] == "nobody":
        out.text(f"the game is over: {worth}")
        return
    chosen = f"best {facts['best']}   " if facts["best"] else ""
    certain = " (proven)" if facts["exact"] else ""
    out.text(f"{facts['player']} to move: {chosen}worth {worth}{certain}   line {' '.join(facts['pv']) or '–'}")
    if "equilibria" in facts:
        _equilibria(arguments, facts)
        return
    if "strategy" in facts:
        _strategy(arguments, facts)
        return
    if any("often" in row for row in facts["root"]):
        _sampled(arguments, facts)
        return
    if facts["nodes"]:
        rate = facts["nodes"] / facts["seconds"] if facts["seconds"] > 0 else 0.0
        out.text(
            f"depth {facts['depth']} (deepest {facts['deepest']})   {count(facts['nodes'])} nodes in"
            f" {seconds(facts['seconds'])} ({short(rate)}/s)   {facts['status']}"
        )
        glances = f"   estimates to order moves {count(facts['estimates'])}" if facts["estimates"] else ""
        out.text(f"cut-offs {count(facts['cutoffs'])}, below dice {count(facts['star_cuts'])}{glances}")
    rows = sorted(facts["root"], key=lambda r: (r["move"] != facts["best"], -(r["value"] or 0.0)))
    out.table(
        ["move", "worth", "nodes", "line"],
        [
            [r["move"], _SIGNS.get(r["bound"], "") + vector(r["values"]), r["nodes"], " ".join(r["pv"][:8])]
            for r in rows
        ],
    )


def _sampled(arguments: argparse.Namespace, facts: dict[str, Any]) -> None:
    """What simulations tried, and how often."""
    out, rate = arguments.out, facts["nodes"] / facts["seconds"] if facts["seconds"] > 0 else 0.0
    out.text(
        f"{count(facts['nodes'])} simulations in {seconds(facts['seconds'])} ({short(rate)}/s),"
        f" {facts['deepest']} decisions deep   {facts['status']}"
    )
    out.table(["move", "how often", "worth"], [[r["move"], r["often"], vector(r["values"])] for r in facts["root"]])


def _equilibria(arguments: argparse.Namespace, facts: dict[str, Any]) -> None:
    """Every equilibrium, and what is dominated."""
    out, found = arguments.out, facts["equilibria"]
    rows = [[_mixed(e["row"]), _mixed(e["column"]), ", ".join(e["worth"])] for e in found]
    out.table(["row plays", "column plays", "worth"], rows)
    for subset in facts["continua"]:
        sides = [" to ".join(map(_mixed, subset[side])) for side in ("row", "column")]
        out.text(f"and all mixtures of: row {sides[0]}; column {sides[1]}")
    if facts["degenerate"]:
        out.text("The game is degenerate: some mixture has more best responses than strategies.")
    for step in facts["dominated"]:
        out.text(f"crossed out: {step['player']}'s {step['strategy']}, dominated by {_mixed(step['by'])}")


def _mixed(shares: dict[str, str]) -> str:
    return " + ".join(name if share == "1" else f"{share} {name}" for name, share in shares.items())


def _strategy(arguments: argparse.Namespace, facts: dict[str, Any]) -> None:
    """How often everybody plays what, as far as a screen reaches."""
    out, sets = arguments.out, list(facts["strategy"].items())
    out.text(
        f"exploitability {facts['exploitability']:.3g} after {count(facts['iterations'])} iterations in"
        f" {seconds(facts['seconds'])}; {count(facts['nodes_written'])} nodes, {count(len(sets))} information sets"
    )
    if facts["root"]:
        out.table(["move", "how often", "worth"], [[r["move"], r["often"], vector(r["values"])] for r in facts["root"]])
        return
    rows = [[name, "   ".join(f"{move} {often:.4f}" for move, often in plays.items())] for name, plays in sets]
    out.table(["who knows", "plays"], rows[:MOST_SETS])
    if len(rows) > MOST_SETS:
        out.text(f"{count(len(rows) - MOST_SETS)} information sets more: see --json")


def vector(worth: list[float | None]) -> str:
    """What a position is worth to each player; a dash for those of whom nothing is known."""
    return ", ".join("–" if value is None else f"{value + 0.0:.4g}" for value in worth) or "not known"
