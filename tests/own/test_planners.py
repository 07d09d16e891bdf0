"""Planners of the user's own: they answer as ours do, and whatever they do instead is told with file and line."""

import math
import os
import pickle
import random
import signal
import threading
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import EXPAND, RECORD, Recording
from sandbox.level.model import WALL, Level
from sandbox.own.child import Child
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.folder import sources
from sandbox.own.grid import Grid
from sandbox.own.new import KINDS, STARTS, write_start
from sandbox.own.report import EVENT, Report
from sandbox.own.searches import best_first
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.check.grid import Checker, Steps

A_TO_B = Query((0.5, 0.5), (11.5, 8.5))
NAMELESS = """from dataclasses import dataclass
from sandbox.own import planner
@planner(title='')
@dataclass
class A:
    def search(self, *a): pass
"""


def _level(seed: int = 1, *, weighted: bool = False) -> Level:
    rng = np.random.default_rng(seed)
    level = Level.empty(12, 9)
    level.terrain[rng.random((9, 12)) < 0.25] = WALL
    if weighted:
        mud = next(code for code, terrain in enumerate(level.palette) if terrain.cost > 1)
        level.terrain[(rng.random((9, 12)) < 0.3) & (level.terrain != WALL)] = mud
    level.terrain[0, 0] = level.terrain[8, 11] = Level.empty(1, 1).terrain[0, 0]
    return level


def _plan(key: str, level: Level, recording: Recording | None = None, **options):
    return planners[key].create(options).prepare(level).plan(A_TO_B, Limits(), recording)


@pytest.mark.parametrize("kind", KINDS)
def test_a_start_is_short(kind):
    assert len((STARTS / f"{kind}.py").read_text(encoding="utf-8").splitlines()) < 40


def test_the_start_of_a_planner_finds_what_ours_finds(own):
    write_start("planner", "zigzag")
    checked = 0
    for seed in range(12):
        level = _level(seed, weighted=seed % 2 == 1)
        mine, ours = _plan("own-zigzag", level), _plan("astar", level)
        assert mine.status is ours.status
        assert mine.metric is ours.metric
        if mine.status is Status.FOUND:
            checked += 1
            assert math.isclose(mine.cost, ours.cost, rel_tol=1e-6)
            assert Checker(level).check(A_TO_B, mine, Steps()) == ""
    assert checked >= 4


def test_a_heuristic_is_tried_in_a_star(own):
    write_start("heuristic", "bird")
    level = _level(2)
    mine, ours = _plan("own-bird", level), _plan("astar", level)
    assert planners["own-bird"].title == "A* with Bird"
    assert math.isclose(mine.cost, ours.cost, rel_tol=1e-6)
    assert _plan("own-bird", level, weight=0.0).expanded > mine.expanded


def test_its_options_are_controls(own):
    write_start("planner", "zigzag")
    (option,) = planners["own-zigzag"].options
    assert (option.name, option.kind, option.default, option.low, option.high) == ("weight", "float", 1.0, 1, 10)
    with pytest.raises(BadInput, match="a number from 1 to 10"):
        planners["own-zigzag"].parse({"weight": "11"})


def test_what_it_reports_is_played_back(own):
    write_start("planner", "zigzag")
    recording, level = Recording(10_000), _level(2)
    plan = _plan("own-zigzag", level, recording)
    assert int((recording.kind == EXPAND).sum()) == plan.expanded > 0
    assert len(Playback(recording)) == recording.count == recording.happened
    clean = _plan("own-zigzag", level)
    assert (clean.expanded, clean.generated, clean.cost) == (plan.expanded, plan.generated, plan.cost)
    short = Recording(10)
    _plan("own-zigzag", level, short)
    assert (short.count, short.happened) == (10, recording.happened)


