"""Words several commands share: coordinates, registry keys with options, levels by name or file."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.errors import BadInput
from sandbox.registry import OWN, Entry, Registry
from sandbox.settings import levels_folder

if TYPE_CHECKING:
    from sandbox.cli.output import Output
    from sandbox.level.markers import Marker
    from sandbox.level.model import Level
    from sandbox.planning.api import Query

ENOUGH_FOR_TRUTH = 2_000_000  # as in gametree/play/truth.py, which costs an import
LONGEST = 40  # letters of a word that are quoted
MOST = 10**18


def add_search(parser: argparse.ArgumentParser, spent: str, seconds: str, proven: str) -> None:
    """Who searches, and until when; `spent` and `seconds` say what nodes and time are for, `proven` what is shown."""
    parser.add_argument("--engine", default="", metavar="KEY", help="default: the strongest that fits the game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set an engine's option")
    parser.add_argument("--depth", type=int, default=0, metavar="N", help="plies to look ahead")
    parser.add_argument("--time", type=float, default=0.0, metavar="S", help=seconds)
    parser.add_argument("--nodes", type=int, default=0, metavar="N", help=f"nodes (or simulations) {spent}")
    parser.add_argument("--exact", action="store_true", help=f"play to the end of the game: {proven}")


def add_regret(parser: argparse.ArgumentParser, what: str) -> None:
    """`--regret [NODES]`."""
    words = f"{what}, where it can be solved with NODES nodes a position (default 2 million)"
    parser.add_argument("--regret", nargs="?", type=int, const=ENOUGH_FOR_TRUTH, default=0, metavar="NODES", help=words)


def tell_regret(out: Output, who: str, facts: Mapping[str, Any]) -> None:
    """One line about what was given away."""
    out.text(
        f"{who}: {facts['total']:g} in {facts['moves']} moves that are known, {facts['mean']:.2f} each,"
        f" {facts['largest']:g} at most; {facts['mistakes']} were not best; {facts['unknown']} are not known"
    )


def point(text: str, where: str) -> tuple[float, float]:
    """`3,4` is the centre of cell (3, 4); `3.2,4.9` is that point."""
    parts = text.split(",")
    if len(parts) != 2:
        raise BadInput(where, f"{text!r}", "X,Y")
    return _coordinate(parts[0], where), _coordinate(parts[1], where)


def _coordinate(text: str, where: str) -> float:
    expected = "a whole number (a cell) or a decimal number (a point)"
    try:
        value = float(text)
    except ValueError:
        raise BadInput(where, _shown(text), expected) from None
    if not math.isfinite(value):
        raise BadInput(where, _shown(text), expected)
    return value + 0.5 if re.fullmatch(r"[-+\d_\s]+", text) else value


def _shown(text: str) -> str:
    """What was typed, if it is not too long."""
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "…")


def size(text: str, where: str, most: int = 0) -> tuple[int, int]:
    """`WxH`, in cells or pixels; in all no more than `most` of them, if given."""
    found = re.fullmatch(r"(\d{1,9})[x×](\d{1,9})", text.lower())
    width, height = map(int, found.groups()) if found else (0, 0)
    if not 0 < width * height <= (most or width * height):
        raise BadInput(where, _shown(text), "WIDTHxHEIGHT" + (f", at most {most:,} pixels" if most else ""))
    return width, height


def chosen(registry: Registry[Any], keys: str, options: Sequence[str]) -> list[tuple[Entry[Any], Any]]:
    """The things named by `KEY,KEY,…` or `all`, each made with its `KEY.NAME=VALUE` options."""
    names = registry.keys() if keys == "all" else tuple(k for k in keys.split(",") if k)
    if not names:
        raise BadInput(registry.noun, "none named", "one of " + ", ".join(registry.keys()))
    texts = keyed_options(options, names)
    return [(registry[name], registry[name].parse(texts.get(name, {}))) for name in names]


def listed(arguments: argparse.Namespace, registry: Registry[Any]) -> bool:
    """Tell what there is in place of running one, where that is asked for: the key is `list`."""
    if arguments.kind != "list":
        return False
    arguments.out.table([registry.noun, "what"], [[e.key, e.title] for e in registry])
    for entry in registry:
        options = [o.to_json() for o in entry.options]
        arguments.out.record({"key": entry.key, "title": entry.title, "options": options})
    return True


def only(arguments: argparse.Namespace, registry: Registry[Any]) -> tuple[Entry[Any], Any]:
    """The one that is named, made with its `--option` words."""
    entry = registry[arguments.kind]
    return entry, entry.parse(keyed_options(arguments.option, (entry.key,)).get(entry.key, {}))


def keyed_options(options: Iterable[str], keys: Sequence[str]) -> dict[str, dict[str, str]]:
    """Sort `KEY.NAME=VALUE` words by key; a lone `NAME=VALUE` is for the only key."""
    result: dict[str, dict[str, str]] = {}
    for word in options:
        name, equals, value = word.partition("=")
        key, dot, option = name.rpartition(".")
        if not equals:
            raise BadInput(f"--option {word}", "no '='", "KEY.NAME=VALUE")
        if not dot and len(keys) == 1:
            key = keys[0]
        if key not in keys:
            raise BadInput(f"--option {word}", f"{key or name!r} is not among the chosen", "one of " + ", ".join(keys))
        result.setdefault(key, {})[option] = value
    return result


def spec(registry: Registry[Any], text: str) -> tuple[Entry[Any], Any]:
    """One thing written as `KEY[:NAME=VALUE:NAME=VALUE]`."""
    key, values = parts(text)
    _not_general(registry, key)
    return registry[key], registry[key].parse(values)


def _not_general(registry: Registry[Any], key: str) -> None:
    """A game of more players or with dice that a command was not made for is not unknown."""
    if registry.noun == "game" and key not in registry and not (registry.own and key.startswith(OWN)):
        from sandbox.games.general.api import general_games
        from sandbox.games.worlds.api import worlds

        if key in general_games and registry is not general_games:
            raise BadInput("game", f"{key} has more players or dice", _among(registry))
        if key.startswith(OWN):
            raise BadInput("game", f"{key} is of your own: solve, match, duel and perft know it", _among(registry))
        if key in worlds:
            raise BadInput("game", f"{key} is a world to plan in, which `solve` does", _among(registry))


def _among(registry: Registry[Any]) -> str:
    return f"one of {', '.join(registry.keys())}"


def parts(text: str) -> tuple[str, Mapping[str, str]]:
    """The key of such a thing, and what is written behind it."""
    key, *words = text.split(":")
    return key, named_values(words, text)


def named_values(words: Iterable[str], where: str) -> Mapping[str, str]:
    """`NAME=VALUE` words as a dictionary."""
    pairs = [word.partition("=") for word in words]
    for name, equals, _ in pairs:
        if not equals or not name:
            raise BadInput(where, f"{name!r}", "NAME=VALUE")
    return {name: value for name, _, value in pairs}


def level_file(text: str) -> Path:
    """A path, or the name of a level that ships with the sandbox."""
    path = Path(text)
    shipped = levels_folder() / f"{text}.json"
    if path.exists() or not shipped.exists():
        if not path.exists() and path.name == text and not path.suffix:
            raise BadInput(_shown(text), "no level of that name", f"a file, or a level that ships{_nearest(text)}")
        return path
    return shipped


def _nearest(text: str) -> str:
    """The name most like the one typed."""
    import difflib  # for mistakes alone: four milliseconds

    names = sorted(path.stem for path in levels_folder().glob("*.json"))
    return "".join(f" such as {name}" for name in difflib.get_close_matches(text, names, 1, 0.0))


def load_level(text: str) -> Level:
    """Load a level; its warnings are the loader's to give."""
    from sandbox.level.formats import load

    return load(level_file(text))


