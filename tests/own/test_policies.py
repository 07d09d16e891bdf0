"""Policies of the user's own: the resolver remains the law, the past is as it was, and what goes wrong is told."""

import os
import pickle
import time

import numpy as np
import pytest

from sandbox.agents.api import Agents, Settings, policies
from sandbox.agents.record.film import EVERY, Film
from sandbox.agents.record.saved import Saved
from sandbox.agents.resolver.rules import Rule
from sandbox.agents.run import Run
from sandbox.agents.world import World
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import WALL, Level
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.new import write_start
from sandbox.planning.api import planners

HEAD = """from dataclasses import dataclass
from sandbox.own import policy
@policy(title="Mine", rule="slide", seconds={seconds})
@dataclass(frozen=True)
class Mine:
    def wish(self, crowd):
        """
REMEMBERS = """crowd.memory['ticks'] = crowd.memory.get('ticks', 0) + 1
        for agent in crowd.walking:
            agent.turn(crowd.memory['ticks'] % 7 * 10 + crowd.random.random())"""


def _agents(rows: int = 4) -> Agents:
    """Rows of two who walk towards each other."""
    left = [(2.5, 1.5 + row) for row in range(rows)]
    right = [(11.5, 1.5 + row) for row in range(rows)]
    n = 2 * rows
    return Agents(np.array(left + right), np.array(right + left), np.full(n, 0.3), np.full(n, 1.4),
                  np.zeros(n, np.int32))  # fmt: skip


def _world(key: str, agents: Agents | None = None, **options) -> World:
    settings = Settings(policies[key].create(options), planners["astar"].create())
    return World(Level.empty(14, 7), agents or _agents(), settings)


def _mine(own, body: str, seconds: float = 5) -> str:
    own.write("mine", HEAD.format(seconds=seconds) + body)
    return "own-mine"


def _steps(world: World, count: int) -> World:
    world.prepare()
    for _ in range(count):
        world.step()
    world.driver.close()
    return world


def test_the_start_walks_and_the_judge_agrees(own):
    write_start("policy", "polite")
    run = Run(_world("own-polite"), 20, checked=True)
    run.go()
    facts = run.facts()
    assert facts["arrived"] == facts["agents"] == 8
    assert run.faults == []
    assert next((o.name, o.default) for o in policies["own-polite"].options) == ("sight", 3.0)
    assert policies["own-polite"].cls.rule is Rule.RIGHT


@pytest.mark.parametrize(
    "body",
    [
        "for agent in crowd.agents: agent.go(1e9, -1e9)",
        "for agent in crowd.agents: agent.go(agent.goal_x - agent.x, crowd.random.random() * 50 - 25)",
        "a, b = crowd.agents[:2]\n        a.wait(b); b.wait(a)",
        "import numpy as np\n        np.frombuffer(crowd.wish_x)[:] = 99.0",
    ],
)
def test_whatever_it_wishes_nothing_overlaps(own, body):
    run = Run(_world(_mine(own, body)), 4, checked=True)
    run.go()
    assert sum(run.judge.counts.values()) == 0
    assert run.faults == []


def test_who_is_told_nothing_goes_along_its_way(own):
    mine, alone = (_steps(_world(key), 60) for key in (_mine(own, "pass"), "alone"))
    assert mine.tick == alone.tick
    assert np.hypot(mine.crowd.x - mine.agents.places[:, 0], mine.crowd.y - mine.agents.places[:, 1]).min() > 2


def test_what_it_is_shown_is_the_crowd(own, tmp_path):
    seen = tmp_path / "seen.txt"
    body = f"""a = crowd.agents[0]
        with open({str(seen)!r}, 'a') as out:
            print(a.id, a.x, a.y, a.radius, a.speed, a.goal_x, a.wish_x, a.vx, len(crowd.walking), crowd.tick,
                  crowd.grid.width, [o.id for o in crowd.near(a, 2.5)], round(a.meets(crowd.agents[4]), 6),
                  crowd.grid.is_open((5, 5)), sep='|', file=out)"""
    world = _world(_mine(own, body))
    world.prepare()
    world.step()
    world.edit(PaintCells.one(5, 5, WALL))
    world.step()
    world.driver.close()
    first, second = seen.read_text(encoding="utf-8").splitlines()
    assert first == "0|2.5|1.5|0.3|1.4|11.5|1.4|0.0|8|0|14|[1, 2]|3.0|True"  # 8.4 cells apart, at 2.8 a second
    assert second.split("|")[7:10] == ["1.4", "8", "1"] or float(second.split("|")[7]) == pytest.approx(1.4)
    assert second.endswith("False")