def test_it_follows_edits_and_discs(own):
    from sandbox.level.edits.paint import PaintCells

    write_start("planner", "zigzag")
    level = Level.empty(12, 9)
    mine, ours = (planners[key].create().prepare(level) for key in ("own-zigzag", "astar"))
    rng = random.Random(3)
    for _ in range(12):
        level.apply(PaintCells.one(rng.randrange(1, 11), rng.randrange(1, 8), WALL))
        for radius in (0.0, 0.7):
            query = Query(A_TO_B.start, A_TO_B.goal, radius)
            found = [prepared.plan(query, Limits()) for prepared in (mine, ours)]
            assert found[0].status is found[1].status
            assert found[0].cost == pytest.approx(found[1].cost)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("while True: pass", "mine.py:7: no answer after 1 seconds"),
        ("return 10 ** 10 ** 10", "mine.py:7: no answer after 1 seconds"),
        ("while True: print('x' * 100)", "mine.py:7: no answer after 1 seconds"),
        ("import sys\nsys.exit(3)", "mine.py:8: sys.exit(3) was called"),
        ("import os\nos._exit(7)", "mine.py: its process ended by itself, with status 7"),
        ("return ((", "mine.py:7: SyntaxError: '(' was never closed"),
        ("\nreturn 1 / 0", "mine.py:8: ZeroDivisionError: division by zero"),
        ("report.expand((99, 0))\nreturn grid.id_of((99, 0))", "mine.py:8: ValueError: cell (99, 0) is not on the map"),
        ("return self.search(grid, start, goal, report)", "mine.py:7: RecursionError"),
        ("return input()", "mine.py:7: EOFError"),
        ("return []", "mine.py:6: TypeError: search returned [], expected the cells"),
        ("return 5", "mine.py:6: TypeError: search returned 5, expected the cells"),
        ("return [(10**400, 1)]", "mine.py:6: TypeError: search returned [(10000"),
        ("return [(float('inf'), 1)]", "mine.py:6: TypeError: search returned [(inf, 1)], expected the cells"),
        ("class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd", "mine.py:9: Odd: (what it says"),
    ],
)
def test_what_goes_wrong_is_told_with_file_and_line(own, body, line):
    key = own.search("mine", body, seconds=1)
    began = time.monotonic()
    with pytest.raises(OwnCodeFailed) as trouble:
        _plan(key, Level.empty(12, 9))
    assert str(trouble.value).startswith(line)
    assert "\n" not in str(trouble.value)
    assert time.monotonic() - began < 20


@pytest.mark.skipif(os.name != "posix", reason="memory is limited, and signals are told, on POSIX")
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return len(bytearray(10 << 30))", "mine.py:7: MemoryError"),
        ("import ctypes\nctypes.string_at(0)", "mine.py:8: the interpreter crashed (Segmentation fault)"),
    ],
)
def test_memory_and_crashes_too(own, body, line):
    key = own.search("mine", body)
    with pytest.raises(OwnCodeFailed) as trouble:
        _plan(key, Level.empty(12, 9))
    assert str(trouble.value).startswith(line)
    assert "mine.py" in trouble.value.details


@pytest.mark.parametrize(
    ("report", "line"),
    [
        ("expand('abc')", "ValueError: 'abc' is no cell (x, y)"),
        ("expand((10**9, -5))", "ValueError: cell (1000000000, -5) is not on the map"),
        ("expand((1.5, 2.5))", "TypeError: reported cell=(1.5, 2.5), parent=None"),
        ("relax(start, start, 'g', None)", "TypeError: reported cell=(0, 0), parent=(0, 0), g='g', f=None: expected"),
        ("generate(start, start, 1e308)", "TypeError: reported cell=(0, 0), parent=(0, 0), g=1e+308"),
    ],
)
def test_nonsense_reported_is_told_where_it_is_looked_at(own, report, line):
    key = own.search("mine", f"report.{report}\nreturn None")
    with pytest.raises(OwnCodeFailed) as trouble:
        _plan(key, Level.empty(12, 9), Recording(100))
    assert str(trouble.value).startswith(f"mine.py:7: {line}")


def test_after_a_mishap_it_is_asked_anew(own):
    key = own.search("mine", "if goal[0] > 5:\n    import os\n    os._exit(1)\nreturn [start, goal]")
    prepared = planners[key].create().prepare(Level.empty(12, 9))
    for _ in range(2):
        with pytest.raises(OwnCodeFailed):
            prepared.plan(A_TO_B, Limits())
        assert prepared.plan(Query((0.5, 0.5), (1.5, 1.5)), Limits()).cost == pytest.approx(math.sqrt(2))


def test_an_illegal_way_is_refused_step_by_step(own):
    level = Level.empty(12, 9)
    level.terrain[0, 1] = WALL
    key = own.search("mine", "return [start, (1, 1), *((x, 1) for x in range(2, 12)), *((11, y) for y in range(2, 9))]")
    plan = _plan(key, level)
    assert plan.refused == "step 0 cuts the corner of blocked cell (1, 0)"
    assert plan.cost == math.inf
    assert not plan.proven
    assert _plan(own.search("far", "return [start, goal]"), level).refused.startswith("step 0 jumps by")


