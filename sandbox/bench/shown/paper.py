"""A benchmark as a page for others: Markdown with its tables, and beside it charts as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox import figures
from sandbox.bench.report import summary
from sandbox.bench.runner import UNKNOWN, Results
from sandbox.bench.shown.plot import BOTTOM, HIGH, LEFT, RIGHT, WIDE, Plot, facts_of, page_at, table_of, write_report
from sandbox.planning.api import planners
from sandbox.svg import inks

WHISKER: Final = 1.5  # of the box, as Tukey has it
MOST_OUTSIDE: Final = 400  # dots of one box
CLOSING = (
    "Times are of the kernels alone, the fastest of the rounds; preparing is told apart. Every path was held against",
    "an independent checker, every optimal planner's length against the file's.",
)
HEADS = (
    "Planner", "Queries", "Solved", "Wrong", "Median, µs", "p95, µs", "p99, µs", "Ratio", "Above the optimum, %",
    "p99, %", "Expanded", "Prepared, ms",
)  # fmt: skip


def write_paper(found: Sequence[Results], path: Path, run: Mapping[str, Any]) -> list[Path]:
    """Write the page and its charts, charts first; which files these are. `run`: as `run_facts` tells it."""
    page_at(path, found=bool(found))
    return write_report(path, page(found, path.stem, run), dict(_charts(found, path.stem)))


def page(found: Sequence[Results], stem: str, run: Mapping[str, Any]) -> str:
    """The Markdown text."""
    lines = ["# Benchmark", "", *facts_of(run)]
    for name, group in _by_file(found).items():
        lines += ["", f"## {name}", "", f"{_which(group[0])}", "", *_table(group)]
        lines += ["", *(f"![{title}]({file})" for title, file in _names(stem, name, _by_file(found)))]
        wrong = [f"- {_title(r)}: {reason}" for r in group for reason in [x for x in r.reason if x][:5]]
        lines += ["", "Refused answers:", "", *wrong] if wrong else []
        notes = [f"- {_title(r)}: {r.message}" for r in group if r.message]
        lines += ["", *notes] if notes else []
    lines += ["", *CLOSING]
    return "\n".join(lines) + "\n"


def _by_file(found: Sequence[Results]) -> dict[str, list[Results]]:
    groups: dict[str, list[Results]] = {}
    for results in found:
        groups.setdefault(results.job.scen.name, []).append(results)
    return groups


def _which(results: Results) -> str:
    job = results.job
    return f"Map {job.map.name}; queries: {job.selection}; rounds: {job.repeat}."


def _title(results: Results) -> str:
    key, _, options = results.job.label.partition(":")
    return f"{planners[key].title} ({options.replace(':', ' ')})" if options else planners[key].title


def _table(group: Sequence[Results]) -> list[str]:
    rows = [summary(results) for results in group]
    first = rows[0]["query_us"]["total"]
    lines = []
    for results, row in zip(group, rows, strict=True):
        us, over = row["query_us"], row["suboptimality"]
        ratio = first / us["total"] if first and us["total"] else None
        cells = [
            _title(results), f"{row['queries']:,}", f"{row['solved']:,}", f"{row['wrong']:,}",
            *(_number(us[name]) for name in ("median", "p95", "p99")), _number(ratio), _number(over["mean"], 100),
            _number(over["p99"], 100), f"{row['expanded']:,}", _number(row["prepare_ms"]),
        ]  # fmt: skip
        lines.append(cells)
    return table_of(HEADS, lines)


def _number(value: float | None, times: float = 1.0) -> str:
    return "–" if value is None or not math.isfinite(value) else figures.significant(value * times)


# Charts -------------------------------------------------------------------------------------------------


def _names(stem: str, name: str, groups: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Title and file of the charts of one scenario file."""
    own = f"{stem}-{Path(name).stem}" if len(groups) > 1 else stem
    own = own.replace(" ", "-")
    return [("Time per query", f"{own}-times.svg"), ("Speed against quality", f"{own}-quality.svg")]


def _charts(found: Sequence[Results], stem: str) -> Iterator[tuple[str, str]]:
    groups = _by_file(found)
    for name, group in groups.items():
        (_, times), (_, quality) = _names(stem, name, groups)
        yield times, time_chart(group)
        yield quality, quality_chart(group)


def time_chart(group: Sequence[Results]) -> str:
    """Tukey's boxes of the times per query, the axis logarithmic."""
    plot = Plot("Time per query", "", "µs")
    times = [np.maximum(r.ns[r.ns < UNKNOWN] / 1e3, 1e-3) for r in group]
    y = plot.upright(np.concatenate(times), log=True)
    room = (WIDE - LEFT - RIGHT) / len(group)
    for i, (results, values) in enumerate(zip(group, times, strict=True)):
        middle = LEFT + (i + 0.5) * room
        plot.text(_title(results)[: max(int(room / 7), 4)], middle, HIGH - BOTTOM + 18)
        if len(values):
            _box(plot, values, y, middle, min(26.0, room * 0.3), inks().series[i % len(inks().series)])
    return plot.drawing.text()


def _box(plot: Plot, values: NDArray[np.float64], y: Callable[[float], float], x: float, half: float, ink: str) -> None:
    """Quartiles, whiskers to the last value within 1.5 boxes, the rest as dots."""
    q1, q2, q3 = np.percentile(values, [25, 50, 75]).tolist()
    reach = WHISKER * (q3 - q1)
    within = values[(values >= q1 - reach) & (values <= q3 + reach)]
    low, high = float(within.min()), float(within.max())
    plot.line(x, y(low), x, y(q1), ink)
    plot.line(x, y(q3), x, y(high), ink)
    for end in (low, high):
        plot.line(x - half / 2, y(end), x + half / 2, y(end), ink)
    plot.drawing.add("rect", x=x - half, y=y(q3), width=2 * half, height=max(y(q1) - y(q3), 1.0), fill=ink,
                     fill_opacity=0.28, stroke=ink)  # fmt: skip
    plot.line(x - half, y(q2), x + half, y(q2), ink, 2.0)
    for value in values[(values < low) | (values > high)][:MOST_OUTSIDE].tolist():
        plot.drawing.add("circle", cx=x, cy=y(value), r=2, fill="none", stroke=ink)


def quality_chart(group: Sequence[Results]) -> str:
    """The median time of each planner against how much above the optimum its paths are on average."""
    plot = Plot("Speed against quality", "median, µs", "% above the optimum")
    rows = [summary(results) for results in group]
    points = [
        (max(row["query_us"]["median"] or 0.0, 1e-3), 100 * (row["suboptimality"]["mean"] or 0.0)) for row in rows
    ]
    y = plot.upright(np.array([p[1] for p in points]), log=False)
    x = plot.across(np.array([p[0] for p in points]), log=True)
    for i, (results, (us, over)) in enumerate(zip(group, points, strict=True)):
        ink = inks().series[i % len(inks().series)]
        plot.drawing.add("circle", cx=x(us), cy=y(over), r=5, fill=ink)
        end = x(us) > WIDE * 0.7
        plot.text(_title(results), x(us) + (-9 if end else 9), y(over) + 4, anchor="end" if end else "start", ink=ink)
    return plot.drawing.text()
