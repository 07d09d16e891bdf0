"""The disk cache: hit by the second process, never stale, and not needed."""

import importlib.metadata
import os
import time
from pathlib import Path

import pytest

from sandbox.kernels.compiling import cache
from tests.kernels.processes import Copy

FACTORS = """
    from sandbox.kernels.jit import kernel
    from sandbox.numbers import FACTOR

    @kernel
    def scaled(x):
        return FACTOR * x
"""
USER = """
    from sandbox.kernels.jit import kernel, specialise
    from sandbox.factors import scaled

    @kernel
    def weight(x):
        return x

    @kernel
    def total(n):
        result = 0
        for i in range(n):
            result += weight(i)
        return result

    scaled_total = specialise(total, weight=scaled)
"""
ASK = """
    import json, user
    from sandbox.kernels.jit import compiled
    print(json.dumps([int(user.scaled_total(4)), compiled()]))
"""


@pytest.fixture
def copy(tmp_path):
    made = Copy(tmp_path)
    made.write("sandbox/numbers.py", "FACTOR = 10\n")
    made.write("sandbox/factors.py", FACTORS)
    made.write("sandbox/elsewhere.py", "NOTHING = 1\n")
    made.write("user.py", USER)
    return made


def test_the_second_process_compiles_nothing(copy):
    answer, compiled = copy.run(ASK)
    assert (answer, compiled) == (60, 2)
    assert copy.run(ASK) == [60, 0]


def test_an_edit_in_a_file_that_is_called_or_read_is_noticed(copy):
    assert copy.run(ASK)[0] == 60
    copy.write("sandbox/numbers.py", "FACTOR = 100\n")
    assert copy.run(ASK) == [600, 2]
    copy.write("sandbox/factors.py", FACTORS.replace("* x", "* x + 1"))
    assert copy.run(ASK) == [604, 2]
    assert copy.run(ASK) == [604, 0]


def test_an_edit_that_does_not_concern_a_kernel_leaves_it_warm(copy):
    copy.run(ASK)
    copy.write("sandbox/elsewhere.py", "NOTHING = 2\n")
    assert copy.run(ASK) == [60, 0]


def test_an_edit_while_a_process_runs_does_not_reach_the_cache(copy):
    """The process goes on with what it imported; the next one must not find that under the new text's name."""
    edit = "import user, pathlib; pathlib.Path('sandbox/numbers.py').write_text('FACTOR = 7')\n"
    time.sleep(0.02)  # coarse clocks of file systems
    assert copy.run(edit + ASK.replace("\n    ", "\n"))[0] == 60
    assert copy.run(ASK) == [42, 2]


def test_a_module_under_another_name_does_not_share(copy):
    """Cached code remembers the name of its module."""
    copy.run(ASK)
    (copy.folder / "package").mkdir()
    (copy.folder / "package" / "user.py").hardlink_to(copy.folder / "user.py")
    assert copy.run(ASK) == [60, 0]
    assert copy.run(ASK.replace("json, user", "json; from package import user")) == [60, 1]


def test_a_broken_cache_file_is_compiled_anew(copy):
    copy.run(ASK)
    for damage in (lambda b: b"", lambda b: b[:-100], lambda b: b[:500] + b"x" + b[501:]):
        files = list(copy.cache.rglob("*.nbc"))
        assert len(files) == 2
        for file in files:
            file.write_bytes(damage(file.read_bytes()))
        assert copy.run(ASK) == [60, 2]
        assert copy.run(ASK) == [60, 0]


def test_without_a_folder_to_write_to_kernels_still_run(copy):
    """Children share the temporary folder, and it is gone afterwards."""
    copy.write("occupied", "a file, not a folder")
    script = ASK.replace("\n    ", "\n") + "import os, tempfile\nprint(json.dumps([os.environ['NUMBA_CACHE_DIR']]))"
    outcome = copy.start(script, NUMBA_CACHE_DIR=str(copy.folder / "occupied" / "cache"))
    assert outcome.returncode == 0, outcome.stderr
    answer, folder = outcome.stdout.splitlines()
    assert answer == "[60, 2]"
    assert "game-ai-sandbox-kernels-" in folder
    assert not Path(folder.strip('["]')).exists()


OUT_OF_RANGE = """
    import json, numpy as np
    from past import write
    whole = np.zeros(10)
    try:
        write(whole[:5], 5)
    except IndexError:
        print(json.dumps("refused"))
    else:
        print(json.dumps(whole.tolist().index(1.0)))
"""


def test_a_bounds_checked_run_checks_bounds_whatever_is_in_the_cache(copy):
    past = "from sandbox.kernels.jit import kernel\n\n@kernel\ndef write(a, i):\n    a[i] = 1.0\n"
    copy.write("past.py", past)
    assert copy.run(OUT_OF_RANGE) == 5
    assert copy.run(OUT_OF_RANGE, NUMBA_BOUNDSCHECK="1") == "refused"
    assert copy.run(OUT_OF_RANGE) == 5
    assert copy.run(OUT_OF_RANGE, NUMBA_DISABLE_JIT="1") == "refused"


def test_with_the_jit_off_python_runs_line_by_line_and_numba_is_not_even_imported(copy):
    script = """
        import json, sys, user
        lines = []
        def trace(frame, event, _):
            if frame.f_code.co_name in ("total", "scaled") and event == "line":
                lines.append(frame.f_code.co_name)
            return trace
        sys.settrace(trace)
        answer = user.scaled_total(4)
        sys.settrace(None)
        print(json.dumps([answer, lines.count("scaled"), lines.count("total"), "numba" in sys.modules]))
    """
    assert copy.run(script, NUMBA_DISABLE_JIT="1") == [60, 4, 11, False]