def test_a_stop_ends_it_whatever_it_does(own):
    for name, body in (("deaf", "while True: pass"), ("polite", "while True: report.expand(start)")):
        prepared = planners[own.search(name, body)].create().prepare(Level.empty(12, 9))
        limits = Limits()
        threading.Timer(0.3, limits.stop.fill, [1]).start()
        began = time.monotonic()
        assert prepared.plan(A_TO_B, limits).status is Status.CANCELLED
        assert time.monotonic() - began < 4
        assert prepared.child.fresh or name == "polite"  # who does not listen is ended


def test_whoever_stops_a_deaf_search_does_not_wait_and_the_next_answer_is_right(own):
    key = own.search("mine", "import time\nif goal[0] > 5:\n    time.sleep(3000)\nreturn [start, goal]", seconds=3600)
    prepared = planners[key].create().prepare(Level.empty(12, 9))
    near = Query((0.5, 0.5), (1.5, 1.5))
    for _ in range(3):
        limits = Limits()
        threading.Timer(0.2, limits.stop.fill, [1]).start()
        assert prepared.plan(A_TO_B, limits).status is Status.CANCELLED
        assert prepared.plan(near, Limits()).cost == pytest.approx(math.sqrt(2))  # of another process, told the map
    prepared.child.end()


def test_a_polite_search_that_was_stopped_stays_and_is_asked_again(own):
    key = own.search("mine", "while goal[0] > 5:\n    report.expand(start)\nreturn [start, goal]", seconds=3600)
    prepared, seen = planners[key].create().prepare(Level.empty(12, 9)), set()
    for _ in range(8):
        limits = Limits()
        threading.Timer(0.2, limits.stop.fill, [1]).start()
        assert prepared.plan(A_TO_B, limits, Recording(1000)).status is Status.CANCELLED
        assert prepared.plan(Query((0.5, 0.5), (1.5, 1.5)), Limits()).cost == pytest.approx(math.sqrt(2))
        seen.add(prepared.child._running._process.pid)
    assert len(seen) < 8  # on a machine that is not too busy to hear it: one
    prepared.child.end()


def test_a_budget_of_expansions_is_kept(own):
    write_start("planner", "zigzag")
    plan = planners["own-zigzag"].create().prepare(Level.empty(12, 9)).plan(A_TO_B, Limits(expansions=5))
    assert (plan.status, plan.expanded) == (Status.BUDGET, 5)


def test_it_goes_to_other_processes_by_name(own):
    write_start("planner", "zigzag")
    planner = planners["own-zigzag"].create({"weight": 2.0})
    assert pickle.loads(pickle.dumps(planner)) == planner


def test_files_share_modules_of_their_folder_and_nothing_of_the_current_one(own, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "trap.py").write_text("raise SystemExit('sprung')", encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    own.write("_ways", "def straight(start, goal):\n    return [start, goal]\n")
    key = own.search("mine", "from _ways import straight\nreturn straight(start, goal)")
    assert "jumps" in _plan(key, Level.empty(12, 9)).refused
    other = own.search("other", "import trap")
    with pytest.raises(OwnCodeFailed, match="No module named 'trap'"):
        _plan(other, Level.empty(12, 9))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "mine.py: SandboxError: it offers nothing"),
        (
            "from sandbox.own import planner\n@planner(title='x')\nclass A: pass",
            "mine.py:2: SandboxError: A is no dataclass",
        ),
        (NAMELESS, "mine.py:3: SandboxError: title=''"),
        ("1 / 0", "mine.py:1: ZeroDivisionError"),
        ("import nothing_of_that_name", "mine.py:1: ModuleNotFoundError"),
    ],
)
def test_a_file_that_offers_nothing_sound_says_why(own, text, line):
    own.write("mine", text)
    with pytest.raises(OwnCodeFailed) as trouble:
        planners["own-mine"]
    assert str(trouble.value).startswith(line)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes")
