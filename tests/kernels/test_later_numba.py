"""Whatever a later Numba renames, kernels give the same answers, and one warning says what is missing."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from sandbox.kernels.compiling import dispatchers, shortcuts
from sandbox.kernels.jit import JIT_OFF
from tests.kernels.processes import Copy

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")

NAMES = {  # what ADR 2 says we rely upon, and the shortcuts that stand on it
    "global_compiler_lock": {"lock", "disk", "flags", "signatures", "operators"},
    "compiler_lock": {"lock", "disk", "flags", "signatures", "operators"},
    "_cache": {"disk"},
    "load_overload": {"disk"},
    "save_overload": {"disk"},
    "CompileResult": {"disk"},
    "_rebuild": {"disk"},
    "_reduce": {"disk"},
    "serialize": {"disk"},
    "refresh": {"disk"},
    "magic_tuple": {"disk"},
    "has_dynamic_globals": {"disk"},
    "get_call_template": {"widening"},
    "bitwidth": {"widening"},
    "unliteral": {"widening"},
    "no_cpython_wrapper": {"no_cpython_wrapper"},
    "no_cfunc_wrapper": {"no_cfunc_wrapper"},
    "_nrt": {"_nrt"},
    "forceinline": {"forceinline"},
    "parse_as_flags": set(shortcuts.OPTIONS),
    "cpu_target": set(shortcuts.OPTIONS),
    "Flags": {*shortcuts.OPTIONS, "flags"},
    "SLP_VECTORIZE": {"vectors"},
    "targetconfig": {"flags"},
    "TargetConfig": {"flags"},
    "_values": {"flags"},
    "TypeInferer": {"signatures"},
    "typeinfer": {"signatures", "operators"},
    "return_types_from_partial": {"signatures"},
    "_get_return_vars": {"signatures"},
    "typevars": {"signatures"},
    "getone": {"signatures"},
    "locked": {"signatures"},
    "BaseFunction": {"operators"},
    "get_call_type": {"operators"},
    "stats": set(),
    "cache_misses": set(),
}
USER = """
    from typing import NamedTuple
    import numpy as np
    from sandbox.kernels.bits import nth_set, popcount
    from sandbox.kernels.clock import nanoseconds
    from sandbox.kernels.jit import kernel, specialise

    class Row(NamedTuple):
        some: np.ndarray

    @kernel
    def weight(x):
        return x

    @kernel(inlined=True)
    def twice(x):
        return 2 * weight(x)

    @kernel
    def total(some):
        result = 0
        for i in range(some.shape[0]):
            result += twice(some[i]) + weight(3)
        return result

    @kernel
    def square(x):
        return x * x

    squares = specialise(total, weight=square)

    @kernel(signature="int64(int64)")
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    @kernel(signature="uint64(uint64, uint64)", lanes=True)
    def both(a, b):
        return (a & b) | (a ^ b)

    @kernel(steady=True, counted=False)
    def steady(row, times):
        return row.some[0] * times + total(row.some)

    @kernel
    def bits(word):
        return popcount(nth_set(word, 1)) + (nanoseconds() > 0)
"""
ASK = """
    import json, warnings
    import numpy as np
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        import user
        some = np.arange(4, dtype=np.int32)
        row = user.Row(np.arange(4))
        answers = [
            int(user.total(some)), int(user.squares(some)), int(user.fibonacci(10)), int(user.both(12, 10)),
            int(user.steady(row, 5)), int(user.steady(user.Row(np.arange(1, 5)), 5)), int(user.bits(np.uint64(6))),
        ]
        from sandbox.kernels.compiling import shortcuts
        from sandbox.kernels.jit import compiled
        told = [str(w.message) for w in seen if issubclass(w.category, RuntimeWarning)]
    print(json.dumps([answers, told, sorted(set(shortcuts._TRIALS) - shortcuts._working()), compiled()]))
