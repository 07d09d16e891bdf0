"""Loading, saving and generating levels; every map of a collection through our format and back; mutated files.

    python -m benchmarks.formats                 MOVINGAI_DIR says where the collection is

Compared in the same run with the plainest way, the cells as a list of numbers through `json`. What is loaded must
equal what was saved before a time is reported.
"""

from __future__ import annotations

import json
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.harness import Timing, duration, interleaved, ratio, section, table
from sandbox.level import formats
from sandbox.level.formats import movingai
from sandbox.level.formats.common.unfilter import unfiltered
from sandbox.level.generators import generators
from sandbox.png import by_diagonals
from tests.level.formats import fuzz

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.level.model import Level

SIDE = 2048
FUZZED = int(os.environ.get("FUZZED", "20000"))


def large_level() -> Level:
    """Caves with two thousand polygons among them."""
    level = generators["caves"].create().generate(SIDE, SIDE, 1)
    islands = generators["islands"].create({"count": 400}).generate(SIDE, SIDE, 1)
    level.polygons = islands.polygons
    return level


def files(level: Level, folder: Path) -> str:
    """Save and load in every format that is written and read."""
    plain = folder / "plain.json"
    timings: dict[str, Timing] = {}
    rows = []
    runs: dict[str, Callable[[], Any]] = {
        "save plain": lambda: plain.write_text(json.dumps({"terrain": level.terrain.tolist()}), encoding="utf-8"),
        "load plain": lambda: np.array(json.loads(plain.read_text(encoding="utf-8"))["terrain"], np.uint8),
    }
    for extension in (".json", ".map", ".png", ".geojson", ".wkt"):
        path = folder / f"level{extension}"
        runs[f"save {extension}"] = lambda path=path: formats.save(level, path)
        runs[f"load {extension}"] = lambda path=path: formats.load(path)
    timings = interleaved(runs, rounds=5)
    assert formats.load(folder / "level.json").same_as(level)
    for extension in (".json", ".map", ".png", ".geojson", ".wkt"):
        save, load = timings[f"save {extension}"], timings[f"load {extension}"]
        size = f"{(folder / f'level{extension}').stat().st_size / 1e6:.2f} MB"
        faster = [f"{ratio(timings[f'{verb} plain'], t):.1f}×" for verb, t in (("save", save), ("load", load))]
        rows.append([extension, size, save, load, *faster])
    rows.append(["cells as numbers through `json`", f"{plain.stat().st_size / 1e6:.2f} MB"])
    rows[-1] += [timings["save plain"], timings["load plain"], "1×", "1×"]
    return table(["format", "size", "save", "load", "save, against plain", "load, against plain"], rows)


def filtered() -> str:
    """A picture of 2048² pixels whose rows are filtered in all five ways, with the kernel and without."""
    dice = np.random.default_rng(1)
    rows = np.kron(dice.integers(0, 2, (SIDE // 8, 1 + 3 * SIDE // 8), np.uint8), np.ones((8, 8), np.uint8))
    rows = rows[:, : 1 + 3 * SIDE].copy()
    rows[:, 0] = np.arange(SIDE) % 5
    filters, body = rows[:, 0], rows[:, 1:]
    assert np.array_equal(unfiltered(filters, body, 3), by_diagonals(filters, body, 3))
    runs = {"kernel": partial(unfiltered, filters, body, 3), "diagonals": partial(by_diagonals, filters, body, 3)}
    timings = interleaved(runs, rounds=5)
    return (
        f"Filters of a PNG picture of {SIDE} × {SIDE} pixels undone: {timings['kernel']}, along diagonals in NumPy "
        f"{timings['diagonals']}."
    )


def made() -> str:
    """Every generator at 512²."""
    runs = {entry.key: lambda entry=entry: entry.create().generate(512, 512, 1) for entry in generators}
    timings = interleaved(runs, rounds=3)
    return table(["generator", "512 × 512"], [[key, timing] for key, timing in timings.items()])


def collection(folder: Path) -> str:
    """Every `.map` to our format and back, cell for cell and letter for letter; every `.scen` read."""
    root = os.environ.get("MOVINGAI_DIR", "")
    if not root:
        return "MOVINGAI_DIR is not set: no collection measured."
    maps, scenarios = sorted(Path(root).rglob("*.map")), sorted(Path(root).rglob("*.scen"))
    for path in maps:
        formats.save(formats.load(path), folder / "a.json")
        formats.save(formats.load(folder / "a.json"), folder / "a.map")
        original = path.read_bytes().replace(b"\r\n", b"\n").rstrip()
        assert (folder / "a.map").read_bytes().rstrip() == original, path
    queries = sum(len(movingai.read_scenario(path)) for path in scenarios)
    runs = {
        "maps": lambda: [formats.load(path) for path in maps],
        "scenarios": lambda: [movingai.read_scenario(path) for path in scenarios],
    }
    timings = interleaved(runs, rounds=3)
    per_query = duration(timings["scenarios"].median / max(queries, 1))
    return (
        f"{len(maps)} maps: all came back identical, letter for letter; loading them takes {timings['maps']}. "
        f"{len(scenarios)} scenarios, {queries:,} queries: {timings['scenarios']}, {per_query} a query."
    )


def mutated() -> str:
    """Mutated files over all formats."""
    tally = fuzz.soak(FUZZED, 3)
    kept = sum(count for key, count in tally.items() if key.endswith("accepted"))
    return (
        f"{FUZZED:,} mutated files over eight formats: {kept:,} still levels, all others refused with their place "
        f"named; slowest {duration(tally['slowest_s'])} of CPU time."
    )


def main() -> None:
    """Measure and write the section."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        level = large_level()
        text = [
            f"A level of {SIDE} × {SIDE} cells with {len(level.polygons)} polygons; median (middle half):",
            files(level, folder),
            filtered(),
            made(),
            collection(folder),
            mutated(),
        ]
    section("formats", "\n\n".join(text))


if __name__ == "__main__":
    main()
