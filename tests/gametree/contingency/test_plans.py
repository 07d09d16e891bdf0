"""Plans for worlds in which actions turn out in several ways: the lecture's, and random ones against naive twins."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.games.worlds.api import state_of, worlds
from sandbox.games.worlds.library.written import Written, read
from sandbox.gametree.api import Limits, Status, new_stop
from sandbox.gametree.contingency.api import Planned, world_planners
from sandbox.gametree.contingency.plan import Plan, as_table, as_text, as_tree, faults

pytestmark = pytest.mark.small

ERRATIC = worlds["vacuum"].create()
SLIPPERY = worlds["vacuum"].create({"erratic": False, "slippery": True})


class Made:
    """A world from a table, for tests."""

    def __init__(self, written: Written) -> None:
        self.written = written

    def states(self) -> tuple[str, ...]:
        return tuple(self.written.table)

    def start(self) -> str:
        return self.written.start

    def is_goal(self, state: str) -> bool:
        return state in self.written.goals

    def results(self, state: str) -> dict[str, tuple[str, ...]]:
        return self.written.table[state]

    def picture(self, state: str) -> str:
        return state


def made(text: str) -> Made:
    return Made(read(text, "test"))


def find(key: str, world: Any, start: str = "", **limits: Any) -> Planned:
    return world_planners[key].create().plan(world, start or world.start(), Limits(**limits))


def plan_of(key: str, world: Any, start: str = "") -> Plan:
    plan = find(key, world, start).plan
    assert plan is not None
    return plan


def test_the_lectures_plan() -> None:
    found = find("and-or", ERRATIC)
    assert found.plan is not None
    assert as_text(found.plan, ERRATIC) == "[Suck; if state 5 then [Right, Suck] else []]"
    assert found.states == 6
    assert faults(found.plan, ERRATIC) == []
    assert not found.plan.cyclic(ERRATIC)


def test_the_lectures_world() -> None:
    """State 1: both squares dirty, the agent on the left; 8: both clean, on the right; 7 is a goal already."""
    assert [ERRATIC.picture(s) for s in ("1", "5", "7", "8")] == ["|A*| *|", "|A | *|", "|A |  |", "|  |A |"]
    assert ERRATIC.results("1") == {"Suck": ("5", "7"), "Right": ("2",), "Left": ("1",)}
    assert ERRATIC.results("7")["Suck"] == ("3", "7")  # on a clean square it may drop dirt
    assert [s for s in ERRATIC.states() if ERRATIC.is_goal(s)] == ["7", "8"]


def test_a_slippery_floor_has_only_a_cyclic_plan() -> None:
    none = find("and-or", SLIPPERY)
    assert (none.plan, none.status) == (None, Status.DONE)
    plan = plan_of("strong-cyclic", SLIPPERY)
    assert (plan.actions["1"], plan.actions["5"], plan.actions["6"]) == ("Suck", "Right", "Suck")
    assert plan.cyclic(SLIPPERY)
    assert plan.steps(SLIPPERY) == pytest.approx(4)  # suck, two steps on average, suck
    assert faults(plan, SLIPPERY) == []


@pytest.mark.parametrize("squares", [2, 3, 4])
@pytest.mark.parametrize("erratic", [False, True])
@pytest.mark.parametrize("slippery", [False, True])
def test_every_vacuum_world_is_cleaned_from_everywhere(squares: int, erratic: bool, slippery: bool) -> None:
    world = worlds["vacuum"].create({"squares": squares, "erratic": erratic, "slippery": slippery})
    for start in world.states():
        plan = plan_of("strong-cyclic", world, start)
        assert faults(plan, world) == []
        if not slippery:
            careful = plan_of("and-or", world, start)
            assert faults(careful, world) == []
            assert not careful.cyclic(world)


def random_world(seed: int, states: int, actions: int) -> Made:
    rng = random.Random(seed)
    names = [f"s{i}" for i in range(states)]
    lines = ["start: s0", f"goal: s{states - 1}"]
    lines += [
        f"{name} a{action}: {' '.join(rng.sample(names, rng.randint(1, 2)))}"
        for name in names[:-1]
        for action in range(rng.randint(0, actions))
    ]
    return made("\n".join(lines))


def strong_states(world: Made) -> set[str]:
    """From where a plan without cycles exists: backwards from the goals, all results of some action inside."""
    found = {s for s in world.states() if world.is_goal(s)}
    while True:
        more = {s for s in world.states() if any(found.issuperset(r) for r in world.results(s).values())} - found
        if not more:
            return found
        found |= more


def some_policy_works(world: Made) -> bool:
    """By trying every choice of one action a state."""
    choices = [[(s, a) for a in world.results(s)] or [(s, "")] for s in world.states()]
    return any(not faults(Plan(world.start(), dict(policy)), world) for policy in itertools.product(*choices))


def test_random_worlds_against_the_twins() -> None:
    counts = {"careful": 0, "cyclic only": 0, "none": 0}
    for seed in range(1500):
        world = random_world(seed, 5, 2)
        careful, again = find("and-or", world), find("strong-cyclic", world)
        assert (careful.plan is not None) == (world.start() in strong_states(world)), seed
        assert (again.plan is not None) == some_policy_works(world), seed
        for found in (careful, again):
            assert found.plan is None or faults(found.plan, world) == [], seed
        if careful.plan:
            assert not careful.plan.cyclic(world)
            assert as_text(careful.plan, world)
        counts["careful" if careful.plan else "cyclic only" if again.plan else "none"] += 1
    assert min(counts.values()) > 50


def test_larger_worlds_need_no_patience() -> None:
    for seed in range(5):
        world = random_world(seed, 1500, 3)
        found = find("strong-cyclic", world)
        assert found.plan is None or faults(found.plan, world) == []


def test_steps_are_those_of_a_walk() -> None:
    plan, rng, taken = plan_of("strong-cyclic", SLIPPERY), random.Random(1), []
    for _ in range(2000):
        state, steps = "1", 0
        while not SLIPPERY.is_goal(state):
            state, steps = rng.choice(plan.results(SLIPPERY, state)), steps + 1
        taken.append(steps)
    assert np.mean(taken) == pytest.approx(plan.steps(SLIPPERY), abs=0.15)


def test_the_judge_finds_what_is_wrong() -> None:
    assert faults(Plan("1", {"1": "Fly"}), ERRATIC) == ["state 1: 'Fly' cannot be done"]
    assert faults(Plan("1", {"1": "Suck"}), ERRATIC) == ["state 5: 'nothing' cannot be done"]
    for_ever = Plan("1", {"1": "Right", "2": "Left"})
    assert faults(for_ever, ERRATIC) == ["from state 1 no goal can be reached", "from state 2 no goal can be reached"]
    assert for_ever.cyclic(ERRATIC)
    trap = made("start: a\ngoal: d\na risk: b d\na safe: a d\nb stay: b")
    assert faults(Plan("a", {"a": "risk", "b": "stay"}), trap) == ["from state b no goal can be reached"]
    assert plan_of("strong-cyclic", trap).actions["a"] == "safe"


def test_a_plan_is_told_as_table_and_tree() -> None:
    plan = plan_of("and-or", ERRATIC)
    assert as_table(plan, ERRATIC) == [("1", "Suck", "5 or 7"), ("5", "Right", "6"), ("6", "Suck", "8")]
    assert list(as_tree(plan, ERRATIC)) == ["1: Suck", "  5: Right", "    6: Suck", "      8: goal", "  7: goal"]
    assert as_text(Plan("7", {}), ERRATIC) == "[]"


def test_budgets_and_the_stop_flag() -> None:
    assert find("and-or", SLIPPERY, nodes=3).status is Status.BUDGET
    stop = new_stop()
    stop[0] = 1
    for key in world_planners.keys():  # noqa: SIM118  (a registry)
        found = find(key, ERRATIC, stop=stop)
        assert (found.plan, found.status) == (None, Status.CANCELLED)


RUBBISH = {
    "nothing": ("", "0 starts"),
    "no goal": ("start: a\n", "0 goals"),
    "two starts": ("start: a b\ngoal: c", "2 starts"),
    "no colon": ("start: a\ngoal: b\na go b", "'a go b'"),
    "no result": ("start: a\ngoal: b\na go:", "'a go:'"),
    "too many words": ("start: a\ngoal: b\na go far: b", "'a go far: b'"),
    "an action twice": ("start: a\ngoal: b\na go: b\na go: a", "twice"),
    "something else": ("start: a\ngoal: b\nend: b", "'end: b'"),
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_one_clear_line(name: str) -> None:
    text, found = RUBBISH[name]
    with pytest.raises(BadInput) as error:
        read(text, "world")
    line = str(error.value)
    assert found in line
    assert "expected" in line
    assert "\n" not in line


def test_states_and_files_that_are_not_there() -> None:
    with pytest.raises(BadInput, match="one of 1, 2"):
        state_of(ERRATIC, "9")
    with pytest.raises(BadInput, match="No such file"):
        worlds["world"].create({"file": "nowhere.txt"}).start()
    assert state_of(ERRATIC, "-") == "1"


def test_a_text_is_read() -> None:
    world = made("# remarks\nstart: a # here too\ngoal: c\na go: b c c\n")
    assert world.results("a") == {"go": ("b", "c")}
    assert world.states() == ("a", "b", "c")
    assert world.results("b") == {}


@pytest.mark.parametrize(("states", "more"), [(59, False), (60, False), (61, True), (90, True)])
def test_of_a_long_plan_sixty_lines_are_told_and_that_there_is_more(states: int, more: bool) -> None:
    steps = "\n".join(f"s{i} go: s{i + 1}" for i in range(states - 1))
    world = made(f"start: s0\ngoal: s{states - 1}\n{steps}")
    told = list(as_tree(plan_of("and-or", world), world))
    whole = [*(f"{'  ' * i}s{i}: go" for i in range(states - 1)), f"{'  ' * (states - 1)}s{states - 1}: goal"]
    assert told == [*whole[:60], *["…"] * more]
