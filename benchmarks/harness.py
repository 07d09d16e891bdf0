"""What every benchmark script shares: interleaved timing, medians with their spread, and results.md.

A script measures alternatives *in turn*, round after round, so that a neighbour on the machine hurts all of
them alike; it reports the median with the middle half of the samples, and ratios between alternatives of
the same round. `section` then replaces that script's own part of results.md and leaves the others alone.
"""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

RESULTS = Path(__file__).with_name("results.md")
TITLE = """# Results

Every figure here is written by a script in this folder (`python -m benchmarks.AREA`), which asserts its
answers before it reports a time. Ratios are between things timed in turn in the same run.
"""


@dataclass(frozen=True, slots=True)
class Timing:
    """Samples of one alternative, in seconds."""

    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle sample."""
        return float(np.median(self.samples))

    @property
    def best(self) -> float:
        """The least disturbed sample."""
        return min(self.samples)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The middle half of the samples lies between these."""
        low, high = np.percentile(self.samples, [25, 75])
        return float(low), float(high)

    def per(self, count: int) -> Timing:
        """The same per item."""
        return Timing(tuple(s / count for s in self.samples))

    def __str__(self) -> str:
        low, high = self.quartiles
        return f"{duration(self.median)} ({duration(low)}–{duration(high)})"


def duration(seconds: float) -> str:
    """Three digits and a unit."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def interleaved(
    alternatives: Mapping[str, Callable[[], object]],
    rounds: int = 5,
    *,
    warm_up: bool = True,
    own_clock: bool = False,
) -> dict[str, Timing]:
    """Time every alternative once a round, in an order that changes from round to round.

    With `own_clock` an alternative returns the seconds it took, measured closer to the work.
    """
    if warm_up:
        for run in alternatives.values():
            run()
    names = list(alternatives)
    samples: dict[str, list[float]] = {name: [] for name in names}
    for round_ in range(rounds):
        turn = round_ % len(names)
        for name in names[turn:] + names[:turn]:
            run = alternatives[name]
            samples[name].append(float(run()) if own_clock else seconds_of(run))  # type: ignore[arg-type]
    return {name: Timing(tuple(found)) for name, found in samples.items()}


def seconds_of(run: Callable[[], object]) -> float:
    """One run on the wall clock."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def waited_for_a_core(thread: int) -> float:
    """Milliseconds that a thread of this process could have run while others had all cores (Linux; elsewhere 0)."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text(encoding="ascii").split()[1]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


def ratio(slow: Timing, fast: Timing) -> float:
    """How many times faster: the median over the rounds of the ratio within a round."""
    return float(np.median([a / b for a, b in zip(slow.samples, fast.samples, strict=True)]))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; the first column is text, the others are figures."""
    rule = "|---|" + "---:|" * (len(columns) - 1)
    lines = [f"| {' | '.join(columns)} |", rule]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def machine() -> str:
    """What the figures were measured on and with, in one line."""
    import numba

    import sandbox

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M} UTC · {_cpu()} · {cores} cores{_busy()} · "
        f"{platform.system()} · Python {platform.python_version()} · NumPy {np.__version__} · "
        f"Numba {numba.__version__} · sandbox {sandbox.__version__} at {commit()}"
    )


def _busy() -> str:
    """How many processes wanted a core in the last minute, this one included: beside others all times are longer."""
    return f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", info.read_text(encoding="utf-8")) if info.exists() else None
    return found.group(1).strip() if found else platform.processor() or platform.machine()


def commit() -> str:
    """The commit the figures belong to; a "+" says that files differ from it."""
    try:
        here = RESULTS.parent
        described = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
        return subprocess.run(described, cwd=here, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "no commit"


def section(name: str, markdown: str) -> None:
    """Replace the section of this name in results.md, headed by the machine and the versions."""
    body = f"<!-- {name} -->\n## {name}\n\n*{machine()}*\n\n{markdown.strip()}\n<!-- /{name} -->"
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else TITLE
    own = re.compile(rf"<!-- {re.escape(name)} -->.*?<!-- /{re.escape(name)} -->", re.DOTALL)
    text = own.sub(lambda _: body, text) if own.search(text) else f"{text.rstrip()}\n\n{body}\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(body)
