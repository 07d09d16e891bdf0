"""`solve`, `match`, `duel` and `perft` of a game of the user's own: its process plays and searches, this reports."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from sandbox.cli.options import at_least, keyed_options, parts, spec
from sandbox.errors import BadInput
from sandbox.figures import NOTHING, count, percent, seconds
from sandbox.registry import OWN, spec_of

if TYPE_CHECKING:
    from sandbox.games.own.game import Asked, Look, OwnGame, Table, Thought
    from sandbox.gametree.api import Limits

USUAL_TIME: Final = 1.0  # seconds `solve` thinks where nothing is said
MOVE_TIME: Final = 0.05  # … and `match`, a move
OPENING: Final = 2  # random moves a game of a match begins with


def named(text: str) -> bool:
    """Whether it is a game of the user's own."""
    from sandbox.games.own.found import named as is_own

    return is_own(text)


def solve(arguments: argparse.Namespace) -> int:
    """One search of one position."""
    _refuse(arguments, exact=False, every_move=False, file=None, tree=None, open=False, regret=0.0)
    at_least(arguments, depth=0, time=0, nodes=0)
    moves, engine = _moves(arguments.position), arguments.engine or "alphabeta"
    options = keyed_options(arguments.option, (engine,)).get(engine, {})
    asked = _asked(arguments, spec_of(engine, options.items()), USUAL_TIME)
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


def duel(arguments: argparse.Namespace, budgets: Sequence[Limits]) -> int:
    """Engines and budgets on one position, a line each."""
    _refuse(arguments, ablate=False, regret=0)
    if not arguments.engine:
        raise BadInput("--engine", "none", "one or more")
    moves, rows, values = _moves(arguments.position), list[list[Any]](), list[float | None]()
    entrants = [(text, _within(text, limits)) for text in arguments.engine for limits in budgets]
    with _table(arguments) as table, arguments.out.progress(len(entrants), "bouts") as bar:
        look = table.look(moves, arguments.stop)
        if look is not None and look.worth is not None:
            raise BadInput(f"{arguments.game} position", "the game is over", "one to be searched")
        for text, asked in entrants:
            began = time.perf_counter()
            thought = table.think(moves, asked, stop=arguments.stop)
            if thought is None:
                return 130
            facts = _facts(arguments, thought, text, time.perf_counter() - began)
            arguments.out.record(facts | {"budget": {n: getattr(asked, n) for n in ("depth", "nodes", "seconds")}})
            values.append(facts["value"])
            rows.append(_bout(asked, text, thought, facts, rows, values))
            bar.step(text)
    arguments.out.table(["engine", "budget", "move", "value", "depth", "nodes", "time"], rows)
    agree = len({value for value in values if value is not None}) <= 1
    arguments.out.record({"summary": True, "bouts": len(rows), "values_agree": agree})
    return 0


def _within(text: str, limits: Limits) -> Asked:
    """An engine with a budget; a depth of its own goes before."""
    from sandbox.games.own.game import Asked

    depth, options = seated(text)
    return Asked(parts(text)[0], depth or limits.depth, limits.seconds, limits.nodes, options)


def _bout(
    asked: Asked, text: str, thought: Thought, facts: Mapping[str, Any], before: list[list[Any]],
    values: Sequence[float | None],
) -> list[Any]:  # fmt: skip
    """A row; what is not as in the first one is marked."""
    from sandbox.bench.duel import MARK, budget_words
    from sandbox.gametree.api import Limits

    last = thought.depths[-1] if thought.depths else None
    value = NOTHING if last is None else f"{last.value:+.4g}{' (proven)' if last.exact else ''}"
    known = next((other for other in values if other is not None), None)
    odd = last is not None and known is not None and last.value != known
    move = MARK if before and before[0][2] != thought.move else ""
    return [
        text,
        budget_words(Limits(asked.depth, asked.seconds, asked.nodes)),
        move + thought.move,
        (MARK if odd else "") + value,
        str(last.depth) if last is not None else NOTHING,
        count(thought.nodes),
        seconds(facts["seconds"]),
    ]


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
    """`KEY[:NAME=VALUE]` with the budget that all share."""
    from sandbox.games.own.game import Asked

    depth, options = seated(text)
    depth = depth or arguments.depth
    free = not (depth or arguments.time or arguments.nodes)
    return Asked(parts(text)[0], depth, usual if free else arguments.time, arguments.nodes, options)


def seated(text: str) -> tuple[int, dict[str, Any]]:
    """The depth of an engine named `KEY[:NAME=VALUE]`, 0 where none is said, and the options of one of one's own."""
    from sandbox.games.own.game import ENGINES
    from sandbox.gametree.api import engines
    from sandbox.gametree.own.engine import DEPTH, OwnJudged

    key, options = parts(text)
    if key.startswith(OWN):
        engine = spec(engines, text)[1]
        values = dict(engine.own_options)
        depth = values.pop(DEPTH.name) if isinstance(engine, OwnJudged) else 0
        return depth if DEPTH.name in options else 0, values
    if key in engines and key not in ENGINES:
        known = f"one of {', '.join(ENGINES)}, own-NAME"
        raise BadInput("engine", f"{key} searches by rules in kernels, and those of your own are in Python", known)
    others = set(options) - {"depth"}
    if others or not options.get("depth", "1").isdigit():
        raise BadInput(text, min(others, default=f"depth={options.get('depth')}"), "depth=N, the only option of these")
    return int(options.get("depth", 0)), {}


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
    facts = _facts(arguments, thought, engine, spent)
    arguments.out.record(facts)
    last, tried, out = (thought.depths[-1] if thought.depths else None), facts["root"], arguments.out
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


def _facts(arguments: argparse.Namespace, thought: Thought, engine: str, spent: float) -> dict[str, Any]:
    """What is said of a search."""
    last = thought.depths[-1] if thought.depths else None
    return {
        "game": arguments.game,
        "engine": engine,
        "best": thought.move,
        "nodes": thought.nodes,
        "seconds": spent,
        "value": None if last is None else last.value,
        "exact": last is not None and last.exact,
        "pv": [] if last is None else last.line,
        "in_time": thought.in_time,
        "deepening": [depth._asdict() for depth in thought.depths],
        "root": [{"move": move, "visits": n, "win_rate": share} for move, (n, share) in thought.tried.items()],
    }
