"""The first minute with nothing compiled: `python -m benchmarks.cold [ROUNDS]`.

Fresh windows under SDL's dummy driver, each with a cache folder of its own, run until what a person waits for is there
(`--until paths`). Before anything is reported it is asserted that the window itself compiled nothing, that every
planner ticked has answered, and that the first came before most kernels were compiled. Times on the wall are those of
a quiet machine only; the processor's seconds and the kernels until the first are told beside them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.harness import section, table

ROOT = Path(__file__).parents[1]
TICKED = {"astar", "jps", "hpa", "polyanya"}
CASES = (
    ("A* on a plain level", "first_path", ("--tab", "maps", "--level", "flood")),
    ("A* on a level of polygons", "first_path", ("--tab", "maps", "--level", "city")),
    ("alpha-beta, Connect Four", "first_move", ("--tab", "boards", "--game", "connect-four")),
    ("alpha-beta, Othello", "first_move", ("--tab", "boards", "--game", "othello")),
    ("keep right, two crowds crossing", "first_run", ("--tab", "crowds", "--level", "crossing")),
)


def opened(words: tuple[str, ...], **variables: str) -> dict[str, Any]:
    """What a window says that finds nothing compiled."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        settings = os.environ | {"NUMBA_CACHE_DIR": f"{home}/cache", "SDL_VIDEODRIVER": "dummy", "HOME": home}
        settings["SANDBOX_PREBUILT"] = "0"
        settings |= dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), home) | variables
        command = [sys.executable, "main.py", *words, "--size", "1440x900", "--until", "paths"]
        out = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, encoding="utf-8", check=True).stdout
    said: dict[str, Any] = json.loads(out)
    assert said["compiled_here"] == 0, "the window compiled something"
    return said


def check(first: str, said: dict[str, Any]) -> None:
    """What was awaited came, and the first of it early."""
    assert said[f"{first}_ms"] is not None
    if first == "first_path":
        assert set(said["paths_ms"]) == TICKED
        assert said["first_path_compiled"] < said["compiled"] / 2


def row(title: str, first: str, runs: list[dict[str, Any]]) -> tuple[str, ...]:
    """One line of the table: medians."""
    for said in runs:
        check(first, said)

    def middle(name: str) -> float:
        return float(median(said[name] for said in runs))

    last = [max(said.get("paths_ms", {}).values(), default=0.0) for said in runs]
    frame = max(said["frame_cpu_ms"]["max"] for said in runs)
    return (
        title,
        f"{middle(f'{first}_ms') / 1000:.1f}",
        f"{middle(f'{first}_cpu_s'):.1f}",
        f"{middle(f'{first}_compiled'):.0f}",
        f"{median(last) / 1000:.1f}" if any(last) else "",
        f"{middle('compiled'):.0f}",
        f"{frame:.1f}",
    )


def main() -> None:
    """Measure and write the section."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    runs = [[opened(words) for _, _, words in CASES] for _ in range(rounds)]
    columns = ["awaited first", "s on the wall", "CPU s", "kernels", "all four, s", "kernels", "longest frame, CPU ms"]
    rows = [row(title, first, [one[at] for one in runs]) for at, (title, first, _) in enumerate(CASES)]
    words = (
        f"With an empty cache, from the first frame on; medians of {rounds}. CPU seconds and kernels are those of the "
        f"warm-ups that were done by then, in all processes; a move includes the second the engine may think."
    )
    section("Cold start", f"{table(columns, rows)}\n\n{words}")


if __name__ == "__main__":
    main()
