"""The command line's manners: one clear line, the right status, quick to interrupt."""

import argparse
import functools
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.cli import entry
from sandbox.cli.entry import command_names, run
from sandbox.cli.options import keyed_options, named_values, point, size
from sandbox.errors import BadInput

ROOT = Path(__file__).resolve().parents[2]


def test_help_names_every_command(capsys):
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in command_names())


def test_version(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("game-ai-sandbox ")


def test_a_report_of_a_fault_says_where_it_happened(capsys):
    assert run(["--version", "--verbose"]) == 0
    text = capsys.readouterr().out
    assert all(word in text for word in ("game-ai-sandbox 0", "Python 3", "numba 0", "pygame-ce 2", "levels "))
    assert str(Path.home()) not in text
    assert "missing" not in text
    assert run(["--version", "--loud"]) == 2


def test_it_is_a_module_too(tmp_path):
    words = [sys.executable, "-m", "sandbox", "--version"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    assert said.startswith("game-ai-sandbox ")


@pytest.mark.parametrize(
    "words",
    [
        ["frobnicate"],
        ["list"],
        ["list", "cheeses"],
        ["render", "no-such-level", "-o", "x.png"],
        ["render", "no-such-level", "-o", "x.bmp"],
        ["convert", "no-such-file.map", "x.json"],
        ["--scale", "17"],
        ["--tab", "kitchen"],
        ["--frames", "many"],
    ],
)
def test_bad_usage_is_one_line_and_status_two(words, capsys):
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1


FAR = "1" + "0" * 400
QUERY = ["plan", "caves", "--goal", "2,2", "--start"]
SEARCH = ["solve", "tic-tac-toe", "--engine", "alphabeta"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*QUERY, f"{FAR},1"], "--start: '10000"),
        ([*QUERY, "1," + "1" * 5000], "--start: '11111"),
        ([*QUERY, "inf,1"], "--start: 'inf'"),
        ([*SEARCH, "--nodes", "9" * 23], f"--nodes: '{'9' * 23}', expected 1e+18 at most"),
        ([*SEARCH, "--time", "1e400"], "--time: 'inf'"),
        ([*SEARCH, "--depth", "-1"], "--depth: '-1', expected 0 or more"),
        (["render", "caves", "-o", "no.png", "--size", "100000x100000"], "at most 100,000,000 pixels"),
        (["render", "othello:-", "-o", "no.png", "--size", "100000x100000"], "at most 100,000,000 pixels"),
        (["render", "caves", "-o", "no.png", "--size", "9" * 5000 + "x1"], "--size: '99999"),
        (["plan", "cavs"], "'cavs': no level of that name, expected a file, or a level that ships such as caves"),
        (["lint", "nosuch"], "'nosuch': no level of that name"),
        (["bench", "x.scen", "--seed", "-1"], "--seed: '-1'"),
        (["bench", "x.scen", "--repeat", "0"], "--repeat: '0', expected 1 or more"),
    ],
)
def test_numbers_beyond_reason_and_unknown_names_are_one_line(words, said, capsys):
    assert run(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert said in error
    assert error.count("\n") == 1
    assert len(error) < 300


def test_json_is_json_and_nothing_else(capsys):
    assert run(["list", "planners", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    keys = {json.loads(line)["key"] for line in lines}
    assert "astar" in keys


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help(name, capsys):
    assert run([name, "--help"]) == 0
    assert "usage" in capsys.readouterr().out


def options_of(name):
    """What a command's options are called, and the options."""
    parser = argparse.ArgumentParser()
    importlib.import_module(f"sandbox.cli.commands.{name}").add_arguments(parser)
    return {(action.option_strings or [action.dest])[-1]: action for action in parser._actions}


ON_REQUEST = ("--time", "--depth", "--regret")  # 0: the command itself sees what is best
COMMANDS = [*command_names(), "window"]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_number_that_help_calls_the_default_is_the_default(name):
    for option, action in options_of(name).items():
        told = re.search(r"(?:default:? |\()(\d[\d./x]*)\)?[;)]?$", (action.help or "").partition("; ")[0])
        if told and not (option in ON_REQUEST and not action.default):
            found, expected = action.default, told[1]
            assert str(found) == expected or float(found) == float(Fraction(expected)), (name, option)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_not_asked_for_is_not_done(name):
    """One process, one run, no budget, no disc: unless somebody says otherwise."""
    once = {"--jobs": 1, "--repeat": 1, "--rounds": 1, "--steps": 1}
    never = ("--nodes", "--radius", "--longest", "--sample", "--random", "--errors", "--elo", "--agents", "--regret")
    some = {("bench", "--agents"), ("compare", "--repeat"), ("lesson", "--step")}  # say how many, or see for themselves
    for option, action in options_of(name).items():
        if (name, option) not in some and option in (*once, *never):
            assert (action.default or 0) == once.get(option, 0), (name, option)
        if isinstance(action.const, bool):
            assert action.default is not action.const, (name, option)


def test_commands_need_no_pygame():
    code = "import sys; from sandbox.cli import main; main(['list', 'planners']); sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_a_command_with_130():
    code = (
        "import sys, time, types\n"
        "from sandbox.cli import entry\n"
        "module = types.SimpleNamespace(HELP='', add_arguments=lambda p: None)\n"
        "module.run = lambda a: (print('busy', flush=True), time.sleep(30))[0] or 0\n"
        "entry._module = lambda name: module\n"
        "sys.exit(entry.run(['list']))\n"
    )
    heard = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a job in the background inherits deafness
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": heard}  # one thread here
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, **piped) as child:
        assert child.stdout.readline() == b"busy\n"
        began = time.perf_counter()
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == 130
        assert time.perf_counter() - began < 25.0  # not the command's own end
        assert b"Traceback" not in child.stderr.read()


@pytest.mark.parametrize(("code", "status"), [(3, 3), (0, 0), (None, 0), ("in words", 0)])
def test_a_command_that_leaves_has_the_status_it_left_with(code, status, monkeypatch):
    def leave(_):
        raise SystemExit(code)

    module = SimpleNamespace(HELP="", add_arguments=lambda _: None, run=leave)
    monkeypatch.setattr(entry, "_module", lambda _: module)
    assert run(["list"]) == status


def test_an_interrupt_stops_what_runs_and_waits_a_little_for_it(monkeypatch):
    waits, stop = [], np.zeros(1, np.uint8)

    class Thread:
        """The first wait for it is interrupted; it ends during the second."""

        def __init__(self, **_):
            self.start = lambda: None

        def is_alive(self):
            return len(waits) < 2

        def join(self, seconds):
            waits.append((seconds, int(stop[0])))
            if len(waits) == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(entry.threading, "Thread", Thread)
    assert entry._Interruptible(lambda: 0, stop).run() == entry.INTERRUPTED
    assert [told for _, told in waits] == [0, 1]
    assert waits[1][0] == entry.GRACE_SECONDS


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "tic-tac-toe", "a1 b2", "--depth", "1"],
        ["bench", "SCEN", "--planner", "astar"],
        ["bench", "SCEN", "--policy", "pibt", "--agents", "1"],
        ["curve", "bfs", "--sizes", "4,6,8"],
        ["duel", "tic-tac-toe", "--engine", "minimax", "--engine", "alphabeta", "--depth", "1"],
        ["experiment", "depth-and-noise", "--option", "games=2"],
        ["study", "parity", "--option", "inputs=3"],
        ["learn", "open-lines", "--game", "tic-tac-toe", "--games", "4", "-o", "OUT"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_what_is_stopped_at_once_ends_with_130_and_measures_nothing(words, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(entry, "np", SimpleNamespace(zeros=np.ones, uint8=np.uint8))
    (tmp_path / "a.map").write_text("type octile\nheight 1\nwidth 3\nmap\n...\n", encoding="utf-8")
    (tmp_path / "a.scen").write_text("version 1\n0\ta.map\t3\t1\t0\t0\t2\t0\t2\n", encoding="utf-8")
    files = {"SCEN": str(tmp_path / "a.scen"), "OUT": str(tmp_path / "w.toml")}
    assert run([*(files.get(word, word) for word in words), "--json"]) == entry.INTERRUPTED == 130
    assert all("complete" in line or '"bouts": 0' in line for line in capsys.readouterr().out.splitlines())


NEEDED = {
    "compare": ["caves"], "render": ["caves"], "queries": ["caves"], "export": ["caves"], "simulate": ["head-on"],
    "perft": ["nim"], "table": ["tic-tac-toe"], "generate": ["caves"], "learn": ["open-lines"],
}  # fmt: skip


@pytest.mark.parametrize("name", command_names())
def test_what_a_command_cannot_do_without_is_asked_for(name, capsys):
    needed = {key: action for key, action in options_of(name).items() if action.required and action.option_strings}
    assert bool(needed) == (name in NEEDED)
    if needed:
        assert run([name, *NEEDED[name]]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert all(key in error for key in needed)


def test_points_are_cells_or_places():
    assert point("3,4", "--start") == (3.5, 4.5)
    assert point("3.2,4.9", "--start") == (3.2, 4.9)
    for text in ("3", "3,4,5", "a,b", ",", "3,"):
        with pytest.raises(BadInput, match="--start"):
            point(text, "--start")


def test_sizes():
    assert size("640x480", "--size") == (640, 480)
    for text in ("640", "0x4", "x", "-1x5"):
        with pytest.raises(BadInput):
            size(text, "--size")


def test_options_go_to_their_planner():
    assert keyed_options(["a.x=1", "b.y=2"], ["a", "b"]) == {"a": {"x": "1"}, "b": {"y": "2"}}
    assert keyed_options(["x=1"], ["a"]) == {"a": {"x": "1"}}
    for words in (["c.x=1"], ["x"], ["x=1"]):
        with pytest.raises(BadInput):
            keyed_options(words, ["a", "b"])
    assert named_values(["seed=3"], "here") == {"seed": "3"}


EXPERIMENT = ("--option", "games=2", "--option", "depths=1,2", "--option", "noise=0")


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (["match", "pig:goal=8", "--first", "any-move", "--second", "any-move", "--games", "3"], "3/3 games"),
        (["match", "tic-tac-toe", "--first", "minimax", "--second", "minimax", "--games", "2", "--depth", "1"], "2/2"),
        (["bench", "SCEN", "--policy", "pibt,whca", "--agents", "1"], "2/2 whca on a.scen"),
        (["bench", "SCEN", "--planner", "astar,bfs"], "2/2"),
        (["simulate", "head-on", "--policy", "keep-right", "--seconds", "1"], "30/30 keep-right"),
        (["curve", "bfs", "--sizes", "4,6,8", "--option", "repeats=1"], "3/3 Breadth-first, one query: 8"),
        (["analyse", "tic-tac-toe", "a1 b2", "--depth", "1"], "3/3 plies"),
        (["duel", "tic-tac-toe", "--engine", "minimax", "--engine", "alphabeta", "--depth", "1,2"], "4/4"),
        (["study", "parity", "--option", "inputs=3", "--option", "learned=0"], ""),
        (["experiment", "depth-and-noise", *EXPERIMENT], "2/2 depth 2, noise 0"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_on_a_terminal_a_bar_comes_to_its_end_and_goes(words, end, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    (tmp_path / "a.map").write_text("type octile\nheight 1\nwidth 3\nmap\n...\n", encoding="utf-8")
    (tmp_path / "a.scen").write_text("version 1\n0\ta.map\t3\t1\t0\t0\t2\t0\t2\n", encoding="utf-8")
    assert run([str(tmp_path / "a.scen") if word == "SCEN" else word for word in words]) == 0
    *_, last, gone = capsys.readouterr().err.split("\r\x1b[K")
    assert gone == ""
    assert last.startswith("█" * 24 + " " + end)
