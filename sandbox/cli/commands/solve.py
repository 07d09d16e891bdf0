"""`solve`: one search, or a file of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sandbox.cli.options import add_game, add_regret, add_search, at_least, keyed_options, parts, spec, tell_regret
from sandbox.cli.output import cell
from sandbox.errors import BadInput
from sandbox.figures import NOTHING, count, seconds, short

if TYPE_CHECKING:
    from sandbox.bench.solving import Task

HELP = "search a position: best move, value, variation, the whole report"

DEFAULT_SECONDS = 1.0
MOST_NODES, MOST_KEPT = 1_000_000, 4_000_000
T = TypeVar("T")
_SIGNS = {"exact": "", "lower": "≥ ", "upper": "≤ ", "": ""}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, position, engine, budgets."""
    add_game(parser, "what to search")
    add_search(parser, "to spend", "seconds to think", "a proven value")
    parser.add_argument("--every-move", action="store_true", help="a value for each move, not only the best")
    add_regret(parser, "what each move gives away against a best one")
    parser.add_argument("--file", metavar="FILE", help="positions, one a line; a number behind one is checked")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the file")
    parser.add_argument("--tree", metavar="OUT.json", help="save the tree of the search (docs/game-trees.md)")
    parser.add_argument("--open", action="store_true", help="open cards: tell what the mover may not see (a teacher's)")
    parser.add_argument("--tree-nodes", type=int, default=MOST_NODES, metavar="N", help="nodes to keep of it")


def run(arguments: argparse.Namespace) -> int:
    """A line a position; 1 if a value was not what the file says."""
    from sandbox.bench import solving
    from sandbox.bench.general import solving as general
    from sandbox.cli import own_games
    from sandbox.cli.general import solve as general_solve
    from sandbox.cli.general import worlds
    from sandbox.cli.general.wanted import general_engine_named, general_game_named

    if own_games.named(arguments.game):
        return own_games.solve(arguments)
    if worlds.world_named(arguments.game):
        return worlds.run(arguments)
    if general_game_named(arguments.game) or general_engine_named(arguments.engine):
        tasks = list(general_solve.tasks_of(arguments))
        if arguments.tree:
            return general_solve.with_tree(arguments, tasks)
        return _each(arguments, tasks, general.perform, general_solve.tell)
    if arguments.open:
        raise BadInput("--open", f"with {arguments.game}, in which all is seen", "a game with hidden information")
    searches = list(_tasks(arguments))
    if arguments.tree:
        return _with_tree(arguments, searches)
    return _each(arguments, searches, solving.perform, _tell)


def _each(
    arguments: argparse.Namespace,
    tasks: list[T],
    perform: Callable[[T, Any], dict[str, Any]],
    tell: Callable[[argparse.Namespace, dict[str, Any]], None],
) -> int:
    """Every search performed and reported; those of a file summed up."""
    from sandbox.children import shared_out

    found = []
    with arguments.out.progress(len(tasks), "positions") as bar:
        for facts in shared_out(perform, tasks, arguments.jobs, arguments.stop):
            arguments.out.record(facts)
            if not arguments.file:
                tell(arguments, facts)
            found.append(facts)
            bar.step()
    return _summary(arguments, found) if arguments.file else 0


def _with_tree(arguments: argparse.Namespace, tasks: list[Task]) -> int:
    """One search, reported, and its tree saved."""
    from sandbox.bench.solving import with_tree
    from sandbox.gametree.tree.files import save

    if arguments.file:
        raise BadInput("--tree", "with --file", "one position")
    facts, tree = with_tree(tasks[0], arguments.stop, arguments.tree_nodes)
    save(tree, Path(arguments.tree))
    arguments.out.record(facts)
    _tell(arguments, facts)
    arguments.out.text(f"{arguments.tree}: {count(len(tree))} nodes")
    if tree.about.lost:
        arguments.out.note(f"{count(tree.about.lost)} nodes more were not kept: see --tree-nodes")
    return 0


