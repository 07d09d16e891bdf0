"""Numbers as people, and JSON, read them: one way for the window's tables and sentences, and for the command line's."""

from __future__ import annotations

import math
from typing import Any

NOTHING = "–"  # no value, where a number could be


def count(number: float | None) -> str:
    """A whole number: 1,234,567."""
    if number is None:
        return NOTHING
    return f"{number:,}" if isinstance(number, int) else f"{number:,.0f}"


def mean_of(number: float, thing: str) -> str:
    """So many of a thing on average: 1 action, 2.5 actions."""
    return f"{number:.3g} {thing}{'' if number == 1 else 's'} on average"


def short(number: float) -> str:
    """A large count in few characters: 1.84 M, 920 k, 312."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}"


def significant(value: float) -> str:
    """Four significant digits, without an exponent where a person would not write one."""
    if not math.isfinite(value):
        return NOTHING if math.isnan(value) else ("∞" if value > 0 else "−∞")
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        digits = 3 if value == 0 else max(0, 3 - math.floor(math.log10(abs(value))))
        return f"{value:.{digits}f}"
    return f"{value:.3g}"


def cost(value: float) -> str:
    """The cost of a path, with as many places as six signs have room for."""
    return f"{value:.2f}" if value < 1000 else f"{value:.1f}" if value < 10_000 else count(value)


def percent(share: float, places: int = 0) -> str:
    """A share of one: 12 %."""
    return f"{100 * share:.{places}f} %"


def above(share: float) -> str:
    """How much longer than the best, as a share of it; the best itself is called so."""
    return "best" if share < 0.00005 else f"+{percent(share, 1)}"


def times(ratio: float) -> str:
    """A ratio: 1.25×."""
    return f"{ratio:.2f}×"


def seconds(value: float) -> str:
    """A time, in the unit that reads best: 12 µs, 1.25 ms, 3.4 s, 1,200 s."""
    if value < 1e-3:
        return f"{1e6 * value:.0f} µs"
    if value < 0.9995:
        return f"{1e3 * value:.3g} ms"
    return f"{value:.3g} s" if value < 999.5 else f"{count(value)} s"


def micro(value: float) -> str:
    """A time given in microseconds."""
    return seconds(1e-6 * value)


def milli(value: float) -> str:
    """A time given in milliseconds."""
    return seconds(1e-3 * value)


def place(x: float, y: float) -> str:
    """A place on the map: 3, 4.5."""
    return f"{x:g}, {y:g}"


def plain(value: Any) -> Any:
    """NumPy values and infinities as what JSON can say."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "tolist"):  # NumPy's, which this floor need not know
        return plain(value.tolist())
    return None if isinstance(value, float) and not math.isfinite(value) else value
