"""Weights from a file: one array per feature, a number for each stage of the game.

    stages = [4, 24, 44, 64]          # stones on the board; one number, [0], where nothing changes
    [weights]
    mobility = [60, 90, 70, 10]       # at those stages; between them in a straight line

The units are the engines': only ratios matter, but all estimates stay below 20,000.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.registry import Help
from sandbox.settings import assets_folder

Rows = NDArray[np.int64]  # [stages, features]
WeightsFile = Annotated[str, Help("a file of other weights; empty for those that ship")]
LARGEST = 10_000


def stamp_of(file: str) -> tuple[int, int]:
    """What changes when a file does: weights are learned while others play with them."""
    try:
        found = Path(file).stat() if file else None
    except (OSError, ValueError):
        return 0, 0  # whoever reads it says what is wrong
    return (found.st_mtime_ns, found.st_size) if found else (0, 0)


def load(file: str, shipped: str, names: tuple[str, ...], rows_at: tuple[int, ...]) -> Rows:
    """One row of weights for each of `rows_at` (stones on the board), from a file or, if it is "", the shipped one."""
    return _load(file, stamp_of(file), shipped, names, rows_at)


@lru_cache(maxsize=64)
def _load(file: str, _: object, shipped: str, names: tuple[str, ...], rows_at: tuple[int, ...]) -> Rows:
    path = Path(file) if file else assets_folder() / "weights" / f"{shipped}.toml"
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(str(path), error.strerror or "unreadable", "a file of weights") from None
    except ValueError as error:  # not TOML, or not text
        raise BadInput(str(path), str(error).replace("\n", " "), "a file of weights") from None
    return _rows(content, str(path), names, rows_at)


def _rows(content: dict[str, Any], where: str, names: tuple[str, ...], rows_at: tuple[int, ...]) -> Rows:
    stages = _numbers(content.get("stages"), f"{where}: stages", None)
    if sorted(set(stages)) != stages:
        raise BadInput(f"{where}: stages", str(stages), "growing numbers")
    weights = content.get("weights")
    if not isinstance(weights, dict) or set(weights) != set(names):
        found = ", ".join(weights) if isinstance(weights, dict) else "no [weights]"
        raise BadInput(f"{where}: weights", found, ", ".join(names))
    columns = [_numbers(weights[n], f"{where}: {n}", len(stages)) for n in names]
    return np.array([np.rint(np.interp(rows_at, stages, column)) for column in columns], np.int64).T


def _numbers(value: Any, where: str, length: int | None) -> list[int]:
    whole = isinstance(value, list) and all(type(v) is int and abs(v) <= LARGEST for v in value)
    if not whole or not value or (length is not None and len(value) != length):
        count = "a list" if length is None else f"{length}"
        raise BadInput(where, f"{value!r}"[:60], f"{count} of whole numbers up to {LARGEST}")
    return list(value)
