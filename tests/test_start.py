"""`start.py` on Pythons that will do and on those that will not: one line, another interpreter, never a compiler."""

import ast
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GOOD = {
    "path": "/usr/bin/python3.14",
    "kind": "cpython",
    "bits": 64,
    "free_threaded": False,
    "version": "3.14.2",
    "minor": [3, 14],
    "pip": True,
}
BAD = {
    "too old": ({"minor": [3, 10], "version": "3.10.13"}, "Python 3.10.13"),
    "newer than it knows": ({"minor": [3, 99], "version": "3.99.0a1"}, "Python 3.99.0a1"),
    "PyPy": ({"kind": "pypy"}, "PyPy 3.14.2"),
    "32 bit": ({"bits": 32}, "Python 3.14.2, 32 bit"),
    "free-threaded": ({"free_threaded": True}, "Python 3.14.2, free-threaded"),
}


@pytest.fixture
def start(tmp_path, monkeypatch):
    """The script in a checkout of its own that has no environment yet, on a machine without any Python."""
    for name in ("start.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    spec = importlib.util.spec_from_file_location("start", tmp_path / "start.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(module, "PLACES", ())
    return module


def _pretend(start, monkeypatch, facts):
    """Let this interpreter say of itself what it is not."""
    real = start.facts_of
    monkeypatch.setattr(start, "facts_of", lambda path: facts if path == sys.executable else real(path))


def _install(folder, name, facts, says="started"):
    """A Python that answers what it is asked of itself, and writes down what else it is told."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    answer = json.dumps({**facts, "path": str(path)})
    path.write_text(
        f'#!/bin/sh\n[ "$2" = -c ] && echo \'{answer}\' || echo "{says} $@" > {folder}/told\nexit 0\n', encoding="utf-8"
    )
    path.chmod(0o755)
    return path


def test_the_versions_that_work_stand_in_one_place(start):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [int(m[1]) for c in project["classifiers"] if (m := re.search(r"Python :: 3\.(\d+)", c))]
    assert start.known_minors() == listed == list(range(11, 16))
    assert project["requires-python"] == ">=3.11"


def test_any_python_from_3_6_on_can_read_it():
    ast.parse((ROOT / "start.py").read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("version", ["3.6", "3.7", "3.8", "3.9", "3.10"])
def test_an_old_python_says_what_is_needed(version, tmp_path):
    """A real one, where this machine has it."""
    found = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python{version}"))
    old = shutil.which(f"python{version}") if not found else str(found[0])
    if old is None or subprocess.run([old, "-c", ""], check=False, capture_output=True).returncode:
        pytest.skip(f"no Python {version} on this machine")
    text = (ROOT / "start.py").read_text(encoding="utf-8")
    (tmp_path / "start.py").write_text(re.sub(r"(?s)PLACES = \(.*?\n\)", "PLACES = ()", text), encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    call = [old, str(tmp_path / "start.py"), "list", "planners"]
    said = subprocess.run(call, env={"PATH": str(tmp_path)}, capture_output=True, encoding="utf-8", check=False)
    needed = "CPython 3.11 to 3.15 is needed (64 bit, not free-threaded)"
    assert (said.returncode, said.stdout) == (2, "")
    assert re.fullmatch(rf"error: {re.escape(needed)}; this is Python {version}[.\d]*\.\n", said.stderr)


@pytest.mark.parametrize("why", BAD)
def test_what_will_not_do_is_refused_in_one_line(why, start, monkeypatch, capsys):
    differs, words = BAD[why]
    _pretend(start, monkeypatch, GOOD | differs)
    assert start.suits(GOOD)
    assert start.main(["test"]) == 2
    assert capsys.readouterr() == (
        "",
        f"error: CPython 3.11 to 3.15 is needed (64 bit, not free-threaded); this is {words}.\n",
    )


@pytest.mark.skipif(os.name != "posix", reason="shell scripts play the Pythons")
@pytest.mark.parametrize("why", BAD)
def test_another_python_is_taken_and_named(why, start, monkeypatch, capsys, tmp_path):
    """The newest with pip, however it is called; neither one that will not do nor one that is broken."""
    differs, words = BAD[why]
    _pretend(start, monkeypatch, GOOD | differs)
    bin_ = tmp_path / "bin"
    _install(bin_, "python3.12", GOOD | {"minor": [3, 12], "version": "3.12.9"})
    _install(bin_, "python3.15", GOOD | {"minor": [3, 15], "pip": False})
    _install(bin_, "python3.14", GOOD | differs)
    (bin_ / "python3.13").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (bin_ / "python3.13").chmod(0o755)
    monkeypatch.setenv("OTHERS", str(tmp_path / "else"))
    monkeypatch.setattr(start, "PLACES", ("$OTHERS/*/python3.*",))
    taken = _install(tmp_path / "else" / "managed", "python3.13", GOOD)
    assert start.main(["solve", "othello", "-"]) == 0
    out, err = capsys.readouterr()
    assert out == ""  # which is the command's, and may be read by a program
    assert err.endswith(f"this is {words}: taking {taken} (Python 3.14.2) instead.\n")
    assert (taken.parent / "told").read_text("utf-8") == f"started {tmp_path}/start.py solve othello -\n"


PIP = {
    "a portal in between": (
        (
            "ERROR: Could not find a version that satisfies the requirement setuptools>=68 (from versions: none)\n"
            "ERROR: No matching distribution found for setuptools>=68\n"
        ),
        "The package index did not serve what was asked for (all pip said: ",
    ),
    "a crash": (
        "ERROR: Exception:\nTraceback (most recent call last):\n  File x\nTypeError: unhashable\n",
        "pip could not install what is needed: unhashable",
    ),
    "no build": (
        (
            "WARNING: The directory is not writable\n"
            "ERROR: Could not find a version that satisfies the requirement pygame-ce>=2.5.3 (from versions: none)\n"
            "ERROR: No matching distribution found for pygame-ce>=2.5.3\n"
        ),
        "pygame-ce has no build for ",
    ),
    "no network": (
        (
            "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError(...)'\n"
            "ERROR: Could not find a version that satisfies the requirement setuptools>=68 (from versions: none)\n"
            "ERROR: No matching distribution found for setuptools>=68\n"
        ),
        "The package index could not be reached (all pip said: ",
    ),
    "no room": (
        "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n\n",
        "pip could not install what is needed: Could not install packages due to an OSError: [Errno 28] No space left",
    ),
    "silence": ("", "pip could not install what is needed: it did not say why"),
}


@pytest.mark.skipif(os.name != "posix", reason="a shell script plays pip")
@pytest.mark.parametrize("why", PIP)
def test_of_what_pip_says_one_line_is_shown(why, start, monkeypatch, capfd, tmp_path):
    said, line = PIP[why]
    _pretend(start, monkeypatch, GOOD)
    python = _install(tmp_path / "venv", "python", GOOD)
    (tmp_path / "said").write_text(said, encoding="utf-8")
    python.write_text(
        python.read_text("utf-8").replace("exit 0", f'[ "$4" = install ] && cat {tmp_path}/said && exit 1\nexit 0'),
        "utf-8",
    )
    monkeypatch.setattr(start, "PYTHON", python)
    monkeypatch.setattr(start, "LOG", tmp_path / "pip.log")
    monkeypatch.setattr(start, "VENV", tmp_path / "venv")
    monkeypatch.setenv("PATH", "/bin:/usr/bin")
    assert start.main(["list", "planners"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"Installing (once) ...\nerror: {line}")
    assert err.count("\n") == 2


def test_pip_is_never_to_compile(start, monkeypatch):
    """Only our own package is built, and that has no compiled part."""
    calls = []
    monkeypatch.setattr(start, "step", lambda *words, **_: calls.append([str(w) for w in words]) or 1)
    monkeypatch.setattr(start, "is_usable", lambda: True)
    start.LOG.parent.mkdir()
    start.LOG.write_text("", encoding="utf-8")
    start.prepare("[test]", sys.executable)
    assert calls[0][-4:] == ["--only-binary", ":all:", "-e", ".[test]"]


def test_an_environment_is_made_anew_when_its_python_was_replaced(start, monkeypatch, tmp_path):
    """As a system does that moves to its next Python: the link is there, but leads elsewhere."""
    for name in ("python3.13", "python3.14"):
        (tmp_path / name).touch()
    monkeypatch.setattr(start, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(start, "VENV", tmp_path)
    start.PYTHON.symlink_to(tmp_path / "python3.13")
    start.stamp_of("[test]").write_bytes(start.wanted_stamp())
    assert start.is_prepared("[test]")
    assert not start.is_prepared("")
    start.PYTHON.unlink()
    start.PYTHON.symlink_to(tmp_path / "python3.14")
    assert not start.is_prepared("[test]")


@pytest.mark.parametrize("says", ["1", "null", "[]", "rubbish", '{"kind": "cpython"}', ""])
@pytest.mark.skipif(os.name != "posix", reason="a shell script plays the Python")
def test_a_program_that_is_no_python_is_passed_over(says, start, tmp_path):
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho '{says}'\n", encoding="utf-8")
    python.chmod(0o755)
    assert start.facts_of(python) == {}
    assert not start.suits({})


@pytest.mark.skipif(os.name != "posix", reason="links and signals")
@pytest.mark.parametrize("kind", ["file", "link", "broken link", "of an activated environment"])
def test_whatever_is_in_the_way_gives_way_to_an_environment(kind, start, monkeypatch, tmp_path):
    """Made by the Python an environment stands on, never by one that is inside what is removed."""
    made = []
    monkeypatch.setattr(start, "step", lambda *words, **_: made.append([str(w) for w in words]) or 0)
    (tmp_path / "elsewhere").mkdir()
    if kind == "file":
        start.VENV.touch()
    elif kind == "of an activated environment":
        start.VENV.mkdir()
    else:
        start.VENV.symlink_to(tmp_path / ("elsewhere" if kind == "link" else "nowhere"))
    assert start.make_environment("/usr/bin/python3.14") == ""
    assert made == [["/usr/bin/python3.14", "-I", "-m", "venv", str(start.VENV)]]
    assert not start.VENV.is_symlink()
    assert not start.VENV.exists()
    assert (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_on_the_way_ends_all_and_removes_nothing(start, monkeypatch, capsys, tmp_path, request):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    _pretend(start, monkeypatch, GOOD)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "mark").touch()
    monkeypatch.setattr(
        start, "is_usable", lambda: start.step("/bin/sh", "-c", f"kill -INT {os.getpid()}; /bin/sleep 0.2") == 0
    )
    assert start.main(["list"]) == 130
    assert capsys.readouterr() == ("", "interrupted\n")
    assert (tmp_path / ".venv" / "mark").exists()


def test_a_checkout_that_was_moved_gets_its_environment_anew(start, monkeypatch):
    """What pip wrote into it names the old folder."""
    monkeypatch.setattr(start, "facts_of", lambda _: GOOD)
    monkeypatch.setattr(start, "step", lambda *_, **__: 0)
    start.VENV.mkdir()
    start.stamp_of("").write_bytes(start.wanted_stamp())
    assert start.is_usable()
    monkeypatch.setattr(start, "HERE", Path("/moved"))
    assert not start.is_usable()
    assert not start.is_prepared("")


def test_a_file_that_cannot_be_read_is_named_in_one_line(start, capsys):
    start.PROJECT.unlink()
    start.VENV.mkdir()
    assert start.main(["list"]) == 2
    assert capsys.readouterr() == ("", f"error: {start.PROJECT}: No such file or directory.\n")


def test_a_check_that_was_killed_is_no_success(start, monkeypatch):
    monkeypatch.setattr(start, "is_prepared", lambda _: True)
    monkeypatch.setattr(start, "call", lambda *words, **_: -9 if words[0].name == "mypy" else 0)
    assert start.main(["check"]) == 1
    monkeypatch.setattr(start, "call", lambda *_, **__: 0)
    assert start.main(["check"]) == 0


def test_a_command_runs_where_it_was_asked_for_and_imports_nothing_from_there(start, monkeypatch, capfd, tmp_path):
    here = tmp_path / "else"
    here.mkdir()
    (here / "json.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    child = "subprocess.call([sys.executable, '-c', 'import json'])"
    (tmp_path / "main.py").write_text(f"import os, subprocess, sys; print(os.getcwd()); {child}", encoding="utf-8")
    monkeypatch.chdir(here)
    monkeypatch.setattr(start, "is_prepared", lambda _: True)
    monkeypatch.setattr(start, "PYTHON", sys.executable)
    assert start.main([]) == 0
    assert capfd.readouterr() == (f"{here}\n", "")


@pytest.mark.skipif(os.name != "posix", reason="env")
def test_what_leads_pip_elsewhere_is_taken_away(start, monkeypatch, tmp_path):
    monkeypatch.setenv("PIP_PREFIX", str(tmp_path))
    with (tmp_path / "log").open("wb") as log:
        start.step("/usr/bin/env", output=log)
    seen = (tmp_path / "log").read_text("utf-8").splitlines()
    assert "PIP_USER=0" in seen
    assert not [line for line in seen if line.startswith("PIP_PREFIX")]


FIRST_START = """
import sys, time
import start
def prepare(extra, python):
    with open("log", "a", encoding="utf-8") as log:
        print("begin", file=log, flush=True)
        time.sleep(0.3)
        if len(sys.argv) > 1 and open("log", encoding="utf-8").read().count("begin") == 1:
            import os; os._exit(9)
        print("end", file=log)
    start.VENV.mkdir(exist_ok=True)
    start.PYTHON.parent.mkdir()
    start.PYTHON.touch()
    start.stamp_of(extra).write_bytes(start.wanted_stamp())
    return ""
start.prepare, start.run = prepare, lambda *_: 0
start.suits = lambda _: True
sys.exit(start.main([]))
"""


@pytest.mark.parametrize("words", [[], ["the first is killed"]])
def test_first_starts_at_once_wait_for_each_other(start, tmp_path, words):
    (tmp_path / "first.py").write_text(FIRST_START, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "first.py"), *words]
    both = [
        subprocess.Popen(
            command, cwd=tmp_path, stderr=subprocess.PIPE, encoding="utf-8", env=os.environ | {"HOME": "/"}
        )
        for _ in range(4)
    ]
    said = [child.communicate()[1] for child in both]
    assert sorted(child.returncode for child in both) == ([0, 0, 0, 9] if words else [0] * 4)
    assert (tmp_path / "log").read_text(encoding="utf-8").split() == ["begin"] * len(words) + ["begin", "end"]
    assert sum("waiting for it" in lines for lines in said) >= 1
