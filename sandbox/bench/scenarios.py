"""MovingAI scenario files as work: which map, which of the queries, what the file says is optimal."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.formats.movingai import Scenario, read_scenario
from sandbox.level.model import Level

SEED = 2026


@dataclass(frozen=True, slots=True)
class Selection:
    """Which queries of a file: all, the longest, or a random sample."""

    longest: int = 0
    sample: int = 0
    seed: int = SEED

    def rows(self, scenario: Scenario) -> NDArray[np.int64]:
        """Indices of the chosen queries, in the file's order."""
        n = len(scenario)
        if self.longest:
            chosen = np.argsort(-scenario.optimal, kind="stable")[: self.longest]
        elif self.sample:
            name = hashlib.blake2b(Path(scenario.path).name.encode(), digest_size=4).digest()
            random = np.random.default_rng([self.seed, int.from_bytes(name, "little")])
            chosen = random.permutation(n)[: self.sample]
        else:
            chosen = np.arange(n)
        return np.sort(chosen)

    def __str__(self) -> str:
        if self.longest:
            return f"the {self.longest} longest"
        return f"{self.sample} at random, seed {self.seed}" if self.sample else "all"


@dataclass(frozen=True, slots=True)
class Case:
    """The chosen queries of one scenario file."""

    name: str
    start: NDArray[np.int32]  # [n, 2] cells
    goal: NDArray[np.int32]
    optimal: NDArray[np.float64]  # [n] octile length

    def __len__(self) -> int:
        return len(self.optimal)


def case_of(scen: Path, level: Level, selection: Selection) -> Case:
    """Read a scenario file and choose its queries; they must lie on the level."""
    scenario = read_scenario(scen)
    rows = selection.rows(scenario)
    wrong = np.flatnonzero((scenario.size[rows] != (level.width, level.height)).any(axis=1))
    if len(wrong):
        width, height = scenario.size[rows[wrong[0]]]
        raise BadInput(
            f"{scen}: query {rows[wrong[0]] + 1}", f"a map of {width} × {height}", f"{level.width} × {level.height}"
        )
    return Case(scen.name, scenario.start[rows], scenario.goal[rows], scenario.optimal[rows])


def map_of(scen: Path) -> Path:
    """The map of a scenario file: beside it, under its own name or the name its queries give."""
    stem = scen.name.removesuffix(".scen")
    own = [stem, stem + ".map", re.sub(r"-(random|even)-\d+$", "", stem) + ".map"]
    for name in own:
        if (scen.parent / name).is_file():
            return scen.parent / name
    given = [Path(name).name for name in read_scenario(scen).maps[:1]]
    for name in given:
        if (scen.parent / name).is_file():
            return scen.parent / name
    raise BadInput(str(scen), f"no map {(*given, stem)[0]} beside it", "the map's file, or --map FILE")


def level_at(path: Path) -> Level:
    """A map, kept while several planners are run on it, and read again once its file is another one."""
    state = path.stat() if path.is_file() else None
    return _level_at(path, (state.st_mtime_ns, state.st_size, state.st_ino) if state is not None else ())


@lru_cache(maxsize=2)
def _level_at(path: Path, _state: tuple[int, ...]) -> Level:
    return formats.load(path)
