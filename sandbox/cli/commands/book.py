"""`book`: an opening book, made or gone on with; what the game's own says; what games taught it."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, add_on, at_least, spec
from sandbox.errors import BadInput
from sandbox.figures import count

if TYPE_CHECKING:
    from sandbox.games.api import Game

HELP = "make an opening book: what every move of early positions is worth; or see what the game's own says"
USUAL_LINES = 1000
TOO_LARGE = 1e11  # nodes: what takes more is not solved, but searched


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, how far, where to; or a look at the book there is, and what it learns."""
    add_game(parser)
    parser.add_argument("position", nargs="?", default="-", metavar="POSITION", help="where it begins (default: start)")
    parser.add_argument("--plies", type=int, default=6, metavar="N", help="every position to this ply (default 6)")
    best = "and to this ply what is reached when one side plays a best move, the other anything (default 10)"
    parser.add_argument("--best-against-any", type=int, default=10, metavar="N", help=best)
    lines = (
        "instead of exact values: N positions, the most promising first, each move searched (the usual way for games"
    )
    parser.add_argument("--lines", type=int, metavar="N", help=f"{lines} too large to be solved: 1,000)")
    parser.add_argument("--depth", type=int, default=8, metavar="N", help="with --lines: plies of each search (8)")
    judged = "with --lines: what judges positions (default: what plays best)"
    parser.add_argument("--evaluation", default="", metavar="KEY", help=judged)
    parser.add_argument("--memory", type=int, default=4, metavar="MB", help="of each process's table (default 4)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the work")
    add_on(parser)
    parser.add_argument("--resume", action="store_true", help="go on with FILE, and FILE.journal: what was solved")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("-o", "--output", metavar="FILE", help="the book; its journal lies beside it")
    what.add_argument("--show", action="store_true", help="what the game's own book says of POSITION, move by move")
    what.add_argument("--learn", nargs="+", metavar="GAME.json", help="let saved games, played to their end, teach it")
    what.add_argument("--forget", action="store_true", help="drop what was learned")


def run(arguments: argparse.Namespace) -> int:
    """A line a position while it is made, then the book."""
    from sandbox.games.api import games

    at_least(arguments, plies=0, best_against_any=0, lines=1, depth=1, memory=1, jobs=1)
    entry, game = spec(games, arguments.game)
    if arguments.learn:
        return _learn(arguments, game, entry.key)
    if arguments.forget:
        return _forget(arguments, entry.key)
    position = game.face().parse(arguments.position)
    if not game.face().moves(position):
        raise BadInput("POSITION", "the game is over", "one to begin from")
    return _show(arguments, game, position) if arguments.show else _make(arguments, game, entry.key)


def _show(arguments: argparse.Namespace, game: Game, position: Any) -> int:
    """Each move with its margin, the best first."""
    from sandbox.gametree.books.advice import advised

    moves = advised(game, position)
    for one in moves:
        arguments.out.record(asdict(one))
        learned = f", {one.learned:+.2f} with {count(one.games)} games" if one.learned is not None else ""
        known = f"{one.source}, {one.depth} plies" if one.depth else one.source
        arguments.out.text(f"{one.move:>4} {one.value:+7.2f}  loses {one.margin:5.2f}  {known}{learned}")
    if not moves:
        arguments.out.text("the books know nothing of this position")
    return 0 if moves else 1


def _learn(arguments: argparse.Namespace, game: Game, key: str) -> int:
    """Whole games only; the others are named."""
    from sandbox.gametree.books.advice import learn
    from sandbox.gametree.document.files import load

    documents = [(name, load(Path(name))) for name in arguments.learn]
    for name, document in documents:
        if document.key != key:
            raise BadInput(name, f"a game of {document.key}", f"one of {key}")
    for name, document in documents:
        moves = learn(game, [document.plies[at].position for at in document.line()])
        arguments.out.record({"file": name, "moves": moves})
        words = f"{moves} moves of the book have its result" if moves else "not played to its end, or not in the book"
        arguments.out.text(f"{name}: {words}")
    return 0


def _forget(arguments: argparse.Namespace, key: str) -> int:
    from sandbox.gametree.books.learned import file_of

    file_of(key).unlink(missing_ok=True)
    arguments.out.text(f"what was learned of {key} is forgotten")
    return 0


def _make(arguments: argparse.Namespace, game: Game, key: str) -> int:
    goal = Path(arguments.output)
    journal = goal.with_name(f"{goal.name}.journal")
    if journal.exists() and not arguments.resume:
        raise BadInput(str(journal), "a journal of an earlier run", "--resume to go on with it, or that it be removed")
    making, load, noun = (_lines if arguments.lines or _too_large(game, arguments.position) else _solved)(
        arguments, game, key, journal
    )
    if arguments.resume:
        if goal.exists():
            making.take_over(load(goal))
        arguments.out.note(f"{count(making.resume())} positions were {noun} before")
    for left in making.run(arguments.jobs, arguments.stop):
        known = len(making.values)
        arguments.out.record({noun: known, "left": left})
        arguments.out.note(f"{count(known)} positions {noun}, {count(left)} to go")
    if arguments.stop[0]:
        return 130
    book = making.book()
    book.save(goal)
    journal.unlink()
    size = goal.stat().st_size
    arguments.out.record({"summary": True, "file": str(goal), "positions": len(book), "bytes": size})
    arguments.out.text(f"{goal}: {count(len(book))} positions, {count(size)} bytes")
    return 0


def _too_large(game: Game, text: str) -> bool:
    """Whether a solver would never come to an end."""
    from sandbox.gametree.evaluation.judging import entry_of
    from sandbox.gametree.solving.api import solver_for

    brought = solver_for(game)
    a, b = game.face().parse(text).words
    empties = int(entry_of(game).info.get("cells", 0)) - (int(a) | int(b)).bit_count()
    return brought is not None and brought.create().nodes_for(empties) > TOO_LARGE


def _solved(arguments: argparse.Namespace, game: Game, key: str, journal: Path) -> tuple[Any, Any, str]:
    """What makes a book of exact values, what reads one, and what it did to its positions."""
    from sandbox.gametree.books.book import About, load
    from sandbox.gametree.books.making import Making

    about = About(key, arguments.plies, arguments.best_against_any, arguments.position)
    return Making(game, about, journal, arguments.memory), load, "solved"


def _lines(arguments: argparse.Namespace, game: Game, key: str, journal: Path) -> tuple[Any, Any, str]:
    """The same for a book of lines."""
    from sandbox.gametree.books.exploring import Exploring
    from sandbox.gametree.books.lines import Plan, load
    from sandbox.gametree.evaluation.judging import STRONGEST, chosen_for

    judge = chosen_for(game, arguments.evaluation or STRONGEST).key
    plan = Plan(key, arguments.lines or USUAL_LINES, arguments.depth, judge, arguments.position)
    return Exploring(game, plan, journal), load, "searched"
