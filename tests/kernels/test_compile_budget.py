"""What a planner, policy or engine adds to a cold start, counted and not timed: the lines Numba has to compile.

A kernel takes about 6 ms of CPU time and 28 ms a written line: a mean over all kernels of a cold start, which single
ones miss by a good deal. So the budget of an addition, four seconds, can be held without a clock. What is above it has
a ceiling of its own: to raise one is a decision, to be made with a look at what is compiled.
"""

import importlib
import pkgutil
from collections import Counter

import pytest

from sandbox.kernels.jit import Intrinsic, Kernel, kernel, reachable, specialise

A_KERNEL, A_LINE = 0.006, 0.028  # seconds
BUDGET = 4.0
SPECIALISED = 10  # times that one text may be compiled: `answer_all` is, once for each family of grid planners
FAMILIES = {
    "sandbox.planning.planners": {
        "bidirectional": 4.5,
        "hpa": 18.5,
        "jump": 18.5,  # two planners
        "polyanya": 9.5,
        "pra": 20.5,
        "theta": 5.5,  # two planners
        "tra": 13.5,
        "visibility": 7.5,
    },
    "sandbox.agents.policies": {"orca": 4.5},
    "sandbox.gametree.engines": {},
}
SHARED = ("kernels", "geometry", "level", "mesh", "games", "planning", "gametree", "agents")


def modules(package):
    """Every module below a package, by its name."""
    found = importlib.import_module(package)
    names = [m.name for m in pkgutil.walk_packages(found.__path__, f"{package}.")]
    return {name: importlib.import_module(name) for name in names if not name.endswith("__main__")}


def kernels_in(found):
    """The kernels that modules hold, and all that these call, by their names."""
    held = [thing for module in found for thing in list(vars(module).values()) if isinstance(thing, Kernel)]
    return {member.full_name: member for root in held for member in reachable(root)}


def lines_of(member):
    """How many lines of a kernel's text do something."""
    code = member.text.__code__
    return len({line for _, _, line in code.co_lines() if line is not None} - {code.co_firstlineno})


def seconds(members):
    """What compiling these is estimated to take."""
    return sum(A_KERNEL + A_LINE * lines_of(member) for member in members if not isinstance(member, Intrinsic))


@pytest.mark.parametrize("package", FAMILIES)
def test_every_addition_keeps_to_its_budget(package):
    everything = {name: m for room in SHARED for name, m in modules(f"sandbox.{room}").items()}
    shared = kernels_in(m for name, m in everything.items() if not name.startswith(f"{package}."))
    families = {name.removeprefix(f"{package}.").split(".")[0] for name in everything if name.startswith(f"{package}.")}
    assert set(FAMILIES[package]) <= families
    over = {}
    for family in families:
        root = f"{package}.{family}"
        own = kernels_in(m for name, m in everything.items() if name == root or name.startswith(f"{root}."))
        took = seconds(member for name, member in own.items() if name not in shared)
        if took > FAMILIES[package].get(family, BUDGET):
            over[family] = round(took, 1)
    assert not over, "estimated seconds of compiling, beyond the budget"


def test_no_text_is_compiled_without_end():
    every = kernels_in(m for room in SHARED for m in modules(f"sandbox.{room}").values())
    times = Counter(member.text.__code__ for member in every.values())
    assert not {
        code.co_qualname if hasattr(code, "co_qualname") else code.co_name: n
        for code, n in times.items()
        if n > SPECIALISED
    }


@kernel
def step(x: int) -> int:
    """Bound."""
    return x


@kernel
def twice(x: int) -> int:
    """A kernel that calls another."""
    x = step(x)
    return step(x)


@kernel
def increased(x: int) -> int:
    """To be bound."""
    return x + 1


@pytest.mark.small
def test_what_is_counted():
    bound = specialise(twice, step=increased)
    assert [lines_of(member) for member in (twice, step)] == [2, 1]
    assert {member.text.__name__ for member in reachable(bound)} == {"twice", "increased"}
    assert seconds(reachable(bound)) == pytest.approx(2 * A_KERNEL + 3 * A_LINE)
