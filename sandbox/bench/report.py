"""What a benchmark says in the end: medians, spread, ratios, and what they were measured with."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sandbox
from sandbox.bench.runner import UNKNOWN, Results
from sandbox.bench.scenarios import SEED
from sandbox.errors import BadInput
from sandbox.files import write_atomically

RESAMPLES = 1000
KEY_COLUMNS = ("planner", "file", "folder", "map", "selection", "repeat", "optimum")  # what tells results apart
FLAT_COLUMNS = (
    *KEY_COLUMNS, "queries", "solved", "wrong", "query_us.median", "query_us.mean",
    "query_us.mean_low", "query_us.mean_high", "query_us.p95", "query_us.p99", "query_us.total", "ratio",
    "answer_us.median", "answer_us.mean",
    "suboptimality.mean", "suboptimality.p95", "suboptimality.p99", "suboptimality.max", "expanded",
    "ns_per_expansion", "prepare_ms", "shared_ms", "first_move_us", "message", "run.seed", "run.commit", "run.machine",
    "run.versions",
)  # fmt: skip
QUERY_COLUMNS = ("planner", "file", "folder", "query", "us", "first_move_us", "cost", "optimal", "expanded", "reason")


def summary(results: Results) -> dict[str, Any]:
    """The fields of `bench --json` but `ratio` and `run`."""
    us = results.ns / 1e3
    asked = len(us)
    answered = us[results.ns < UNKNOWN]
    expanded = int(results.expanded.sum())
    return {
        **results.job.facts,
        "queries": asked,
        "solved": int(results.solved.sum()),
        "wrong": results.wrong,
        "query_us": _times(answered),
        "answer_us": _times(results.answer_ns[results.answer_ns < UNKNOWN] / 1e3),
        "ratio": None,
        "suboptimality": _suboptimality(results),
        "expanded": expanded,
        "ns_per_expansion": float(answered.sum() * 1e3 / expanded) if expanded else None,
        "prepare_ms": results.prepare_ns / 1e6,
        "shared_ms": results.shared_ns / 1e6,
        "first_move_us": float(np.median(results.first_move_ns)) / 1e3 if len(answered) == asked > 0 else None,
        "message": results.message,
        "reasons": [r for r in results.reason if r][:5],
    }


def _times(us: NDArray[np.float64]) -> dict[str, float | None]:
    if len(us) == 0:
        return dict.fromkeys(("median", "mean", "mean_low", "mean_high", "p95", "p99", "total"))
    low, high = mean_interval(us)
    median, p95, p99 = np.percentile(us, [50, 95, 99])
    figures = {"median": median, "mean": us.mean(), "mean_low": low, "mean_high": high}
    return {k: float(v) for k, v in {**figures, "p95": p95, "p99": p99, "total": us.sum()}.items()}


def mean_interval(values: NDArray[np.float64], confidence: float = 0.95) -> tuple[float, float]:
    """Between what the mean lies, by resampling the queries."""
    if len(values) < 2:
        return float(values.mean()), float(values.mean())
    random = np.random.default_rng(SEED)
    resampled = np.array([random.choice(values, len(values)).mean() for _ in range(RESAMPLES)])
    low, high = np.percentile(resampled, [50 - 50 * confidence, 50 + 50 * confidence])
    return float(low), float(high)


def _suboptimality(results: Results) -> dict[str, float | None]:
    """How much above the optimum, in shares of it."""
    counted = results.solved & (results.optimal > 0) & np.isfinite(results.optimal)
    if not counted.any():
        return dict.fromkeys(("mean", "p95", "p99", "max"))
    above = np.maximum(results.cost[counted] / results.optimal[counted] - 1, 0)
    p95, p99 = np.percentile(above, [95, 99])
    return {"mean": float(above.mean()), "p95": float(p95), "p99": float(p99), "max": float(above.max())}


def run_facts(seed: int | None) -> dict[str, Any]:
    """Seed if there is one, commit, machine and versions."""
    return {"seed": seed, "commit": _commit(), "machine": _machine(), "versions": _versions()}


def _commit() -> str:
    try:
        here = Path(sandbox.__file__).parent
        call = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]  # a "+" says that files differ
        return subprocess.run(call, cwd=here, capture_output=True, encoding="utf-8", check=True).stdout.strip()  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return ""


def _machine() -> str:
    info = Path("/proc/cpuinfo")
    names = [line.split(":", 1)[1].strip() for line in _lines(info) if line.startswith("model name")]
    cpu = names[0] if names else platform.processor() or platform.machine()
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}"


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _versions() -> dict[str, str]:
    python = ".".join(map(str, sys.version_info[:3]))
    return {"sandbox": sandbox.__version__, "python": python, "numpy": np.__version__, "numba": version("numba")}


def flat(facts: dict[str, Any]) -> dict[str, Any]:
    """One row of a CSV file."""
    row = {}
    for column in FLAT_COLUMNS:
        value: Any = facts
        for part in column.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        row[column] = " ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value
    return row


def csv_text(columns: tuple[str, ...], rows: list[dict[str, Any]]) -> str:
    """A whole CSV file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def query_rows(results: Results) -> list[dict[str, Any]]:
    """A row per query."""
    return [
        {
            **results.job.facts,
            "query": i,
            "us": results.ns[i] / 1e3,
            "first_move_us": results.first_move_ns[i] / 1e3,
            "cost": results.cost[i],
            "optimal": results.optimal[i],
            "expanded": results.expanded[i],
            "reason": results.reason[i],
        }
        for i in range(len(results.ns))
        if results.ns[i] < UNKNOWN
    ]


