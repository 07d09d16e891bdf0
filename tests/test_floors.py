"""The architecture page, held: what is registered stands where the contracts keep it apart, no package is too large."""

import ast
import re
import tomllib
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

import pytest

from sandbox.agents.api import policies
from sandbox.games.api import games
from sandbox.games.general.api import general_games
from sandbox.gametree.api import engines
from sandbox.gametree.general.api import general_engines
from sandbox.layers import Layer
from sandbox.planning.api import planners

ROOT = Path(__file__).resolve().parents[1]
COLLECTIONS = {"sandbox/ui/kit/widgets", "sandbox/cli/commands"}  # of like things: one more is one more of the same
MODULES_A_PACKAGE = 16
pytestmark = pytest.mark.small


@pytest.mark.parametrize(
    ("noun", "registry"),
    [
        ("Planners", planners),
        ("Engines", engines),
        ("Engines", general_engines),
        ("Games", games),
        ("Games", general_games),
        ("Policies", policies),
    ],
)
def test_what_is_registered_is_kept_apart(noun, registry):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    kept_apart = {c["name"].split()[0]: c["modules"] for c in contracts if c["type"] == "independence"}
    ours = {e.cls.__module__ for e in registry if e.cls.__module__.startswith("sandbox.")}
    assert ours
    assert {module for module in ours if not any(fnmatch(module, kept) for kept in kept_apart[noun])} == set()


def test_the_page_tells_the_layers_that_are_held():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (layers,) = [c["layers"] for c in tomllib.loads(text)["tool"]["importlinter"]["contracts"] if "Layers" in c["name"]]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\*\*Down only:\*\* `([^`]+)`", page, re.MULTILINE)
    told = [set(layer.split(", ")) for layer in line.split(" → ")]
    assert told == [{name.removeprefix("sandbox.") for name in layer.split(" | ")} for layer in layers]


def test_the_page_names_every_type_of_layer():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [kind.__name__ for kind in Layer.__subclasses__() if f"`{kind.__name__}`" not in page] == []


ASKED_BY_OTHERS = {  # by the name alone
    "_print_message",  # argparse
    "cache_path", "load_overload", "save_overload",  # Numba
    "_scene", "_guess",  # a lesson's blocks, by their words
    "add_point", "remove_point", "same_as", "fault_in", "gradient",  # by which tests judge
}  # fmt: skip


def names_used(tree):
    """Every name that is read, called, passed or imported; a text that is one may be looked up."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield name.rpartition(".")[2]
            case ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield text


def names_made(body, inside=False):
    """Functions, classes and constants without a decorator, which may keep them: a kernel or something registered."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name, decorator_list=[]) | ast.ClassDef(name=name, decorator_list=[]):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if not inside:
                yield name
        if isinstance(node, ast.ClassDef):
            yield from names_made(node.body, inside=True)


def test_nothing_is_there_that_nobody_asks_for():
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "sandbox").rglob("*.py")}
    used = Counter(name for tree in trees.values() for name in names_used(tree)) + Counter(ASKED_BY_OTHERS)
    made = [(path.relative_to(ROOT).as_posix(), name) for path, tree in trees.items() for name in names_made(tree.body)]
    assert [(path, name) for path, name in made if not (used[name] or re.fullmatch("__.*__", name))] == []


LONGEST_BODY = 60
LONGEST_FILE = 400
LONGER = {  # kernels that call themselves: two that called each other could not be compiled
    "sandbox/gametree/windowed/search.py search",
    "sandbox/gametree/solving/games/connect_four/search.py search",
    "sandbox/gametree/solving/games/othello/search.py search",
    "sandbox/gametree/general/expecting.py expecting",
    "sandbox/gametree/general/vectors.py for_all",
} | {  # and the loops of searches, whose open lists and bounds would all be handed over at every step
    "sandbox/planning/search.py search",
    "sandbox/planning/grid/best_first.py best_first",
    "sandbox/planning/mesh/channel_search.py search_channels",
    "sandbox/planning/planners/bidirectional/search.py two_ended_search",
    "sandbox/planning/planners/jump/search.py jump_search",
    "sandbox/planning/planners/theta/search.py any_angle_search",
    "sandbox/planning/planners/tra/search.py search_decisions",
}


def test_bodies_are_short_but_for_kernels_that_cannot_be():
    """Lines behind the docstring."""
    found = set()
    for path in (ROOT / "sandbox").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
                if node.end_lineno - body[0].lineno >= LONGEST_BODY:
                    found.add(f"{path.relative_to(ROOT).as_posix()} {node.name}")
                    assert "kernel" in "".join(map(ast.unparse, node.decorator_list)), (path, node.name)
    assert found <= LONGER


def test_no_file_is_longer_than_one_reads_at_once():
    long = {p.relative_to(ROOT).as_posix() for p in (ROOT / "sandbox").rglob("*.py")
            if p.read_text(encoding="utf-8").count("\n") > LONGEST_FILE}  # fmt: skip
    assert long == set()


def test_no_package_has_more_modules_than_one_can_keep_in_mind():
    counts = {
        folder.relative_to(ROOT).as_posix(): len(list(folder.glob("*.py")))
        for folder in (ROOT / "sandbox").rglob("*/")
        if folder.name != "__pycache__"
    }
    crowded = {name: count for name, count in counts.items() if count > MODULES_A_PACKAGE}
    assert set(crowded) <= COLLECTIONS, crowded