def test_kernels_without_a_file_are_compiled_but_not_kept(copy):
    script = """
        import json
        from sandbox.kernels.jit import kernel, compiled
        space = {"kernel": kernel, "__name__": "notebook"}
        exec("@kernel\\ndef twice(x):\\n    return 2 * x", space)
        print(json.dumps([space["twice"](4)]))
    """
    assert copy.run(script) == [8]


def test_imports_are_found_in_every_shape(tmp_path):
    text = (
        "import sandbox.errors, sandbox.layers as l\n"
        "    from sandbox.kernels import (\n    jit,\n    cache as c,\n)\n"
        "from sandbox.settings import cache_folder  # with a remark\n"
        "from __future__ import annotations\n"
    )
    file = tmp_path / "module.py"
    file.write_text(text, encoding="utf-8")
    names = {f.name for f in cache.sources_of([file])}
    assert {"module.py", "errors.py", "layers.py", "jit.py", "cache.py", "settings.py"} <= names
    assert "rng.py" not in names


def _old_folder(base, name, days, size=0):
    folder = base / name
    folder.mkdir()
    (folder / "kernel.nbc").write_bytes(bytes(size))
    (folder / "used").touch()
    then = time.time() - days * 86400
    os.utime(folder / "used", (then, then))
    return folder


def test_sweeping_removes_the_old_and_what_is_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "base", lambda: tmp_path)
    monkeypatch.setattr(cache, "KEEP_BYTES", 100)
    young, older = _old_folder(tmp_path, "young", 0, 60), _old_folder(tmp_path, "older", 1, 60)
    ancient, foreign = _old_folder(tmp_path, "ancient", 15), tmp_path / "foreign"
    foreign.mkdir()
    (tmp_path / "warm-0.json").write_text("{}", encoding="utf-8")
    assert set(cache.sweep()) == {older, ancient}
    assert sorted(f.name for f in tmp_path.iterdir()) == ["foreign", "young"]
    assert young.exists()
    assert cache.sweep() == []


def _stamp(text, days):
    cache.warm_stamp().write_text(text, encoding="utf-8")
    then = time.time() - days * 86400
    os.utime(cache.warm_stamp(), (then, then))


@pytest.mark.parametrize("days", [1, 20])
def test_sweeping_keeps_what_the_last_warm_up_used(tmp_path, monkeypatch, days):
    """It took an hour, all that it needs is more than the size we allow ourselves, and some of it old by now."""
    monkeypatch.setattr(cache, "base", lambda: tmp_path)
    monkeypatch.setattr(cache, "KEEP_BYTES", 100)
    hour = 1 / 24
    needed = [_old_folder(tmp_path, name, days + hour / 2, 60) for name in "abc"]
    older = _old_folder(tmp_path, "older", days + 2 * hour, 60)
    _stamp('{"seconds": 3600}', days)
    (tmp_path / "warm-0.json").write_text("{}", encoding="utf-8")
    assert cache.sweep() == [older]
    assert cache.warm_stamp().exists()
    assert all(folder.exists() for folder in needed)
    assert not (tmp_path / "warm-0.json").exists()
    assert cache.sweep() == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"seconds": "long"}'])
def test_a_stamp_that_does_not_say_when_vouches_for_nothing(tmp_path, monkeypatch, text):
    monkeypatch.setattr(cache, "base", lambda: tmp_path)
    ancient = _old_folder(tmp_path, "ancient", 15)
    _stamp(text, 15)
    assert cache.sweep() == [ancient]
    assert not cache.warm_stamp().exists()


def test_a_second_look_at_the_sources_asks_the_disk_for_no_real_place(monkeypatch):
    import sandbox.kernels.heap

    asked = []
    plain = os.path.realpath
    roots = [Path(sandbox.kernels.heap.__file__)]
    first = cache.sources_of(roots)
    monkeypatch.setattr(os.path, "realpath", lambda *words, **more: asked.append(words) or plain(*words, **more))
    assert cache.sources_of(roots) == first
    assert not asked


@pytest.mark.parametrize("library", ["numba", "llvmlite", "numpy"])
def test_another_version_of_a_library_is_told(library, monkeypatch):
    assert importlib.metadata.version(library) in cache.installed(library)
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))  # where pip did not put it
    assert cache.installed(library) == importlib.metadata.version(library)


def test_all_that_may_hold_kernels_counts_and_what_holds_none_does_not():
    names = {Path(file).relative_to(cache.PACKAGE).as_posix() for file in cache.kernel_sources()}
    assert {"__init__.py", "registry.py", "ui/warm.py", "planning/warm.py", "planning/planners/astar.py"} <= names
    assert not [name for name in names if name.startswith(("cli/", "bench/")) and not name.endswith("/warm.py")]
    assert cache.kernel_sources() == sorted(cache.kernel_sources())


LARGE = """
    import numpy as np
    from sandbox.kernels.jit import kernel

    TABLE = np.arange(200_000)

    @kernel
    def entry(i):
        return TABLE[i]
"""
LOOK = """
    import json, warnings
    from sandbox.kernels.jit import compiled
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        import large
        found = int(large.entry(5))
    said = [str(one.message) for one in said if one.category is RuntimeWarning]
    print(json.dumps([found, compiled(), said]))
"""


def test_what_holds_a_large_array_is_not_kept_and_says_so(copy):
    """Its code has the address of the array: another process must compile it for its own."""
    copy.write("large.py", LARGE)
    expected = [5, 1, ["entry uses ctypes or a big global array and cannot be cached"]]
    assert copy.run(LOOK) == expected
    assert not list(copy.cache.rglob("*.nbc"))
    assert copy.run(LOOK) == expected