def add_level(parser: argparse.ArgumentParser) -> None:
    """The LEVEL argument."""
    parser.add_argument("level", metavar="LEVEL", help="a level file, or the name of one that ships")


def add_query(parser: argparse.ArgumentParser) -> None:
    """Level, ends, planners, radius."""
    add_level(parser)
    parser.add_argument("--start", metavar="X,Y", help="a cell (whole numbers) or a point; default: the level's marker")
    parser.add_argument("--goal", metavar="X,Y", help="likewise")
    words = "planners, or all (default: those of the level's scene, or astar)"
    parser.add_argument("--planner", default="", metavar="KEY,…", help=words)
    parser.add_argument("--radius", type=float, default=0.0, metavar="R", help="of the disc that moves, in cells")


def query_of(arguments: argparse.Namespace, level: Level) -> Query:
    """The query those arguments ask, with the level's markers for ends not given."""
    from sandbox.planning.api import Query

    start, goal = (
        point(text, f"--{name}") if text else _of_marker(getattr(level, name), name)
        for name, text in (("start", arguments.start), ("goal", arguments.goal))
    )
    return Query(start, goal, arguments.radius)


def _of_marker(marker: Marker | None, name: str) -> tuple[float, float]:
    if marker is None:
        raise BadInput(f"--{name}", "not given, and the level has no such marker", "X,Y")
    x, y = marker.point
    return float(x), float(y)


def add_game(parser: argparse.ArgumentParser, position: str = "") -> None:
    """The GAME argument; with a help text, POSITION too."""
    parser.add_argument("game", metavar="GAME", help="a game's key, perhaps with options: nim:piles=4,3")
    if position:
        text = f"{position} (- is the start)"
        parser.add_argument("position", metavar="POSITION", nargs="?", default="-", help=text)


def add_options(parser: argparse.ArgumentParser, form: str = "KEY.NAME=VALUE", what: str = "set an option") -> None:
    """The repeatable --option; without a key where there is one thing only that has options."""
    parser.add_argument("--option", action="append", default=[], metavar=form, help=f"{what} (repeatable)")


def add_on(parser: argparse.ArgumentParser) -> None:
    """--on, beside --jobs: `entry` sees to it."""
    words = "on a Dask cluster: `dask`, of --jobs workers here (default: as many as cores), or `dask:ADDRESS`"
    parser.add_argument("--on", default="", metavar="dask[:ADDRESS]", help=words)


def at_least(arguments: argparse.Namespace, **least: float) -> None:
    """Refuse numbers that are too small, none, or beyond what any kernel counts to."""
    for name, smallest in least.items():
        value = getattr(arguments, name)
        if value is not None and not smallest <= value <= MOST:
            expected = f"{MOST:g} at most" if value > MOST else f"{smallest:g} or more"
            raise BadInput(f"--{name}", _shown(f"{value}"), expected)
