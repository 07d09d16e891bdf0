"""Small faults, planted at random, that the tests should catch: `python .ci/mutants.py [--seed N] PACKAGE…`.

Works on a copy of the tree. One fault at a time is written into a source of `sandbox/PACKAGE`; then the tests that
mention its module run, and after them its folder's, until one fails: caught. Modules of kernels are first tried as
plain Python, what survives that compiled. What says only how something is done (`MANNER`) is left as it is. `--only
FILE:LINE` plants every fault of a line. With `--score` the share caught goes into benchmarks/results.md, with a list of
those that got through: some of them change nothing that can be seen, which is for a person to judge.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TREE = Path(__file__).resolve().parents[1]
PLAIN = ("ui", "cli", "bench")  # where no kernels are
COMPARED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
COMPUTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.BitAnd: ast.BitOr}
MANNER = {  # flags that change nothing a right program does, and functions that take their two arguments in any order
    "kernel": ("counted", "inlined", "steady"), "dataclass": ("frozen", "slots"), "zip": ("strict",),
}  # fmt: skip
EITHER_WAY = ("max", "min", "maximum", "minimum", "hypot", "array_equal", "logaddexp")
LIMIT = 900  # s
MOST = 10_000  # faults in a night
PASSED = (0, 5)  # pytest's: all did, or there are none
CAUGHT, THROUGH, ENDLESS = "caught", "GOT THROUGH", "took too long"


def faults(tree: ast.AST) -> Iterator[tuple[int, int, ast.AST]]:
    """Each fault as a line, the number of the node that is replaced, and what replaces it."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    without = {k.value for call in calls for k in call.keywords if k.arg in MANNER.get(_called(call), ())}
    for number, node in enumerate(ast.walk(tree)):
        if node not in without:
            yield from ((node.lineno, number, changed) for changed in _changed(node))


def _called(call: ast.Call) -> str:
    """What is called, without what it is looked up in."""
    return ast.unparse(call.func).rpartition(".")[2]


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    other = copy.copy(node)
    if isinstance(other, ast.Compare) and type(other.ops[0]) in COMPARED:
        other.ops = [COMPARED[type(other.ops[0])](), *other.ops[1:]]
    elif isinstance(other, ast.BinOp | ast.AugAssign) and type(other.op) in COMPUTED:
        other.op = COMPUTED[type(other.op)]()
    elif isinstance(other, ast.BoolOp):
        other.op = ast.Or() if isinstance(other.op, ast.And) else ast.And()
    elif isinstance(other, ast.UnaryOp) and isinstance(other.op, ast.Not):
        other = other.operand
    elif isinstance(other, ast.Constant) and isinstance(other.value, bool):
        other.value = not other.value
    elif isinstance(other, ast.Constant) and isinstance(other.value, int):
        other.value += 1
    elif isinstance(other, ast.Raise) or (isinstance(other, ast.Expr) and isinstance(other.value, ast.Call)):
        other = ast.copy_location(ast.Pass(), other)
    elif (
        isinstance(other, ast.Call) and len(other.args) == 2 and not other.keywords and _called(other) not in EITHER_WAY
    ):
        other.args = other.args[::-1]
    else:
        return
    yield other