def _tasks(arguments: argparse.Namespace) -> Iterator[Task]:
    from sandbox.bench import solving
    from sandbox.games.api import games

    at_least(arguments, depth=0, time=0, nodes=0, jobs=1, tree_nodes=1, regret=0)
    if arguments.tree_nodes > MOST_KEPT:
        raise BadInput("--tree-nodes", count(arguments.tree_nodes), f"{count(MOST_KEPT)} at most")
    entry, game = spec(games, arguments.game)
    own = tuple(parts(arguments.game)[1].items())
    engine = solving.engine_entry(game, arguments.engine)
    options = keyed_options(arguments.option, (engine.key,)).get(engine.key, {})
    solving.engine_of(game, engine.key, options)
    bare = not (arguments.engine or arguments.depth or arguments.time or arguments.nodes or arguments.exact)
    for position, expected in _positions(arguments, game):
        yield solving.Task(
            entry.key,
            own,
            position,
            solving.EXACT if arguments.exact else engine.key,
            tuple(options.items()),
            arguments.depth,
            DEFAULT_SECONDS if bare else arguments.time,
            arguments.nodes,
            arguments.every_move,
            expected,
            arguments.regret,
        )


def _positions(arguments: argparse.Namespace, game: Any) -> Iterator[tuple[str, float | None]]:
    from sandbox.bench.solving import read_line

    face = game.face()
    if not arguments.file:
        face.parse(arguments.position)
        yield arguments.position, None
        return
    lines = Path(arguments.file).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            yield read_line(face, line, f"{arguments.file}:{number}")


def _tell(arguments: argparse.Namespace, facts: dict[str, Any]) -> None:
    out = arguments.out
    if not facts["best"]:
        out.text(f"the game is over: {facts['value']:+g} for the side that would move")
        return
    certain = " (proven)" if facts["exact"] else ""
    value = f"{_SIGNS[facts['bound']]}{facts['value']:+.4g}{certain}" if facts["bound"] else "not known"
    begun = f", {facts['searching']} begun" if facts["searching"] > facts["depth"] else ""
    depth = f"{facts['depth']} (deepest {facts['deepest']}{begun})"
    out.text(f"best {facts['best']}   value {value}   line {' '.join(facts['pv']) or '–'}")
    out.text(
        f"depth {depth}   {count(facts['nodes'])} nodes in {seconds(facts['seconds'])}"
        f" ({short(facts['nodes_per_second'])}/s)   {facts['status']}"
    )
    if "bounds" in facts["notes"] and not facts["exact"]:
        low, high = facts["notes"]["bounds"]
        out.text(f"proven so far: from {low:+d} to {high:+d}; {short(facts['notes']['memory'])}B of memory")
    if arguments.regret:
        given = facts["regret"]
        out.text(f"regret {f'{given:g}' if given is not None else NOTHING} against perfect play")
    if "rule" in facts["notes"]:
        out.text(f"rule: {facts['notes']['rule']}")
    rows = sorted(facts["root"], key=lambda r: (r["move"] != facts["best"], -(r["value"] or -1e9)))
    columns = ["move", "value", "bound", "gives away", "nodes", "visits", "win rate", "line"]
    lost = facts.get("losses", {})
    named = "move", "value", "bound", "lost", "nodes", "visits", "win_rate"
    with_losses = [r | {"lost": lost.get(r["move"])} for r in rows]
    out.table(columns, [[*(r[name] for name in named), " ".join(r["pv"][:8])] for r in with_losses])
    if len(facts["deepening"]) > 1:
        out.text()
        columns = ["depth", "value", "nodes", "seconds", "best", "line"]
        out.table(
            columns,
            [
                [d["depth"], d["value"], d["nodes"], d["seconds"], d["best"], " ".join(d["pv"][:8])]
                for d in facts["deepening"]
            ],
        )


def _summary(arguments: argparse.Namespace, found: list[dict[str, Any]]) -> int:
    from sandbox.gametree.play.truth import Regret

    checked = [f for f in found if "correct" in f]
    wrong = [f for f in checked if not f["correct"]]
    nodes, spent = sum(f["nodes"] for f in found), sum(f["seconds"] for f in found)
    summary: dict[str, Any] = {
        "positions": len(found),
        "checked": len(checked),
        "wrong": len(wrong),
        "nodes": nodes,
        "seconds": spent,
    }
    if arguments.regret:
        summary["regret"] = Regret.of([facts["regret"] for facts in found]).to_json()
    arguments.out.record({"summary": True, **summary})
    arguments.out.text(
        f"{len(found)} positions, {count(nodes)} nodes, {seconds(spent)}; {len(checked)} checked, {len(wrong)} wrong"
    )
    if arguments.regret:
        tell_regret(arguments.out, "regret", summary["regret"])
    for facts in wrong[:20]:
        arguments.out.text(f"  {facts['position']}: {cell(facts['value'])}, expected {facts['expected']:g}")
    return int(bool(wrong))
