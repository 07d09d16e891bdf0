"""Charts."""

from __future__ import annotations

import numpy as np

from sandbox.ui.kit import BarChart, BoxChart, Column, LineChart, Row, ScatterChart, Series, Widget


def charts() -> Widget:
    """Return the page."""
    rng = np.random.default_rng(7)
    x = np.arange(200)
    lines = [
        Series.of(name, np.cumsum(rng.normal(m, 3, 200)) + 40, x)
        for name, m in (("A*", 0.4), ("JPS", 0.2), ("HPA*", 0.0))
    ]
    bars = [Series.of(name, rng.uniform(10, 100, 5)) for name in ("median", "p95")]
    dots = [
        Series.of(name, 10 ** rng.normal(m, 0.4, 60), 10 ** rng.normal(2, 0.5, 60))
        for name, m in (("A*", 2), ("Theta*", 1.6), ("JPS", 1))
    ]
    boxes = [Series.of(name, rng.gamma(k, 4, 300)) for name, k in (("A*", 6), ("JPS", 3), ("HPA*", 2), ("TRA*", 1.5))]
    charts = [
        LineChart(lines, title="Open list", x_label="expansion", y_label="nodes", name="line"),
        BarChart(["maze", "rooms", "city", "caves", "open"], bars, title="Query time", y_label="\u00b5s"),
        ScatterChart(dots, title="Time against length", x_label="length", y_label="\u00b5s", log_x=True, log_y=True),
        BoxChart(boxes, title="Spread", y_label="ms"),
        LineChart(title="Nothing measured", placeholder="Run a search to see its frontier"),
        LineChart([Series.of("a million values", np.cumsum(rng.normal(0, 1, 1_000_000)))], title="A million values"),
    ]
    rows = [Row(charts[i : i + 3], gap=16, cross="stretch", grow=1) for i in (0, 3)]
    return Column(rows, gap=16, pad=16)