"""
ANSWERS = [24, 64, 55, 14, 24, 37, 2]


@pytest.fixture
def copy(tmp_path):
    made = Copy(tmp_path)
    made.write("user.py", USER)
    made.write("ask.py", ASK)
    shutil.copy(ROOT / "tests" / "kernels" / "renaming.py", tmp_path)
    return made


def ask(copy, *names, **environment):
    """What comes of it with these names changed."""
    if not names:
        return copy.run(ASK, **environment)
    script = f"import runpy, sys; sys.argv = ['renaming.py', {','.join(names)!r}, 'ask.py']; "
    return copy.run(script + "runpy.run_path('renaming.py', run_name='__main__')", **environment)


def test_with_every_name_changed_at_once(copy):
    answers, told, missing, compiled = ask(copy, *NAMES)
    assert answers == ANSWERS
    assert set(missing) == {name for names in NAMES.values() for name in names}
    assert len(told) == 1
    assert re.match(r"Numba [\d.]+ is used without lock, disk, widening, .*: compiling is slower \(", told[0])
    assert compiled > 0


def test_an_unknown_version_and_a_person_who_wants_it_plain(copy):
    """Everything is off; only the first is worth a warning."""
    version = "import numba; numba.__version__ = '0.99.1'\n"
    answers, told, missing, _ = copy.run(version + textwrap.dedent(ASK))
    assert (answers, set(missing)) == (ANSWERS, set(shortcuts._TRIALS))
    assert len(told) == 1
    assert "expected a version from 0.61 to below 0.69" in told[0]
    answers, told, missing, _ = ask(copy, SANDBOX_PLAIN_NUMBA="1")
    assert (answers, told, set(missing)) == (ANSWERS, [], set(shortcuts._TRIALS))
    assert not list(copy.cache.rglob("*.nbc"))


def test_here_and_now_nothing_is_missing(copy):
    answers, told, missing, compiled = ask(copy)
    assert (answers, told, missing) == (ANSWERS, [], [])
    assert compiled > 0
    assert ask(copy) == [ANSWERS, [], [], 0]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_with_one_name_changed(copy, name):
    """What is missing is what stands on the name; the second time, nothing may be left to compile."""
    for compiling in (True, False):
        answers, told, missing, _ = ask(copy, name)
        assert answers == ANSWERS
        assert set(missing) == NAMES[name] if compiling else set(missing) <= NAMES[name]
        assert len(told) == bool(missing)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_program_works_with_every_name_changed(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys; from sandbox.cli import main\n"
        "a = main(['plan', '--start', '9,14', '--goal', '12,14', '--planner', 'astar', 'caves'])\n"
        "sys.exit(a or main(['solve', 'tic-tac-toe', '--depth', '9']))\n",
        encoding="utf-8",
    )
    renaming = ROOT / "tests" / "kernels" / "renaming.py"
    settings = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, str(renaming), ",".join(NAMES), str(script)],
        env={**os.environ, **settings},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("is used without") == 1


def test_numbas_versions_are_those_pyproject_allows():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    first, beyond = (".".join(map(str, v)) for v in shortcuts.KNOWN)
    assert f'"numba>={first},<{beyond}"' in text
    assert [shortcuts.is_known(v) for v in ("0.60.0", "0.61.0", "0.68.1", "0.69.0rc1", "1.0", "0.7")] == [
        *(False, True, True, False, False, False),
    ]


def test_the_lock_is_numba_s_own_where_that_is_known(monkeypatch):
    """Numba calls our cache while it holds its own: with two, two threads could wait for each other."""
    from numba.core.compiler_lock import global_compiler_lock

    for taken, own in (({"lock"}, False), (set(), True)):
        monkeypatch.setattr(shortcuts, "_working", lambda taken=taken: taken)
        assert (dispatchers.compiler_lock() is not global_compiler_lock) is own


def test_a_shortcut_given_up_is_not_taken_again_and_told_once(monkeypatch):
    taken = {"disk", "lock"}
    monkeypatch.setattr(shortcuts, "_working", lambda: taken)
    with pytest.warns(RuntimeWarning, match="without disk.*KeyError: 'gone'"):
        shortcuts.give_up("disk", KeyError("gone"))
    shortcuts.give_up("disk", KeyError("gone"))  # a second warning would be an error here
    assert (shortcuts.working("disk"), shortcuts.working("lock")) == (False, True)


def test_a_function_of_somebody_else_is_compiled_by_numba_alone():
    """Our changes to Numba's classes are gone when our kernel is compiled."""
    from numba.core import typeinfer
    from numba.core.targetconfig import TargetConfig
    from numba.core.types.functions import BaseFunction

    from sandbox.kernels.bits import lowest

    lowest(4)
    changed = (TargetConfig.__eq__, TargetConfig.__hash__, BaseFunction.get_call_type)
    changed += (typeinfer.TypeInferer.return_types_from_partial,)
    assert {f.__module__.split(".")[0] for f in changed} == {"numba"}
    with shortcuts.taken():
        assert TargetConfig.__eq__.__module__ == "sandbox.kernels.compiling.flags"
    assert TargetConfig.__eq__ is changed[0]


def test_every_name_is_in_the_decision():
    adr = (ROOT / "docs" / "adr" / "0002-numba-with-specialise.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in adr] == []