def test_waits_are_noted(own):
    world = _steps(_world(_mine(own, "crowd.agents[0].wait(crowd.agents[5])")), 3)
    assert world.driver.waits[0] == 5
    assert (world.crowd.x[0], world.crowd.y[0]) == (2.5, 1.5)
    assert world.book.count >= 1


def test_the_past_is_as_it_was_and_time_goes_on_from_there(own):
    settings = Settings(policies[_mine(own, REMEMBERS)].create(), planners["astar"].create())
    film = Film(Level.empty(14, 7), _agents(), settings)
    film.prepare()
    ticks = EVERY + 40
    for _ in range(ticks):
        film.step()
    last, middle = film.frame(ticks), film.frame(EVERY + 9)
    film._chunks.clear()
    assert np.array_equal(film.frame(EVERY + 9).x, middle.x)
    film.cut(EVERY + 9)
    while film.length < ticks:
        film.step()
    assert np.array_equal(film.frame(ticks).x, last.x)
    film.close()


def test_a_recording_is_computed_again_to_the_last_bit(own, tmp_path):
    key, out = _mine(own, REMEMBERS), str(tmp_path / "run.npz")
    assert main(["simulate", "head-on", "--policy", key, "--seconds", "3", "--record", out]) == 0
    assert Saved.load(tmp_path / "run.npz").settings.policy == policies[key].create()
    assert main(["render", out, "-o", str(tmp_path / "run.png")]) == 0


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("while True: pass", "mine.py:7: no answer after"),
        ("import sys; sys.exit(3)", "mine.py:7: sys.exit(3) was called"),
        ("import os; os._exit(7)", "mine.py: its process ended by itself, with status 7"),
        ("return ((", "mine.py:7: SyntaxError: '(' was never closed"),
        ("return 1 / 0", "mine.py:7: ZeroDivisionError: division by zero"),
        ("crowd.agents[0].go('left', 0)", "mine.py:7: TypeError"),
        ("crowd.agents[0].go(float('nan'), 0)", "mine.py:6: agent 0 wishes to go (nan, 0.0)"),
        ("crowd.wish_x.pop()", "mine.py:6: wish left"),
        ("crowd.memory['it'] = crowd", "mine.py:6: ValueError: unmarshallable object"),
    ],
)
def test_what_goes_wrong_is_told_with_file_and_line(own, body, line):
    with pytest.raises(OwnCodeFailed) as trouble:
        _steps(_world(_mine(own, body, seconds=1)), 1)
    assert str(trouble.value).startswith(line)
    assert "\n" not in str(trouble.value)


@pytest.mark.skipif(os.name != "posix", reason="memory is limited, and signals are told, on POSIX")
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return len(bytearray(10 << 30))", "mine.py:7: MemoryError"),
        ("import ctypes; ctypes.string_at(0)", "mine.py:7: the interpreter crashed (Segmentation fault)"),
    ],
)
def test_memory_and_crashes_too(own, body, line):
    with pytest.raises(OwnCodeFailed) as trouble:
        _steps(_world(_mine(own, body)), 1)
    assert str(trouble.value).startswith(line)


def test_a_run_that_is_over_leaves_no_process(own):
    world = _world(_mine(own, "pass"))
    world.prepare()
    world.step()
    pid = world.driver.child._running._process.pid
    world.driver.close()
    deadline = time.monotonic() + 20
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < deadline:  # noqa: PTH110
        time.sleep(0.01)
    assert not os.path.exists(f"/proc/{pid}")  # noqa: PTH110


def test_it_goes_to_other_processes_by_name(own):
    write_start("policy", "polite")
    policy = policies["own-polite"].create({"sight": 4.0})
    assert pickle.loads(pickle.dumps(policy)) == policy


def test_what_is_no_policy_is_refused(own):
    write_start("planner", "zigzag")
    with pytest.raises(BadInput, match="it offers no policy"):
        policies["own-zigzag"]
    own.write("mine", HEAD.format(seconds=1).replace('"slide"', '"shove"') + "pass")
    with pytest.raises(OwnCodeFailed, match=r"mine.py:3: SandboxError: rule='shove', expected one of stop"):
        policies["own-mine"]


def test_by_the_command_line(own, capsys):
    assert main(["new", "policy", "polite"]) == 0
    assert main(["simulate", "door", "--policy", "own-polite", "--check", "--seconds", "1",
                 "--option", "own-polite.angle=20"]) == 0  # fmt: skip
    assert main(["list", "policies"]) == 0
    assert "own-polite" in capsys.readouterr().out
    _mine(own, "return 1 / 0")
    assert main(["simulate", "door", "--policy", "own-mine", "--seconds", "1"]) == 2
    assert "mine.py:7: ZeroDivisionError: division by zero" in capsys.readouterr().err