def test_what_is_no_file_in_the_folder_hides_no_other(own, capsys):
    write_start("planner", "zigzag")
    (own.path / "gone.py").symlink_to(own.path / "nowhere")  # as one that an editor has just renamed
    (own.path / "folder.py").mkdir()
    os.mkfifo(own.path / "pipe.py")
    own.write(".hidden", "")
    assert [one.key for one in sources()] == ["own-zigzag"]
    own.write("a,b", "")
    own.write("mit Leer ü", (own.path / "zigzag.py").read_text(encoding="utf-8"))
    assert main(["list", "planners"]) == 0
    told = capsys.readouterr()
    assert "own-mit Leer ü" in told.out
    assert "a,b.py: ',' in its name parts words of commands" in told.err
    assert main(["plan", "flood", "--planner", "own-mit Leer ü"]) == 0


@pytest.mark.small
@given(st.data())
def test_its_grid_is_ours(data):
    level = _level(data.draw(st.integers(0, 50)), weighted=data.draw(st.booleans()))
    grid = _grid_of(level)
    moves = level.derived.grid.moves
    from sandbox.planning.grid.graph import DX, DY

    for y in range(9):
        for x in range(12):
            ours = {(x + DX[d], y + DY[d]) for d in range(8) if moves[grid.id_of((x, y))] >> d & 1}
            found = dict(grid.neighbours((x, y)))
            assert set(found) == ours
            checker = Checker(level)
            for (a, b), cost in found.items():
                mean = (checker.cost[y, x] + checker.cost[b, a]) / 2 if grid.weighted else 1.0
                assert cost == pytest.approx(math.hypot(a - x, b - y) * mean)


def _grid_of(level: Level) -> Grid:
    ours = level.derived.grid
    return Grid(
        12, 9, ours.moves.tobytes(), ours.cost8.tobytes(), int(level.derived.lowest8), weighted=not level.uniform
    )


@pytest.mark.small
def test_its_a_star_finds_what_dijkstra_finds():
    for seed in range(20):
        grid = _grid_of(_level(seed, weighted=seed % 2 == 0))
        blocks: list[bytes] = []
        found = []
        for estimate in (lambda g, a, b: g.distance(a, b), lambda g, a, b: 0.0):
            way = best_first.search(estimate, grid, (0, 0), (11, 8), Report(grid, 0, 1000, blocks.append))
            found.append(None if way is None else sum(dict(grid.neighbours(a))[b] for a, b in pairwise(way)))
        assert found[0] == pytest.approx(found[1]) if found[0] is not None else found[1] is None


def test_events_are_laid_out_as_recordings_are():
    assert EVENT.size == RECORD.itemsize
    row = np.frombuffer(EVENT.pack(2, 7, 3, 1.5, 2.5, 9), RECORD)[0]
    assert row.tolist() == (2, 7, 3, 1.5, 2.5, 9)


def test_new_and_plan_by_name(own, capsys):
    assert main(["new", "planner", "zigzag"]) == 0
    assert main(["new", "planner", "zigzag"]) == 2
    assert "there already" in capsys.readouterr().err
    assert main(["new", "planner", "../out"]) == 2
    assert main(["plan", "flood", "--planner", "astar,own-zigzag", "--json"]) == 0
    assert main(["list", "planners"]) == 0
    assert "own-zigzag" in capsys.readouterr().out
    own.search("mine", "return 1 / 0")
    assert main(["plan", "flood", "--planner", "own-mine"]) == 2
    assert "mine.py:7: ZeroDivisionError: division by zero" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
@pytest.mark.parametrize("kills", [20, pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_killed_at_random_nothing_is_left(own, kills):
    key = own.search("mine", "while True:\n    report.expand(start)", seconds=5)
    prepared, rng, seen = planners[key].create().prepare(Level.empty(12, 9)), random.Random(kills), []
    before, threads = _open_files(), threading.active_count()
    for _ in range(kills):
        threading.Timer(0.01 + rng.random() * 0.15, _kill, [prepared.child, seen]).start()
        with pytest.raises(OwnCodeFailed, match="SIGKILL"):
            prepared.plan(A_TO_B, Limits())
    prepared.child.end()
    assert len(set(seen)) == kills
    assert not [pid for pid in seen if Path(f"/proc/{pid}").exists()]
    assert _open_files() <= before + 1
    assert threading.active_count() <= threads + 1  # the last timer


def _kill(child: Child, seen: list[int]) -> None:
    """Kill its process, as soon as there is one."""
    while child.fresh:
        time.sleep(0.001)
    seen.append(child._running._process.pid)
    os.kill(seen[-1], signal.SIGKILL)


def _open_files() -> int:
    folder = Path(f"/proc/{os.getpid()}/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0
