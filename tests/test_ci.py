"""The scripts of `.ci`: red where one Python is, silent about none, and deaf to the machine's variables."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(os.name != "posix" or not shutil.which("bash"), reason="CI runs in a shell")


@pytest.fixture
def pythons(tmp_path, monkeypatch):
    """`.ci/pythons.py` with a cache of its own."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec = importlib.util.spec_from_file_location("pythons", ROOT / ".ci" / "pythons.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "pythons", module)
    spec.loader.exec_module(module)
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
    odd = {"PYTHONUNBUFFERED": "1", "LC_ALL": "de_DE", "DISPLAY": ":7", "PIP_INDEX_URL": "x y", "http_proxy": "p"}
    plain = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    (tmp_path / "xdotool").touch(0o755)  # so that nothing is installed
    ran = subprocess.run(
        ["bash", str(folder / "show")], env=odd | plain, capture_output=True, encoding="utf-8", check=True
    )
    seen = dict(line.split("=", 1) for line in ran.stdout.splitlines() if "=" in line and not line.startswith("=="))
    assert seen.items() >= {**plain, "PIP_INDEX_URL": "x y", "http_proxy": "p", "LANG": "C.UTF-8"}.items()
    assert not {"PYTHONUNBUFFERED", "LC_ALL", "DISPLAY"} & seen.keys()


@pytest.mark.parametrize("script", ["run", "nightly"])
def test_both_scripts_begin_there_and_end_with_the_pythons(script):
    text = (ROOT / ".ci" / script).read_text(encoding="utf-8")
    first, last = text.index("environment.sh"), text.index(".ci/pythons.py")
    assert first < text.index("start.py", text.index("set -e")) < last
