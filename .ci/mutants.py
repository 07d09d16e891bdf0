"""Small faults, planted at random, that the tests should catch: `python .ci/mutants.py [--seed N] PACKAGE…`.

Works on a copy of the tree. First it is seen which lines each test runs. Then a fault inside a function is planted in
a fork of a process that has imported everything (`planting.py`), with kernels as plain Python first, and the tests that
run its line follow until one fails: caught. A fault elsewhere (a default, a constant), and one in a kernel that got
through as plain Python, is written into its source; then the tests that mention its module run, and after them its
folder's. What says only how something is done (`MANNER`) is left as it is. `--only FILE:LINE` plants every fault of a
line in its source. With `--score` the share caught goes into benchmarks/results.md, with a list of those that got
through: some of them change nothing that can be seen, which is for a person to judge.
"""

from __future__ import annotations

import argparse
import ast
import copy
import inspect
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import types
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
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
TRIES = 100_000  # to find a fault that was not planted yet
PASSED = (0, 5)  # pytest's: all did, or there are none
CAUGHT, THROUGH, ENDLESS = "caught", "GOT THROUGH", "took too long"
UNTESTED, ELSEWHERE = "no test runs it", "not in a function"  # a fork says these two
PACKAGES = (
    *("ui=3", "planning=2", "gametree=2"),
    *("agents", "bench", "cli", "games", "geometry", "kernels", "learn", "lessons", "level", "mesh", "own"),
)  # with how many faults a round


@dataclass(frozen=True)
class Fault:
    """One place in a source, the number of the node there that is replaced, and what replaces it."""

    package: str
    source: Path
    line: int
    number: int
    new: ast.AST = field(compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {ast.unparse(self.new)[:80]}"

    @property
    def file(self) -> str:
        """Its source, from the root of the tree."""
        return self.source.relative_to(TREE).as_posix()


def of_line(place: str) -> list[Fault]:
    """Every fault of a line, or of a file."""
    file, _, line = place.partition(":")
    found = faults(ast.parse((TREE / file).read_text(encoding="utf-8")))
    return [Fault(Path(file).parts[1], TREE / file, *f) for f in found if line in ("", str(f[0]))]


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


def exchanged(source: Path, number: int) -> dict[tuple[str, str, int], types.CodeType]:
    """The new code of each function that a fault changes, by file, name and line; none where it changes a module."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    before = compile(tree, str(source), "exec")
    old = list(ast.walk(tree))[number]
    after = compile(ast.fix_missing_locations(_Planted(old, next(_changed(old))).visit(tree)), str(source), "exec")
    if [code.co_qualname for code in _all(before)] != [code.co_qualname for code in _all(after)]:
        return {}
    pairs = [(b, a) for b, a in zip(_all(before), _all(after), strict=True) if b != a]
    if not all(b.co_flags & inspect.CO_NEWLOCALS for b, a in pairs if _alone(b) != _alone(a)):
        return {}
    return {(str(source), b.co_qualname, b.co_firstlineno): a for b, a in pairs}


def _all(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code and those of what is defined inside."""
    yield code
    for inner in (c for c in code.co_consts if isinstance(c, types.CodeType)):
        yield from _all(inner)


def _alone(code: types.CodeType) -> types.CodeType:
    """A code without those of what is defined inside."""
    return code.replace(co_consts=tuple(c for c in code.co_consts if not isinstance(c, types.CodeType)))


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


def outcomes_of(place: Path, planned: list[Fault], end: float) -> Iterator[tuple[Fault, str]]:
    """What the tests make of faults: in forks with kernels as plain Python, in forks compiled, in their sources."""
    found = dict.fromkeys(planned, ELSEWHERE)
    for without_jit in (True, False):
        left = [f for f in planned if found[f] not in (CAUGHT, ENDLESS) and not (without_jit and f.package in PLAIN)]
        found |= dict.fromkeys(left, ELSEWHERE) | _forked(place, left, end, without_jit=without_jit)
    for fault in planned:
        if found[fault] == ELSEWHERE and time.time() < end:
            found[fault] = outcome(place, fault)
    yield from ((f, o) for f, o in found.items() if o != ELSEWHERE)


def _forked(place: Path, planned: list[Fault], end: float, *, without_jit: bool) -> dict[Fault, str]:
    """What forks said of each fault for which there was time."""
    faults, answers, covered = (place / f"{name}{without_jit:d}.json" for name in ("faults", "answers", "covered"))
    folder = Path(__file__).parent
    places = {"COVERED": covered, "PYTHONPATH": folder} | ({"NUMBA_DISABLE_JIT": 1} if without_jit else {})
    marked = "small and not slow" if without_jit else "not slow and not e2e"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "planting", "-p", "no:cacheprovider", "-m", marked]
    faults.write_text("\n".join(json.dumps([f.file, f.line, f.number]) for f in planned), encoding="utf-8")
    for more in ({}, {"FAULTS": faults, "ANSWERS": answers, "UNTIL": end}):
        variables = os.environ | {k: str(v) for k, v in (places | more).items()}
        subprocess.run(command, cwd=place, env=variables, stdout=subprocess.DEVNULL, check=False)
    said = answers.read_text(encoding="utf-8").splitlines()
    return dict(zip(planned, map(json.loads, said), strict=False))


