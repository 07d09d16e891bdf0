"""`list`: what is registered."""

from __future__ import annotations

import argparse
import importlib
from enum import Enum
from typing import Any

from sandbox.registry import Entry, Registry

HELP = "what is registered: planners, heuristics, policies, games, engines, evaluations, generators, levels"

WHERE = {
    "planners": ("sandbox.planning.api", "planners"),
    "heuristics": ("sandbox.planning.grid.heuristics", "heuristics"),
    "policies": ("sandbox.agents.api", "policies"),
    "games": ("sandbox.games.api", "games"),
    "engines": ("sandbox.gametree.api", "engines"),
    "evaluations": ("sandbox.gametree.evaluation", "evaluations"),
    "generators": ("sandbox.level.generators", "generators"),
}


BESIDE = {
    "games": {
        "general": ("sandbox.games.general.api", "general_games"),
        "own": ("sandbox.games.own.found", "own_games"),
        "world": ("sandbox.games.worlds.api", "worlds"),
    },
    "engines": {
        "general": ("sandbox.gametree.general.api", "general_engines"),
        "world": ("sandbox.gametree.contingency.api", "world_planners"),
    },
    "evaluations": {
        "pacman": ("sandbox.games.general.library.pacman.judging", "pacman_sums"),
        "backgammon": ("sandbox.games.general.library.backgammon.judging", "backgammon_sums"),
    },
}
"""Games with dice or more players, their evaluations, and nondeterministic worlds, behind the others."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One word: which kind."""
    parser.add_argument("what", choices=[*WHERE, "levels"])


def run(arguments: argparse.Namespace) -> int:
    """Print the table, or a JSON line for each entry."""
    if arguments.what == "levels":
        return _levels(arguments)
    registry = _registry(*WHERE[arguments.what])
    for trouble in registry.add_own():
        arguments.out.note(f"note: {trouble}")
    entries = list(registry)
    for entry in entries:
        arguments.out.record(_facts(entry))
    for kind, where in BESIDE.get(arguments.what, {}).items():
        beside = _registry(*where)
        for trouble in beside.add_own():
            arguments.out.note(f"note: {trouble}")
        more = list(beside)
        for entry in more:
            arguments.out.record({**_facts(entry), kind: True})
        entries += more
    arguments.out.table(["key", "title", "options", "paper"], [_row(e) for e in entries])
    return 0


def _registry(module: str, name: str) -> Registry[Any]:
    found: Registry[Any] = getattr(importlib.import_module(module), name)
    return found


def _facts(entry: Entry[Any]) -> dict[str, Any]:
    facts = {"key": entry.key, "title": entry.title, "paper": entry.paper, "summary": entry.summary}
    known = {k: v for k, v in entry.info.items() if isinstance(v, (bool, int, float, str, list, tuple))}
    rule = getattr(entry.cls, "rule", None)  # of contact: a policy's
    if isinstance(rule, Enum):  # other things have other rules
        known["rule"] = rule.name.lower()
    return {**facts, **known, "options": [o.to_json() for o in entry.options]}


def _row(entry: Entry[Any]) -> list[str]:
    options = " ".join(f"{o.name}={getattr(o.default, 'value', o.default)}" for o in entry.options)
    return [entry.key, entry.title, options or "–", entry.paper or "–"]


def _levels(arguments: argparse.Namespace) -> int:
    from sandbox.level import formats
    from sandbox.settings import levels_folder

    found = [(path, formats.load(path)) for path in sorted(levels_folder().glob("*.json"))]
    for path, level in found:
        size = {"width": level.width, "height": level.height}
        arguments.out.record({"key": path.stem, "title": level.title, **size, "notes": level.notes, "options": []})
    rows = [
        [path.stem, level.title, f"{level.width} × {level.height}", level.notes.partition("\n")[0]]
        for path, level in found
    ]
    arguments.out.table(["level", "title", "size", "what to look for"], rows)
    return 0