class Sheet:
    """The summaries of a run, written whole after every one of them (.json or .csv), and read to go on."""

    def __init__(self, path: Path | None, *, resume: bool = False) -> None:
        self.path = path
        self.rows: list[dict[str, Any]] = []
        if path is not None and path.suffix not in (".json", ".csv"):
            raise BadInput("--out", f"{path.name!r}", "a name ending in .json or .csv")
        if path is not None and resume and path.exists():
            self.rows = _read_json(path) if path.suffix == ".json" else _read_csv(path)

    def find(self, key: Mapping[str, Any]) -> dict[str, Any] | None:
        """The summary of a job, by its facts, if there is one."""
        return next((row for row in self.rows if all(str(row[k]) == str(v) for k, v in key.items())), None)

    def add(self, facts: dict[str, Any]) -> None:
        """One more; the file is whole at every moment."""
        self.rows.append(facts)
        if self.path is not None:
            write_atomically(self.path, self._text().encode())

    def _text(self) -> str:
        if self.path is not None and self.path.suffix == ".json":
            return json.dumps(self.rows, indent=1, default=float) + "\n"
        return csv_text(FLAT_COLUMNS, [flat(facts) for facts in self.rows])


def _read_json(path: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        if all(set(KEY_COLUMNS) <= set(row) for row in rows):
            return list(rows)
    except (ValueError, TypeError):
        pass
    raise BadInput(str(path), "no results of an earlier run", "what --out wrote, or a new name")


def _read_csv(path: Path) -> list[dict[str, Any]]:
    """Flat rows, their figures back in their objects."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != FLAT_COLUMNS:
            raise BadInput(str(path), "other columns than an earlier run writes", "what --out wrote, or a new name")
        return [_nested(row) for row in reader]


def _nested(row: dict[str, str]) -> dict[str, Any]:
    facts: dict[str, Any] = {"reasons": []}
    for column, text in row.items():
        *path, name = column.split(".")
        inner = facts
        for part in path:
            inner = inner.setdefault(part, {})
        inner[name] = text if column in KEY_COLUMNS else _value(text)
    facts["run"]["versions"] = dict(word.partition("=")[::2] for word in str(facts["run"]["versions"]).split())
    return facts


def _value(text: str) -> Any:
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(text)
    return text or None
