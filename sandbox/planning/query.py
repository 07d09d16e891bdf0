"""How the numbers of a query are read, in both worlds: an integer means a cell's centre, any other number that place.

Points may be tuples, lists or arrays, of Python's numbers or NumPy's of any width.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from sandbox.errors import BadInput

Point = tuple[float, float]


def point_of(name: str, given: Any) -> Point:
    """A point in cells."""
    if type(given) is tuple and len(given) == 2 and type(given[0]) is float and type(given[1]) is float:
        return given  # as it nearly always is
    numbers = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else []
    if len(numbers) != 2:
        raise BadInput(name, f"{given!r:.60}", "two numbers, x and y")
    x, y = (place_of(name, number) for number in numbers)
    return x, y


def place_of(name: str, given: Any) -> float:
    """A coordinate in cells; an integer is the middle of that column or row."""
    number = number_of(name, given)
    return number + 0.5 if isinstance(given, Integral) else number


def number_of(name: str, given: Any) -> float:
    """Any real number as a float."""
    if isinstance(given, bool) or not isinstance(given, Real | Decimal):
        raise BadInput(name, f"{given!r:.60}", "a number")
    try:
        return float(given)
    except OverflowError:
        raise BadInput(name, "a number beyond all levels", "a number of cells") from None
