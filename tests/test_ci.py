"""The scripts of `.ci`: red where one Python is, silent about none, and deaf to the machine's variables."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(os.name != "posix" or not shutil.which("bash"), reason="CI runs in a shell")


def _script(name, monkeypatch):
    """A script of `.ci` as a module."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def pythons(tmp_path, monkeypatch):
    """`.ci/pythons.py` with a cache of its own."""
    module = _script("pythons", monkeypatch)
    monkeypatch.setattr(module, "CACHE", tmp_path)
    monkeypatch.setattr(module, "fill", lambda place: (place.home / "tree").mkdir(parents=True, exist_ok=True))
    return module


def _answering(tmp_path, name, status):
    """What plays a Python whose tests end so."""
    path = tmp_path / name
    path.write_text(f'#!/bin/sh\necho "$HOME $*"\nexit {status}\n', encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_one_red_python_makes_it_red(pythons, monkeypatch, tmp_path, capsys):
    good = pythons.Place("the good one", _answering(tmp_path, "good", 0), 14)
    bad = pythons.Place("the bad one", _answering(tmp_path, "bad", 1), 15)
    monkeypatch.setattr(pythons, "chosen", lambda _: ([good, bad], ["Python 3.12: none to be had"]))
    assert pythons.main([]) == 1
    said = capsys.readouterr().out
    last = said[said.rindex("The other Pythons:") :]
    assert re.search(r"the good one \(.*\): .*tour", last)
    assert re.search(r"the bad one \(.*\): FAILED: small tests, JIT off", last)
    assert last.endswith("  not run: Python 3.12: none to be had\n")
    monkeypatch.setattr(pythons, "chosen", lambda _: ([good], []))
    assert pythons.main([]) == 0


def test_a_home_is_empty_and_nothing_is_set(pythons, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    place = pythons.Place("Python 3.14.2 at /somewhere", "python", 14)
    words = place.command(("env",), {"NUMBA_DISABLE_JIT": "1"})
    (place.home / "tree").mkdir(parents=True)
    seen = subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
    assert f"HOME={tmp_path}/homes/Python-3-14-2-at-somewhere" in seen
    assert "NUMBA_DISABLE_JIT=1" in seen
    assert not [line for line in seen if line.startswith("PYTHON")]


def test_every_minor_version_runs_or_is_said_to_be_missing(pythons, monkeypatch):
    """One of each; with `--whole` all there are, and the oldest libraries."""
    first = {"path": "/usr/bin/python3.11", "minor": [3, 11]}
    others = [{"path": f"/{at}", "version": f"3.{m}.1", "minor": [3, m]} for at, m in (("x", 13), ("y", 13), ("z", 11))]
    monkeypatch.setattr(pythons.start, "facts_of", lambda _: first)
    monkeypatch.setattr(pythons.start, "others", lambda: [*others, first | {"version": "3.11.2"}])
    monkeypatch.setattr(pythons, "debian", lambda *_: (Path("/none"), "only root on a Debian can make it"))
    taken, missing = pythons.chosen(whole=False)
    assert [p.python for p in taken] == ["/x"]
    assert [line.partition(":")[0] for line in missing] == [
        "Debian trixie",
        "Debian sid",
        "Python 3.13.1 at /y",
        "Python 3.11.1 at /z",
        "Python 3.12",
        "Python 3.14",
        "Python 3.15",
    ]
    taken, missing = pythons.chosen(whole=True)
    assert [(p.python, p.lowest) for p in taken[:3]] == [("/x", False), ("/y", False), ("/z", False)]
    assert taken[3].lowest
    assert [line.partition(":")[0] for line in missing[:3]] == ["Debian bookworm", "Debian trixie", "Debian sid"]


def test_the_oldest_libraries_are_those_pyproject_allows(pythons):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    changed = pythons.lowest(text)
    assert '"numba==0.61"' in changed
    assert '"shapely==2.1"' in changed
    assert (
        changed[changed.index("]", changed.index("dependencies = [")) :]
        == text[text.index("]", text.index("dependencies = [")) :]
    )


def test_nothing_of_the_machines_variables_reaches_what_runs(tmp_path):
    """But for where things are, and what pip needs."""
    folder = tmp_path / ".ci"
    folder.mkdir()
    shutil.copy(ROOT / ".ci" / "environment.sh", folder)
    (folder / "show").write_text('set -eu\n. "$(dirname "$0")/environment.sh"\nenv\n', encoding="utf-8")
    odd = {
        "CI_WITHOUT": "data",
        "PYTHONUNBUFFERED": "1",
        "LC_ALL": "de_DE",
        "DISPLAY": ":7",
        "PIP_INDEX_URL": "x y",
        "http_proxy": "p",
    }
    plain = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    _with_tools(tmp_path)
    ran = subprocess.run(
        ["bash", str(folder / "show")], env=odd | plain, capture_output=True, encoding="utf-8", check=True
    )
    seen = dict(line.split("=", 1) for line in ran.stdout.splitlines() if "=" in line and not line.startswith("=="))
    assert seen.items() >= {**plain, "PIP_INDEX_URL": "x y", "http_proxy": "p", "LANG": "C.UTF-8"}.items()
    assert not {"PYTHONUNBUFFERED", "LC_ALL", "DISPLAY"} & seen.keys()


def _with_tools(folder):
    """So that nothing is installed."""
    for tool in ("Xvfb", "xdotool", "xclip"):
        (folder / tool).touch(0o755)


@pytest.mark.parametrize("name", ["run", "nightly"])
@pytest.mark.parametrize(
    ("lacking", "without", "said"),
    [
        ("", "", ""),
        ("shared/movingai", "", "missing: the maps of MovingAI"),
        ("shared/positions", "window", "missing: the positions"),
        ("tools/Xvfb", "", "missing: Xvfb"),
        ("tools/xclip", "data", "missing: xclip"),
        ("shared/movingai", "data", ""),
        ("tools/Xvfb", "data window", ""),
    ],
)
def test_what_should_be_there_and_is_not_makes_it_red(tmp_path, name, lacking, without, said):
    """Before an hour of tests is passed; whoever knows that it is missing says so."""
    for folder in ("tree/.ci", "shared/movingai", "shared/positions", "tools"):
        (tmp_path / folder).mkdir(parents=True)
    _with_tools(tmp_path / "tools")
    if lacking:
        gone = tmp_path / lacking
        gone.rmdir() if gone.is_dir() else gone.unlink()
    script = tmp_path / "tree" / ".ci" / name
    shutil.copy(ROOT / ".ci" / "environment.sh", script.parent)
    text = (ROOT / ".ci" / name).read_text(encoding="utf-8")
    head = text[: text.index("\n", text.index("environment.sh"))]
    script.write_text(head + '\necho "needs:$TESTS_NEED"\n', encoding="utf-8")
    for tool in ("bash", "dirname", "env", "grep", "id"):
        (tmp_path / "tools" / tool).symlink_to(shutil.which(tool))
    plain = {"PATH": str(tmp_path / "tools"), "HOME": str(tmp_path), "CI_WITHOUT": without}
    ran = subprocess.run(["bash", str(script)], env=plain, capture_output=True, encoding="utf-8")
    assert said in ran.stderr
    assert (ran.returncode, "needs:" in ran.stdout) == ((1, False) if said else (0, True))
    if not said:
        assert set(ran.stdout.rpartition("needs:")[2].split()) == {"data", "window"} - set(without.split())


SKIPPING = """
    import shutil, pytest

    def test_maps(movingai):
        pass

    @pytest.mark.skipif(True, reason="Xvfb and xdotool are not installed")
    def test_window():
        pass

    @pytest.mark.skipif(True, reason="signals as POSIX has them")
    def test_signals():
        pass
"""


@pytest.mark.parametrize(
    ("needs", "skipped", "failed"), [("", 3, 0), ("data", 2, 1), ("window", 2, 1), ("data window", 1, 2)]
)
def test_a_test_that_may_not_be_skipped_fails(tmp_path, needs, skipped, failed):
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_some.py").write_text(textwrap.dedent(SKIPPING), encoding="utf-8")
    variables = {k: v for k, v in os.environ.items() if k not in ("MOVINGAI_DIR", "PYTEST_XDIST_WORKER", "CI")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    variables["TESTS_NEED"] = needs
    ran = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, encoding="utf-8")
    assert f"{skipped} skipped" in ran.stdout
    assert sum(map(int, re.findall(r"(\d+) (?:failed|error)", ran.stdout))) == failed
    assert ran.returncode == (failed > 0)
    assert ran.stdout.count("and TESTS_NEED says it must be") == failed


@pytest.mark.parametrize("script", ["run", "nightly"])
def test_both_scripts_begin_there_and_end_with_the_pythons(script):
    text = (ROOT / ".ci" / script).read_text(encoding="utf-8")
    first, last = text.index("environment.sh"), text.index(".ci/pythons.py")
    assert first < text.index("start.py", text.index("set -e")) < last


CODE = """
def clipped(x, low, high):
    if not low < high and high >= 0:
        raise ValueError(low)
    print(x)
    return pow(x - 1, high) if x == low else True
"""


def test_each_planted_fault_changes_one_thing(monkeypatch):
    mutants = _script("mutants", monkeypatch)
    found = [(line, mutants.planted(CODE, number, new)) for line, number, new in mutants.faults(ast.parse(CODE))]
    lines = ast.unparse(ast.parse(CODE)).splitlines()
    changed = {(line, next(b for a, b in zip(lines, text.splitlines(), strict=True) if a != b)) for line, text in found}
    assert {(line, text.strip()) for line, text in changed} == {
        (3, "if not low < high or high >= 0:"),
        (3, "if low < high and high >= 0:"),
        (3, "if not low <= high and high >= 0:"),
        (3, "if not low < high and high > 0:"),
        (3, "if not low < high and high >= 1:"),
        (4, "pass"),
        (5, "pass"),
        (6, "return pow(high, x - 1) if x == low else True"),
        (6, "return pow(x + 1, high) if x == low else True"),
        (6, "return pow(x - 2, high) if x == low else True"),
        (6, "return pow(x - 1, high) if x != low else True"),
        (6, "return pow(x - 1, high) if x == low else False"),
    }


SAME = """
@dataclass(frozen=True, slots=True)
class Pair:
    both = list(zip(one, two, strict=True))

@jit.kernel(counted=False, other=None)
def least(a, b):
    return min(a, b)
"""


def test_nothing_is_planted_that_changes_nothing(monkeypatch):
    mutants = _script("mutants", monkeypatch)
    assert not list(mutants.faults(ast.parse(SAME)))
    assert len(list(mutants.faults(ast.parse(SAME.replace("counted", "strict").replace("min", "sub"))))) == 2


def test_a_fault_counts_as_caught_when_a_test_of_its_module_fails(monkeypatch, tmp_path, capsys):
    """And the source is as it was afterwards."""
    mutants = _tree_with_a_test(monkeypatch, tmp_path)
    assert mutants.main(["--only", "sandbox/ui/some.py:2"]) == 0
    told = capsys.readouterr().out
    assert "caught sandbox/ui/some.py:2 1 - 1" in told
    assert told.count("GOT THROUGH sandbox/ui/some.py:2 2") == 2
    assert told.endswith("ui 1 of 3 33%\n")
    assert (tmp_path / "sandbox" / "ui" / "some.py").read_text(encoding="utf-8").endswith("1 + 1\n")


def test_faults_are_planted_in_forks_of_one_process(monkeypatch, tmp_path, capsys):
    """The tests that run their line say the same as a process for each."""
    mutants = _tree_with_a_test(monkeypatch, tmp_path)
    assert mutants.main(["ui=2", "--seed", "1", "--most", "3"]) == 0
    told = capsys.readouterr().out
    assert "caught sandbox/ui/some.py:2 1 - 1" in told
    assert told.count("GOT THROUGH sandbox/ui/some.py:2 2") == 2
    monkeypatch.setattr(mutants, "outcome", lambda *_: "in its source")
    text = "class Sum:\n    of = 2\n\n    def two(self):\n        return self.of + 0\n\n\n"
    text += "def two():\n    return Sum().two()\n"
    (tmp_path / "sandbox" / "ui" / "some.py").write_text(text, encoding="utf-8")
    assert mutants.main(["ui", "--seed", "1", "--most", "3"]) == 0
    told = capsys.readouterr().out
    assert "in its source sandbox/ui/some.py:2 3" in told
    assert told.count("GOT THROUGH sandbox/ui/some.py:5 ") == 2
    (tmp_path / "sandbox" / "ui" / "some.py").write_text("def two(by=1):\n    return 3 - by\n", encoding="utf-8")
    assert mutants.main(["ui", "--seed", "1", "--most", "3"]) == 0
    assert "in its source sandbox/ui/some.py:1 2" in capsys.readouterr().out


def _tree_with_a_test(monkeypatch, tmp_path):
    mutants = _script("mutants", monkeypatch)
    for folder in ("sandbox/ui", "tests/ui"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "sandbox" / "__init__.py").touch()
    (tmp_path / "sandbox" / "ui" / "__init__.py").touch()
    (tmp_path / "sandbox" / "ui" / "some.py").write_text("def two():\n    return 1 + 1\n", encoding="utf-8")
    test = "import sys\nsys.path.insert(0, '.')\nfrom sandbox.ui.some import two\n\n\ndef test_two():\n    assert "
    (tmp_path / "tests" / "ui" / "test_some.py").write_text(test + "two() > 0\n", encoding="utf-8")
    monkeypatch.setattr(mutants, "TREE", tmp_path)
    return mutants
