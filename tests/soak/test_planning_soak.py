"""Edits and queries for hours, as the window's worker sees them: memory stays what it was after the first while."""

import contextlib
import ctypes
import gc
import os
from pathlib import Path

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.level.edits import Resize, SetPalette
from sandbox.level.model import DEFAULT_PALETTE
from sandbox.planning.api import Query, new_stop, planners
from sandbox.planning.warm import warmups
from sandbox.ui.maps.worker_side import Desk
from tests.strategies.edits import Maker, scene

STEPS = int(os.environ.get("SOAK_STEPS", "20000"))
SETTLED = STEPS // 10  # steps until everything has been loaded, and the largest of each has been there
RADII = (0.0, 0.0, 0.0, 0.2, 0.45, 0.5, 0.8, 1.0, 1.3, 2.0, 2.6, 4.0, 7.0, 12.0, 20.0)
MOST_MORE = 0.05
MB = 1 << 20


def resident():
    """Bytes of this process that are in memory, without what is free and only not given back to the system yet."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def some_planner(r):
    """Any planner with any options."""
    entry = planners[str(r.choice(planners.keys()))]
    return entry.create({option.name: _value(option, r) for option in entry.options if r.random() < 0.5})


def _value(option, r):
    if option.kind == "choice":
        return option.choices[int(r.integers(len(option.choices)))]
    if option.kind == "bool":
        return bool(r.integers(2))
    low, high = option.low, min(option.high, 64)
    return int(r.integers(low, high + 1)) if option.kind == "int" else float(r.uniform(low, high))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_is_level_under_edits_and_queries_of_every_planner():
    r = np.random.default_rng(2026)
    level, maker = scene(5, 160, 120)[0], Maker(5, heavy=False)
    desk, known, seen = Desk(level), {}, []
    for _, load in warmups():  # what is loaded once is not what is looked for
        load()
    for step in range(STEPS):
        if r.random() < 0.5:
            _edit(desk, maker, r)
        else:
            _ask(desk, known, r)
        if step + 1 == SETTLED or (step >= SETTLED and (step + 1) % (STEPS // 20) == 0):
            seen.append(resident())
    print("resident MB:", [round(size / MB) for size in seen])
    # What is prepared at one moment differs from another by tens of megabytes, up and down: a leak only goes up.
    earlier, later = np.median(seen[: len(seen) // 2]), np.median(seen[len(seen) // 2 :])
    assert later <= earlier * (1 + MOST_MORE), [round(size / MB) for size in seen]


def _edit(desk, maker, r):
    edit = maker.edit(desk.level)
    if r.random() < 0.005:
        edit = Resize(int(r.integers(40, 200)), int(r.integers(40, 160)))
    elif isinstance(edit, SetPalette) and r.random() < 0.9:
        edit = SetPalette(DEFAULT_PALETTE)
    with contextlib.suppress(BadInput):
        desk.edit(edit)


def _ask(desk, known, r):
    """Four rows on the list; now and then one is another planner, or has other options."""
    if r.random() < 0.2 or len(known) < 4:
        known[str(r.integers(4))] = some_planner(r)
    key = str(r.choice(list(known)))
    planner = known[key]
    desk.wanted = list(known)
    width, height = desk.level.width, desk.level.height
    ends = [(float(r.uniform(0, width)), float(r.uniform(0, height))) for _ in range(2)]
    query = Query(*ends, float(r.choice(RADII)))
    ask = desk.record if r.random() < 0.05 else desk.answer
    ask(key, planner, query, new_stop())