def outcome(place: Path, fault: Fault) -> str:
    """What the tests make of a fault in its source."""
    target = place / fault.file
    before = target.read_text(encoding="utf-8")
    target.write_text(planted(before, fault.number, fault.new), encoding="utf-8")
    kernels = fault.package not in PLAIN
    try:
        found = _tried(place, fault.source, without_jit=kernels)
        return _tried(place, fault.source, without_jit=False) if kernels and found == THROUGH else found
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


def chosen(packages: list[str], seed: int) -> Iterator[Fault]:
    """Faults in random order, a round of all packages after another, none twice."""
    dice = random.Random(seed)
    rounds = [name for name, _, many in (p.partition("=") for p in packages) for _ in range(int(many or 1))]
    sources = {p: sorted((TREE / "sandbox" / p).rglob("*.py")) for p in rounds}
    sizes = {p: [s.stat().st_size for s in sources[p]] for p in sources}
    seen = set()
    for package in itertools.islice(itertools.cycle(rounds), TRIES):
        (source,) = dice.choices(sources[package], sizes[package])
        found = list(faults(ast.parse(source.read_text(encoding="utf-8"))))
        fault = Fault(package, source, *dice.choice(found)) if found else None
        if fault and fault not in seen:
            seen.add(fault)
            yield fault


def main(words: list[str]) -> int:
    """Plant faults for so many minutes, and tell what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES, metavar="PACKAGE[=FAULTS A ROUND]")
    parser.add_argument("--seed", type=int, default=int(time.strftime("%Y%j")))
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--most", type=int, default=1000, help="faults in all")
    parser.add_argument("--only", default="", metavar="FILE:LINE")
    parser.add_argument("--score", action="store_true", help="into benchmarks/results.md")
    options = parser.parse_args(words)
    end, found = time.time() + 60 * options.minutes, list[tuple[Fault, str]]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        place = Path(folder) / "tree"
        shutil.copytree(TREE, place, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__"))
        time.sleep(0.1)  # sources are older than the processes that read them
        if options.only:
            outcomes = ((fault, outcome(place, fault)) for fault in of_line(options.only))
        else:
            planned = list(itertools.islice(chosen(options.packages, options.seed), options.most))
            outcomes = outcomes_of(place, planned, end)
        for fault, said in outcomes:
            print(said, fault, flush=True)
            found.append((fault, said))
    for row in shares(found):
        print(*row)
    if options.score:
        score(options.seed, found)
    return 0


def shares(found: list[tuple[Fault, str]]) -> list[tuple[str, str, str]]:
    """Of each package how many were caught."""
    tried = Counter(fault.package for fault, said in found if said != ENDLESS)
    good = Counter(fault.package for fault, said in found if said == CAUGHT)
    return [(p, f"{good[p]} of {tried[p]}", f"{good[p] / tried[p]:.0%}") for p in tried]


def score(seed: int, found: list[tuple[Fault, str]]) -> None:
    """The table in benchmarks/results.md."""
    sys.path.insert(0, str(TREE))
    from benchmarks import harness

    listed = "\n".join(f"- {said}: `{fault}`" for fault, said in found if said != CAUGHT)
    text = f"`.ci/mutants.py --seed {seed}`: faults planted at random, those that change nothing counted in.\n\n"
    text += harness.table(("package", "caught", "share"), shares(found)) + "\n\n" + (listed or "All were caught.")
    harness.section("Planted faults", text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
