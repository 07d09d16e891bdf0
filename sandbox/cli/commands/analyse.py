"""`analyse`: every ply of a game looked at, mistakes marked by what they lost."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, add_search, at_least, keyed_options, spec
from sandbox.errors import BadInput
from sandbox.figures import NOTHING, count

if TYPE_CHECKING:
    from sandbox.gametree.document import GameDocument
    from sandbox.gametree.document.analysis import PlyReport, Settings

HELP = "every ply of a game: value, best move, what the move played lost"

DEFAULT_SECONDS = 0.2
BAR = 10  # letters of the bar of a whole won game given away


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, moves, engine, budget, file."""
    add_game(parser)
    moves = "in any notation (4453, f5d6c3, GGF, a board), or a file with them; a saved game goes on where it was"
    parser.add_argument("moves", metavar="MOVES", help=moves)
    add_search(parser, "a ply", "seconds a ply (default 0.2)", "proven values")
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="save the game with all that was found")


def run(arguments: argparse.Namespace) -> int:
    """A line a ply, then the summary."""
    from sandbox.gametree.document.analysis import Analysis
    from sandbox.gametree.document.files import save

    at_least(arguments, depth=0, time=0, nodes=0)
    document = _document(arguments)
    analysis = Analysis(document, _settings(arguments, document))
    found = []
    with arguments.out.progress(len(analysis), "plies") as bar:
        for report in analysis.plies(arguments.stop):
            arguments.out.record(report.to_json())
            found.append(report)
            bar.step()
    if arguments.output:
        save(document, Path(arguments.output))
    _tell(arguments, document, found)
    return 130 if arguments.stop[0] else 0


def _document(arguments: argparse.Namespace) -> GameDocument:
    from sandbox.games.api import games
    from sandbox.gametree.document.notation import read

    entry, game = spec(games, arguments.game)
    own = {o.name: getattr(game, o.name) for o in entry.options}
    text = arguments.moves
    if len(text) < 250 and Path(text).is_file():
        text = Path(text).read_text(encoding="utf-8")
    document = read(entry.key, text, own)
    if document.key != entry.key:
        raise BadInput("MOVES", f"a game of {document.key}", entry.key)
    return document


def _settings(arguments: argparse.Namespace, document: GameDocument) -> Settings:
    from sandbox.bench.solving import EXACT, engine_entry, engine_of
    from sandbox.gametree.api import Limits
    from sandbox.gametree.document.analysis import Settings
    from sandbox.gametree.shown import judges

    bare = not (arguments.depth or arguments.time or arguments.nodes or arguments.exact)
    limits = Limits(arguments.depth, DEFAULT_SECONDS if bare else arguments.time, arguments.nodes)
    if arguments.exact:
        return Settings(EXACT, None, limits)
    key = engine_entry(document.game, arguments.engine).key
    if not judges(key):
        raise BadInput("--engine", f"{key} judges no position", "one that searches")
    options = keyed_options(arguments.option, (key,)).get(key, {})
    return Settings(key, engine_of(document.game, key, options), limits)


def _tell(arguments: argparse.Namespace, document: GameDocument, found: list[PlyReport]) -> None:
    from sandbox.gametree.document.analysis import GRADES
    from sandbox.gametree.tree.reading import sides_of

    sides = sides_of(document.face)
    if found:
        arguments.out.text(f"values for the side to move, by {found[0].source}")
    columns = ["ply", "side", "move", "value", "depth", "best", "loss", "", "what was given away"]
    arguments.out.table(columns, [_row(report, sides) for report in found])
    grades = [word for _, word in GRADES]
    marked = {sides[s]: {word: sum(r.grade == word and r.side == s for r in found) for word in grades} for s in (0, 1)}
    nodes = sum(report.nodes for report in found)
    summary: dict[str, Any] = {"summary": True, "plies": len(found), "nodes": nodes, "marked": marked}
    arguments.out.record(summary | {"complete": not arguments.stop[0]})
    for side, words in marked.items():
        arguments.out.text(f"{side}: " + ", ".join(f"{word} {n}×" for word, n in words.items()))
    arguments.out.text(f"{count(nodes)} nodes")


def _row(report: PlyReport, sides: tuple[str, str]) -> list[Any]:
    from sandbox.gametree.tree.causes import valued

    sign = {"lower": "≥ ", "upper": "≤ "}.get(report.bound.value, "")
    value = NOTHING if report.value is None else sign + valued(report.value)
    loss = NOTHING if report.loss is None else valued(-report.loss) if report.loss else "0"
    given = round(BAR * (report.drop or 0.0))
    bar = ("◀" * given if report.side == 0 else " " * BAR + "▶" * given) if given else ""
    return [
        report.number,
        sides[report.side],
        report.move,
        value,
        "end" if report.exact else str(report.depth),
        report.best,
        loss,
        report.grade,
        bar,
    ]
