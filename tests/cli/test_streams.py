"""Output nobody reads, a device that is full, a user without a home: a quiet end, the right status, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.cli.entry import command_names, run
from tests.cli.everything import words_of

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="pipes and devices as Linux has them")
FULL = "error: standard output: No space left on device\n"
PLAIN = (("--version",), ("--help",), ("perft", "--help"), ("list", "planners"), ("list", "planners", "--json"))
WINDOW = ("--tab", "bench", "--frames", "2")


def closed_pipe():
    """The end of a pipe to write into, its reader gone."""
    read, write = os.pipe()
    os.close(read)
    return write


def full_device():
    return os.open("/dev/full", os.O_WRONLY)


def started(words, out, **more):
    """A program with its output there; its status and what it said on stderr, which is never a traceback."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        stdout=out,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"} | more,
    )
    os.close(out)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", PLAIN)
def test_nobody_reads(words):
    assert started(words, closed_pipe()) == (141, "")


@pytest.mark.parametrize("words", PLAIN)
def test_a_full_device(words):
    assert started(words, full_device()) == (2, FULL)


def test_of_a_measured_window_too(tmp_path):
    assert started(WINDOW, closed_pipe(), HOME=str(tmp_path)) == (141, "")
    status, said = started(WINDOW, full_device(), HOME=str(tmp_path))
    assert (status, said.count("\n")) == (2, 1)
    assert "No space left on device" in said


def test_head_takes_one_line():
    text = f"{sys.executable} {ROOT}/main.py list planners | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", text], capture_output=True, encoding="utf-8", check=False)
    assert done.stdout.splitlines()[-1] in ("0", "141")  # it may have said all before
    assert done.stderr == ""


@pytest.mark.parametrize("json", [[], ["--json"]])
@pytest.mark.parametrize("name", command_names())
def test_every_command(name, json, tmp_path, capsys, monkeypatch):
    asked = ["bfs" if word == "all" else word for word in words_of(tmp_path)[name]]
    words = [name, *asked, *json]
    monkeypatch.setattr("sandbox.kernels.warm.is_warm", lambda: True)
    for home in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(home, str(tmp_path))  # `new` writes there
    for make, status in ((closed_pipe, 141), (full_device, 2)):
        with monkeypatch.context() as here, os.fdopen(make(), "w", encoding="utf-8") as out:
            here.setattr(sys, "stdout", out)
            assert run(words) == status
        said = capsys.readouterr().err
        assert "Traceback" not in said
        assert said.count("error: ") == (status == 2)


@pytest.mark.parametrize("words", [("nosuch",), ("lint", "caves"), ("--version",)])
@pytest.mark.parametrize("make", [closed_pipe, full_device])
def test_nowhere_to_complain(words, make):
    err = make()
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words], stdout=subprocess.PIPE, stderr=err, check=False
    )
    os.close(err)
    assert done.returncode == (2 if words == ("nosuch",) else 0)


NO_HOME = """
import pwd
def unknown(*_):
    raise KeyError("getpwuid(): uid not found")
pwd.getpwuid = pwd.getpwnam = unknown
"""


@pytest.mark.parametrize("words", [WINDOW, ("lint", "caves"), ("list", "planners"), ("--version",)])
@pytest.mark.parametrize("home", [None, "", "relative"])
def test_a_user_without_a_home(words, home, tmp_path):
    """Nothing is put into the folder one happens to be in, nothing stays behind."""
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / "sitecustomize.py").write_text(NO_HOME, encoding="utf-8")
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    here.mkdir()
    temporary.mkdir()
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path / "path"), "TMPDIR": str(temporary)}
    env |= {"SDL_VIDEODRIVER": "dummy", "NUMBA_DISABLE_JIT": "1"} | ({} if home is None else {"HOME": home})
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        cwd=here,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr in ("", "no home folder is known: set HOME; until then nothing is kept from start to start\n")
    assert list(here.iterdir()) == []
    if words != WINDOW:  # whose compiling child may still write
        assert list(temporary.iterdir()) == []
