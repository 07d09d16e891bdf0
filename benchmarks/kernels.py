"""The kernel floor: what a call, an event, a queue and a random number cost, and what compiling costs.

python -m benchmarks.kernels          everything, about two minutes
python -m benchmarks.kernels --quick  without the cold compile of all kernels
"""

from __future__ import annotations

import heapq
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from benchmarks.harness import Timing, duration, interleaved, ratio, seconds_of, section, table
from sandbox.kernels import jit
from sandbox.kernels.heap import heap_pop, heap_push, new_heap
from sandbox.kernels.jit import kernel, specialise
from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import EXPAND, GENERATE, Events, Recording, new_events, record_event, record_nothing
from sandbox.kernels.rng import new_rng, next_float, shuffle

if TYPE_CHECKING:
    from collections.abc import Callable

N = 200_000
EVENTS = 1_000_000
CALLS = 20_000


@kernel
def record(events: Events, kind: int, subject: int, parent: int, g: float, f: float, aux: int) -> None:
    """A free name."""


@kernel
def _noting(events: Events, data: Any, steps: int) -> int:
    """A loop with little to do but to record."""
    total = 0
    for step in range(steps):
        item = data[step & 1023]
        total += item
        record(events, 1, item, step, total, total + 3, 7)
    return total


@kernel
def _through_heap(heap: Any, keys: Any) -> float:
    total = 0.0
    for i in range(keys.shape[0]):
        heap_push(heap, keys[i], i)
    for i in range(keys.shape[0]):
        total += keys[heap_pop(heap)] * i
    return total


@numba.njit  # type: ignore[untyped-decorator]
def _through_numba_heapq(keys: Any) -> float:
    queue = [(keys[0], 0)]
    for i in range(1, keys.shape[0]):
        heapq.heappush(queue, (keys[i], i))
    total = 0.0
    for i in range(keys.shape[0]):
        total += keys[heapq.heappop(queue)[1]] * i
    return total


def _through_python_heapq(keys: list[float]) -> float:
    queue: list[tuple[float, int]] = []
    for item in enumerate(keys):
        heapq.heappush(queue, (item[1], item[0]))
    return sum(keys[heapq.heappop(queue)[1]] * i for i in range(len(keys)))


@kernel
def _floats(rng: Any, into: Any) -> None:
    for i in range(into.shape[0]):
        into[i] = next_float(rng)


@kernel
def _first(data: Any, number: int) -> float:
    return data[0] + number


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _bare_first(data: Any, number: int) -> float:
    return data[0] + number


def calls() -> str:
    """A kernel against Numba's dispatcher, called from Python."""
    data = np.zeros(3)

    def many(function: Callable[..., Any]) -> Callable[[], None]:
        def run() -> None:
            for number in range(CALLS):
                function(data, number)

        return run

    bound = _kernel_as_a_partial(_first)
    found = interleaved({"kernel": many(_first), "bare": many(_bare_first), "bound": many(bound)}, rounds=101)
    peers = {"Numba's dispatcher": found["bare"], "a kernel that a class would bind, as a `partial`": found["bound"]}
    rows = [["a kernel", found["kernel"].per(CALLS), ""]]
    rows += [[name, t.per(CALLS), f"{ratio(found['kernel'], t):.3f} ×"] for name, t in peers.items()]
    return table(["a call from Python, with an array and a number", "time", "a kernel takes"], rows)


def _kernel_as_a_partial(like: Any) -> Any:
    """The same kernel, made without the rule that it is never bound: jit.py read again, and that rule taken out."""
    spec = importlib.util.spec_from_file_location("jit_that_binds", jit.__file__)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    del module.Kernel.__get__
    return module.kernel(like.text)


def events() -> str:
    """What recording costs an event, above the same loop with recording bound to nothing."""
    on, off = specialise(_noting, record=record_event), specialise(_noting, record=record_nothing)
    data, room = np.arange(1024, dtype=np.int32), new_events(EVENTS)

    def recorded() -> int:
        room.happened[0] = 0
        return int(on(room, data, EVENTS))

    assert recorded() == off(room, data, EVENTS)
    assert room.happened[0] == EVENTS
    found = interleaved({"on": recorded, "off": lambda: off(room, data, EVENTS)}, rounds=9)
    extra = Timing(tuple(a - b for a, b in zip(found["on"].samples, found["off"].samples, strict=True)))
    rows = [["the loop, recorded", found["on"].per(EVENTS)], ["the loop, bound to nothing", found["off"].per(EVENTS)]]
    return table([f"an event ({EVENTS:,} of them)", "time"], [*rows, ["so an event costs", extra.per(EVENTS)]])


