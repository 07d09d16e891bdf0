"""`solve`, `match` and `perft` of a game of the user's own: its process plays and searches, here it is told."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from sandbox.cli.options import at_least, parts, spec
from sandbox.errors import BadInput
from sandbox.figures import count, percent, seconds

if TYPE_CHECKING:
    from sandbox.games.own.game import Asked, Look, OwnGame, Table, Thought

USUAL_TIME: Final = 1.0  # seconds `solve` thinks where nothing is said
MOVE_TIME: Final = 0.05  # … and `match`, a move
OPENING: Final = 2  # random moves a game of a match begins with


def named(text: str) -> bool:
    """Whether it is a game of the user's own."""
    from sandbox.games.own.found import named as is_own

    return is_own(text)


def solve(arguments: argparse.Namespace) -> int:
    """One search of one position."""
    _refuse(arguments, exact=False, every_move=False, file=None, tree=None, open=False, regret=0.0, option=[])
    at_least(arguments, depth=0, time=0, nodes=0)
    moves = _moves(arguments.position)
    asked = _asked(arguments, arguments.engine or "alphabeta", USUAL_TIME)
    with _table(arguments) as table:
        look = table.look(moves, arguments.stop)
        if look is None:
            return 0
        if look.worth is not None:
            _tell_end(arguments, look)
            return 0
        began = time.perf_counter()
        thought = table.think(moves, asked, stop=arguments.stop)
    if thought is not None:
        _tell(arguments, look, thought, asked.engine, time.perf_counter() - began)
    return 0


def match(arguments: argparse.Namespace) -> int:
    """Engines against each other, from both sides of every opening."""
    from sandbox.bench.match import Score
    from sandbox.games.own.match import Contest

    _refuse(arguments, clock="", ponder=False, openings=None, balanced=False, save="", report=None, regret=0.0, on="",
            jobs=1)  # fmt: skip
    at_least(arguments, games=1, time=0, nodes=0, depth=0)
    named_ones = [text for text in (arguments.first, arguments.second) if text] + arguments.seat
    if len(named_ones) != 2:
        raise BadInput("--first and --second", f"{len(named_ones)} engines", "two, one a player")
    first, second = (_asked(arguments, text, MOVE_TIME) for text in named_ones)
    plies = arguments.plies if arguments.plies >= 0 else OPENING
    contest, results = Contest(_game(arguments), first, second, arguments.games, plies, arguments.seed), []
    with arguments.out.progress(arguments.games, "games") as bar:
        for played in contest.played(arguments.stop):
            arguments.out.record(played.to_json())
            results.append(played.result)
            bar.step()
    score = Score.of(results)
    arguments.out.record({"summary": True, "first": named_ones[0], "second": named_ones[1], **score.to_json()})
    arguments.out.text(
        f"{named_ones[0]} – {named_ones[1]}: +{score.wins} ={score.draws} −{score.losses} of {score.games}"
        f" ({percent(score.score, 1)}), Elo {score.elo:+.0f} ± {score.elo_error:.0f}"
    )
    return 0


def perft(arguments: argparse.Namespace) -> int:
    """The lines of each length, counted where the rules are."""
    if not 0 <= arguments.depth <= 1000:
        raise BadInput("--depth", str(arguments.depth), "a number of plies from 0 to 1000")
    moves, finished = _moves(arguments.position), arguments.finished != "drop"
    with _table(arguments) as table:
        arguments.out.text(f"{'depth':>5} {'sequences':>20} {'seconds':>9}")
        for depth in range(arguments.depth + 1):
            began = time.perf_counter()
            nodes = table.count(moves, depth, finished=finished, stop=arguments.stop)
            if nodes is None:
                return 0
            spent = time.perf_counter() - began
            arguments.out.record({"game": arguments.game, "depth": depth, "nodes": nodes, "seconds": spent})
            arguments.out.text(f"{depth:5d} {nodes:20,d} {spent:9.3f}")
        for move in _split(arguments, table, moves):
            nodes = table.count([*moves, move], arguments.depth - 1, finished=finished, stop=arguments.stop)
            arguments.out.record({"game": arguments.game, "depth": arguments.depth, "move": move, "nodes": nodes})
            arguments.out.text(f"{move:>8} {nodes:17,d}")
    return 0