class _Planted(ast.NodeTransformer):
    """Puts another node in the place of one."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def planted(text: str, number: int, new: ast.AST) -> str:
    """The source with one fault."""
    tree = ast.parse(text)
    old = list(ast.walk(tree))[number]
    return ast.unparse(ast.fix_missing_locations(_Planted(old, new).visit(tree)))


def tests_of(source: Path) -> list[Path]:
    """The tests that mention a module, the shortest first, then those of the folder that mirrors its own."""
    parts = source.relative_to(TREE / "sandbox").with_suffix("").parts
    name, package = parts[-1], ".".join(("sandbox", *parts[:-1]))
    tests = sorted((TREE / "tests").rglob("test_*.py"), key=lambda p: (p.stat().st_size, p))
    texts = {p: p.read_text(encoding="utf-8") for p in tests}
    naming = [p for p, t in texts.items() if f"{package}.{name}" in t or (package in t and f"import {name}" in t)]
    folders = {p: p.parent.relative_to(TREE / "tests").parts for p in tests}
    beside = [p for p in tests if folders[p][:2] == parts[:-1][:2]] or [p for p in tests if folders[p][:1] == parts[:1]]
    namesakes = [p for p in naming + beside if name in p.stem]
    return list(dict.fromkeys(namesakes + naming + beside))


def outcome(place: Path, source: Path, text: str) -> str:
    """What the tests make of this text in the place of a source."""
    target = place / source.relative_to(TREE)
    before = target.read_text(encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    kernels = source.relative_to(TREE / "sandbox").parts[0] not in PLAIN
    try:
        found = _tried(place, source, without_jit=kernels)
        return _tried(place, source, without_jit=False) if kernels and found == THROUGH else found
    finally:
        target.write_text(before, encoding="utf-8")


def _tried(place: Path, source: Path, *, without_jit: bool) -> str:
    chosen = [str(p.relative_to(TREE)) for p in tests_of(source)]
    variables = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}  # faults of one length, planted within one second
    variables |= {"NUMBA_DISABLE_JIT": "1"} if without_jit else {}
    marked = ["-m", "small and not slow"] if without_jit else []
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *marked, *chosen]
    try:
        status = subprocess.run(command, cwd=place, env=variables, capture_output=True, timeout=LIMIT).returncode
    except subprocess.TimeoutExpired:  # an endless loop, or a machine with much to do
        return ENDLESS
    return THROUGH if status in PASSED else CAUGHT  # also what could not be imported, and what crashed


def chosen(packages: list[str], only: str, seed: int) -> Iterator[tuple[str, Path, int, int, ast.AST]]:
    """Faults in random order, a package after another, none twice; of a line, all there are."""
    if only:
        file, _, line = only.partition(":")
        found = faults(ast.parse((TREE / file).read_text(encoding="utf-8")))
        yield from ((file, TREE / file, *f) for f in found if line in ("", str(f[0])))
        return
    dice = random.Random(seed)
    sources = {p: sorted((TREE / "sandbox" / p).rglob("*.py")) for p in packages}
    sizes = {p: [s.stat().st_size for s in sources[p]] for p in packages}
    seen = set()
    while len(seen) < MOST:
        for package in packages:
            (source,) = dice.choices(sources[package], sizes[package])
            found = list(faults(ast.parse(source.read_text(encoding="utf-8"))))
            fault = dice.choice(found) if found else None
            if fault and (source, ast.dump(fault[2]), fault[1]) not in seen:
                seen.add((source, ast.dump(fault[2]), fault[1]))
                yield package, source, *fault


def main(words: list[str]) -> int:
    """Plant faults for so many minutes, and tell what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", default=["ui", "bench", "cli", "level", "planning", "mesh", "gametree"])
    parser.add_argument("--seed", type=int, default=int(time.strftime("%Y%j")))
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--only", default="", metavar="FILE:LINE")
    parser.add_argument("--score", action="store_true", help="into benchmarks/results.md")
    options = parser.parse_args(words)
    end, tried, good = time.monotonic() + 60 * options.minutes, Counter[str](), Counter[str]()
    through = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        place = Path(folder) / "tree"
        shutil.copytree(TREE, place, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__"))
        time.sleep(0.1)  # sources are older than the processes that read them
        for package, source, line, number, new in chosen(options.packages, options.only, options.seed):
            if time.monotonic() > end:
                break
            text = planted(source.read_text(encoding="utf-8"), number, new)
            found = outcome(place, source, text)
            tried[package] += found != ENDLESS
            good[package] += found == CAUGHT
            what = f"{source.relative_to(TREE)}:{line} {ast.unparse(new)[:80]}"
            through += [what] * (found == THROUGH)
            print(found, what, flush=True)
    print(*(f"{p}: {good[p]} of {tried[p]}" for p in tried), sep="\n")
    if options.score:
        score(options.seed, tried, good, through)
    return 0


def score(seed: int, tried: Counter[str], good: Counter[str], through: list[str]) -> None:
    """The table in benchmarks/results.md."""
    sys.path.insert(0, str(TREE))
    from benchmarks import harness

    rows = [(p, f"{good[p]} of {tried[p]}", f"{good[p] / max(tried[p], 1):.0%}") for p in tried]
    listed = "\n".join(f"- `{what}`" for what in through)
    text = f"`.ci/mutants.py --seed {seed}`: faults planted at random, those that change nothing counted in.\n\n"
    text += harness.table(("package", "caught", "share"), rows) + "\n\nGot through:\n\n" + (listed or "- none")
    harness.section("Planted faults", text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
