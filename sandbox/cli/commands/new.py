"""`new`: a working start for code of one's own."""

from __future__ import annotations

import argparse

HELP = "write a working start for a planner, heuristic, policy, game, engine, evaluation or generator of your own"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Of which kind, under which name."""
    from sandbox.own.new import KINDS

    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="of the file (default: my-KIND)")


def run(arguments: argparse.Namespace) -> int:
    """Write the file; say where it is, and how to try it."""
    from sandbox.own.new import free_name, write_start
    from sandbox.registry import OWN

    path = write_start(arguments.kind, arguments.name or free_name(arguments.kind))
    key = OWN + path.stem
    arguments.out.record({"file": str(path), "key": key, "kind": arguments.kind})
    arguments.out.text(str(path))
    arguments.out.text(f"try it: game-ai-sandbox {_trial(arguments.kind, key)}")
    arguments.out.text("or in the window, which reads it again whenever it is saved")
    return 0


def _trial(kind: str, key: str) -> str:
    if kind == "generator":
        return f"generate {key} -o level.json"
    if kind == "game":
        return f"match {key} --first alphabeta --second mcts"
    if kind == "policy":
        return f"simulate crossing --policy {key} --check"
    if kind in ("engine", "evaluation"):
        return f"solve connect-four - --engine {key}"
    return f"plan caves --start 7,3 --goal 254,250 --planner {key}"
