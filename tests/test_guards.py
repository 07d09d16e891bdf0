"""Rules of this project that no linter knows."""

import ast
import functools
import importlib
import pkgutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import sandbox
from sandbox.kernels.compiling import cache
from sandbox.kernels.jit import Kernel

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "sandbox").rglob("*.py"))
KERNELS = ROOT / "sandbox" / "kernels"
COMPILERS = {"njit", "jit", "cfunc", "vectorize", "guvectorize", "stencil", "jitclass", "prange", "objmode", "overload"}
OPTIONS = {"nogil", "nopython", "fastmath", "parallel", "boundscheck", "error_model", "forceobj", "looplift", "inline"}


def _name(path):
    return path.relative_to(ROOT).as_posix()


def _tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def _imported(tree):
    """Every module a source imports, and every name from a module as if it were one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module
            yield from (f"{module}.{a.name}" for a in node.names)


def _numba_imports(tree):
    return [n for n in _imported(tree) if n.split(".")[0] in ("numba", "llvmlite")]


def _numba_choices(tree):
    """Numba's decorators and options, under whatever name Numba goes."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr in COMPILERS
            and getattr(node.value, "id", "") in ("numba", "nb")
        ):
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "numba":
            yield from (a.name for a in node.names if a.name in COMPILERS)
        elif isinstance(node, ast.keyword) and node.arg in OPTIONS:
            yield node.arg
        elif isinstance(node, ast.Constant) and node.value in OPTIONS:
            yield node.value


def _offenders(sources, offences):
    return {_name(path): found for path in sources if (found := offences(path))}


def test_the_guards_see_what_they_guard_against():
    tree = ast.parse("from numba import njit\nnb.jit\nf(nogil=1)\nx = {'fastmath': True}\nimport numba as nb")
    assert set(_numba_choices(tree)) == {"njit", "jit", "nogil", "fastmath"}
    assert _numba_imports(tree) == ["numba", "numba.njit", "numba"]
    assert len(SOURCES) > 30


def test_only_one_module_chooses_numba_options():
    others = [p for p in SOURCES if p != KERNELS / "jit.py"]
    found = _offenders(others, lambda p: list(_numba_choices(_tree(p))))
    assert found == {"sandbox/kernels/compiling/shortcuts.py": ["njit"]}  # to try a dispatcher, with no option


def test_only_the_kernel_floor_imports_numba():
    others = [p for p in SOURCES if KERNELS not in p.parents]
    assert _offenders(others, lambda p: _numba_imports(_tree(p))) == {}


def test_the_cache_sees_every_import():
    """It reads them without parsing, and absolute ones only; what it missed could go stale."""
    sources = [Path(file) for file in cache.kernel_sources()]
    assert len(sources) > 20
    missed = _offenders(sources, lambda p: set(_imported(_tree(p))) - set(cache._imports(p.read_text("utf-8"))))
    assert missed == {}


MADE = {"np.zeros", "np.empty", "np.full", "np.ones", "np.array", "np.arange"}


def _against_kernels(tree):
    """What a kernel may not do: raise, print, allocate in a loop."""
    for kernel in ast.walk(tree):
        if isinstance(kernel, ast.FunctionDef) and any("kernel" in ast.unparse(d) for d in kernel.decorator_list):
            yield from (f"{kernel.name} raises" for node in ast.walk(kernel) if isinstance(node, ast.Raise))
            called = {ast.unparse(node.func) for node in ast.walk(kernel) if isinstance(node, ast.Call)}
            yield from (f"{kernel.name} prints" for name in called if name == "print")
            loops = [node for node in ast.walk(kernel) if isinstance(node, (ast.For, ast.While))]
            made = {ast.unparse(n.func) for loop in loops for n in ast.walk(loop) if isinstance(n, ast.Call)}
            yield from (f"{kernel.name} allocates" for name in made if name in MADE or name.endswith(".copy"))


def test_kernels_neither_raise_nor_print_nor_allocate_in_a_loop():
    bad = "@kernel\ndef f(a):\n    print(a)\n    while a:\n        b = np.zeros(a)\n        c = b.copy()\n    raise A"
    assert sorted(_against_kernels(ast.parse(bad))) == ["f allocates", "f allocates", "f prints", "f raises"]
    assert _offenders(SOURCES, lambda p: list(_against_kernels(_tree(p)))) == {}


@pytest.mark.parametrize(
    "modules",
    ["sandbox.planning.api", "sandbox.registry", "sandbox.layers", "sandbox.kernels.recording", "sandbox.cli"],
)
def test_numba_is_not_imported_before_a_kernel_is_called(modules):
    script = f"import sys, {modules}; print([m for m in ('numba', 'llvmlite', 'pygame') if m in sys.modules])"
    outcome = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert outcome.stdout.strip() == "[]"


def test_nor_by_what_lists_all_planners_games_and_engines():
    """Everything selectable can be shown before anything is compiled."""
    script = (
        "import sys\n"
        "from sandbox.planning.api import planners\n"
        "from sandbox.games.api import games\n"
        "from sandbox.gametree.api import engines\n"
        "count = [len(r.keys()) for r in (planners, games, engines)]\n"
        "print('numba' in sys.modules, 'pygame' in sys.modules, min(count) > 0)"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert outcome.stdout.strip() == "False False True", outcome.stderr


def _classes():
    """Every class of the package, the window's included."""
    for module in pkgutil.walk_packages(sandbox.__path__, "sandbox."):
        if not module.name.endswith("__main__"):
            things = vars(importlib.import_module(module.name)).values()
            yield from (t for t in things if isinstance(t, type) and t.__module__ == module.name)


def test_no_class_keeps_a_partial():
    """From Python 3.14 on it would be a method there; a kernel is one that is not bound (kernels/jit.py)."""
    classes = list(_classes())
    kept = [
        f"{c.__module__}.{c.__qualname__}.{name}"
        for c in classes
        for name, thing in vars(c).items()
        if isinstance(thing, functools.partial) and not isinstance(thing, Kernel)
    ]
    assert kept == []
    assert len(classes) > 300


@pytest.mark.parametrize("folder", ["sandbox", "tests", "benchmarks", ".ci", "."])
def test_no_source_is_compiled_with_a_warning(folder):
    """What Python dislikes in a source it says once, when it writes the bytecode: here it says it every time."""
    sources = sorted((ROOT / folder).glob("*.py" if folder == "." else "**/*.py"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for path in sources:
            compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