def _split(arguments: argparse.Namespace, table: Table, moves: list[str]) -> tuple[str, ...]:
    """The first moves to count behind, if that is asked for."""
    look = table.look(moves, arguments.stop) if arguments.divide and arguments.depth else None
    return look.moves if look is not None else ()


def _game(arguments: argparse.Namespace) -> OwnGame:
    from sandbox.games.own.found import own_games

    game: OwnGame = spec(own_games, arguments.game)[1]
    return game


@contextmanager
def _table(arguments: argparse.Namespace) -> Iterator[Table]:
    """The game's process, while it is needed."""
    table = _game(arguments).table()
    try:
        yield table
    finally:
        table.close()


def _moves(position: str) -> list[str]:
    """A position as it is written: the moves that lead to it, or `-`."""
    return [] if position.strip() in ("", "-") else position.replace(",", " ").split()


def _asked(arguments: argparse.Namespace, text: str, usual: float) -> Asked:
    """`KEY[:depth=N]` with the budget that all share."""
    from sandbox.games.own.game import Asked

    key, options = parts(text)
    others = set(options) - {"depth"}
    if others or not options.get("depth", "1").isdigit():
        raise BadInput(text, min(others, default=f"depth={options.get('depth')}"), "depth=N, the only option of these")
    depth = int(options.get("depth", 0)) or arguments.depth
    free = not (depth or arguments.time or arguments.nodes)
    return Asked(key, depth, usual if free else arguments.time, arguments.nodes)


def _refuse(arguments: argparse.Namespace, **usual: Any) -> None:
    for name, value in usual.items():
        if getattr(arguments, name) not in (value, None, ""):
            raise BadInput(f"--{name.replace('_', '-')}", "with a game of your own", "a game that ships")


def _tell_end(arguments: argparse.Namespace, look: Look) -> None:
    assert look.worth is not None
    arguments.out.record({"game": arguments.game, "over": True, "worth": look.worth, "board": look.board})
    arguments.out.text(look.board)
    arguments.out.text(f"the game is over: {look.worth[look.to_move]:+g} for the side that would move")


def _tell(arguments: argparse.Namespace, look: Look, thought: Thought, engine: str, spent: float) -> None:
    last = thought.depths[-1] if thought.depths else None
    facts = {"game": arguments.game, "engine": engine, "best": thought.move, "nodes": thought.nodes, "seconds": spent,
             "value": None if last is None else last.value, "exact": last is not None and last.exact,
             "pv": [] if last is None else last.line, "in_time": thought.in_time}  # fmt: skip
    tried: list[dict[str, Any]] = [
        {"move": move, "visits": n, "win_rate": share} for move, (n, share) in thought.tried.items()
    ]
    arguments.out.record({**facts, "deepening": [depth._asdict() for depth in thought.depths], "root": tried})
    out = arguments.out
    out.text(look.board)
    value = "not known" if last is None else f"{last.value:+.4g}{' (proven)' if last.exact else ''}"
    out.text(f"best {thought.move or '–'}   value {value}   line {' '.join(last.line) if last else '–'}")
    cut = "" if thought.in_time else "   its budget ran out"
    out.text(f"{count(thought.nodes)} nodes in {seconds(spent)}{cut}")
    if tried:
        rows = sorted(tried, key=lambda row: -row["visits"])
        out.table(["move", "visits", "win rate"], [[row["move"], row["visits"], row["win_rate"]] for row in rows])
    if thought.depths:
        out.table(["depth", "value", "nodes", "line"],
                  [[d.depth, d.value, d.nodes, " ".join(d.line[:8])] for d in thought.depths])  # fmt: skip