def playback() -> str:
    """Looking at a recording of a million events: the first look, and any jump after it."""
    recording = Recording(EVENTS)
    rng = np.random.default_rng(1)
    half = EVENTS // 2
    rows = recording.events.rows
    rows["subject"][:half] = rng.permutation(half)
    rows["subject"][half:] = rng.permutation(half)
    rows["kind"][:half], rows["kind"][half:] = GENERATE, EXPAND
    recording.events.happened[0] = EVENTS
    first = Timing(tuple(seconds_of(lambda: Playback(recording).field_at(half, half)) for _ in range(5)))
    shown = Playback(recording)
    assert (shown.field_at(half + half // 2, half) == 2).sum() == half // 2 + 1
    times = iter(rng.integers(0, EVENTS, 1000).tolist())
    jump = interleaved({"jump": lambda: shown.field_at(next(times), half)}, rounds=15)["jump"]
    return table([f"scrubbing {EVENTS:,} events", "time"], [["first look", first], ["any jump", jump]])


def queues() -> str:
    """Pushing and popping 200,000 random keys."""
    keys = np.random.default_rng(2).random(N)
    listed, heap = keys.tolist(), new_heap(N)
    expected = _through_python_heapq(listed)
    assert np.isclose(_through_heap(heap, keys), expected)
    assert np.isclose(_through_numba_heapq(keys), expected)
    found = interleaved(
        {
            "heap": lambda: _through_heap(heap, keys),
            "heapq compiled by Numba": lambda: _through_numba_heapq(keys),
            "heapq in Python": lambda: _through_python_heapq(listed),
        },
        rounds=5,
    )
    rows = [[name, timing.per(N), f"{ratio(timing, found['heap']):.2f} ×"] for name, timing in found.items()]
    return table([f"a push and a pop ({N:,} random keys)", "time", "against heap"], rows)


def randomness() -> str:
    """Drawing floats, and shuffling."""
    rng, theirs, into, items = new_rng(3), np.random.default_rng(3), np.zeros(N), np.arange(N)
    _floats(rng, into)
    assert abs(into.mean() - 0.5) < 0.01
    found = interleaved(
        {
            "float": lambda: _floats(rng, into),
            "float, NumPy's generator": lambda: theirs.random(out=into),
            "float, Python's random": lambda: [random.random() for _ in range(N)],
            "shuffled item": lambda: shuffle(rng, items),
            "shuffled item, NumPy's generator": lambda: theirs.shuffle(items),
        },
        rounds=7,
    )
    return table([f"a random number ({N:,} of them)", "time"], [[n, t.per(N)] for n, t in found.items()])


def start() -> str:
    """What a process pays before the first kernel runs."""
    rows = [
        ["Python alone", _process("pass")],
        ["import NumPy", _process("import numpy")],
        ["list all planners, games and engines", _process(LISTING)],
        ["import Numba", _process("import numba")],
        ["the first kernel, from the cache", _process(FIRST)],
    ]
    return table(["a process that does", "time"], rows)


LISTING = """
from sandbox.planning.api import planners
from sandbox.games.api import games
from sandbox.gametree.api import engines
assert min(len(r.keys()) for r in (planners, games, engines)) > 0
"""
FIRST = """
from sandbox.kernels.rng import new_rng
from sandbox.kernels.jit import compiled
new_rng(1)
assert compiled() == 0
"""


def _process(script: str) -> Timing:
    command = [sys.executable, "-c", script]
    subprocess.run([sys.executable, "-c", script.replace("assert compiled() == 0", "")], check=True)
    return Timing(tuple(seconds_of(lambda: subprocess.run(command, check=True)) for _ in range(7)))


def compiling() -> str:
    """Every kernel of the project: into an empty cache, and again from it."""
    with tempfile.TemporaryDirectory() as cache:
        cold = _warm(cache)
        again = _warm(cache, "--force")
        size = sum(len(files) for _, _, files in os.walk(cache))
    assert cold["failed"] == 0
    assert again["compiled"] == 0
    rows = [["into an empty cache", cold["compiled"], duration(cold["seconds"])]]
    rows.append([f"from the cache ({size} files)", again["compiled"], duration(again["seconds"])])
    return table(["all kernels of the project, two processes", "compiled", "time"], rows)


def _warm(cache: str, *more: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "sandbox.kernels", "warm", "--json", *more]
    run = subprocess.run(
        command, env=os.environ | {"NUMBA_CACHE_DIR": cache}, capture_output=True, encoding="utf-8", check=True
    )
    summary: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return summary


def main() -> None:
    """Measure, and write the section."""
    parts = [calls, events, playback, queues, randomness, start]
    if "--quick" not in sys.argv:
        parts.append(compiling)
    section("Kernels", "\n\n".join(part() for part in parts))


if __name__ == "__main__":
    main()
