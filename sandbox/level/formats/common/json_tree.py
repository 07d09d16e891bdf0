"""JSON with places: a parsed value that knows its path, so that an error can say `key polygons[3].ring`."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common.source import Source, shown

MAX_CONTAINERS = 300_000  # lists and objects take some 200 bytes each; a vertex is one
MAX_VALUES = 1_000_000


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a JSON file with its path; the readers below take it or say what is wrong with it."""

    source: Source
    path: str
    value: Any

    @property
    def where(self) -> str:
        """The place, for messages."""
        return self.source.key(self.path)

    def wrong(self, expected: str) -> BadInput:
        """The error of this value."""
        return BadInput(self.where, shown(self.value), expected)

    def object(self) -> Node:
        """Itself, if it has keys."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return self

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return isinstance(self.value, dict) and key in self.value

    def __getitem__(self, key: str) -> Node:
        if not self.has(key):
            raise BadInput(self.object().where, f"no key {key!r}", "one")
        return self._child(key)

    def get(self, key: str, default: Any) -> Node:
        """The value of a key, or the default in its place."""
        return self._child(key) if self.has(key) else Node(self.source, self._below(key), default)

    def _child(self, key: str) -> Node:
        return Node(self.source, self._below(key), self.value[key])

    def _below(self, key: str) -> str:
        step = _step(key)
        return self.path + step if self.path else step.removeprefix(".")

    def remark_unknown(self, known: set[str]) -> None:
        """Remark on every key nobody reads."""
        for key in self.object().value.keys() - known:
            self.source.remark(self.where, f"unknown key {shown(key)} is ignored")

    def items(self, most: int) -> list[Node]:
        """The members of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        if len(self.value) > most:
            raise self.wrong(f"at most {most:,} entries")
        return [Node(self.source, f"{self.path}[{i}]", v) for i, v in enumerate(self.value)]

    def entries(self, most: int) -> Iterator[tuple[str, Node]]:
        """Keys and values of an object."""
        if len(self.object().value) > most:
            raise BadInput(self.where, f"{len(self.value)} keys", f"at most {most:,}")
        for key in self.value:
            yield key, self._child(key)

    def text(self, longest: int) -> str:
        """A string that can be written as UTF-8 again."""
        if not isinstance(self.value, str) or len(self.value) > longest:
            raise self.wrong(f"text of at most {longest} characters")
        if any("\ud800" <= c <= "\udfff" for c in self.value):
            raise self.wrong("text without lone surrogates")
        return self.value

    def integer(self, low: int, high: int) -> int:
        """A whole number in a range."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            raise self.wrong(f"a whole number from {low} to {high}")
        return self.value

    def number(self, low: float = -1e9, high: float = 1e9) -> float:
        """A finite number in a range."""
        good = isinstance(self.value, (int, float)) and not isinstance(self.value, bool)
        if not good or not low <= self.value <= high:  # which nothing infinite is, nor what is not a number
            raise self.wrong(f"a number from {low:g} to {high:g}")
        return float(self.value)

    def points(self, least: int, most: int, limit: float = 1e9) -> NDArray[np.float64]:
        """A list of [x, y], as an array [n, 2]."""
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            raise self.wrong(f"a list of {least} to {most:,} points [x, y]")
        for i, point in enumerate(self.value):
            if not _is_point(point, limit):
                expected = f"[x, y], two numbers from {-limit:g} to {limit:g}"
                raise BadInput(f"{self.where}[{i}]", shown_point(point), expected)
        return np.array(self.value, np.float64).reshape(-1, 2)


@lru_cache(maxsize=256)
def _step(key: str) -> str:
    """A key as it is added to a path: `.ring`, or `['two words']`."""
    return f".{key}" if re.fullmatch(r"[A-Za-z_][\w-]{0,40}", key) else f"[{shown(key)}]"


def _is_point(point: object, limit: float) -> bool:
    return (
        type(point) is list
        and len(point) == 2
        and type(point[0]) in (int, float)
        and type(point[1]) in (int, float)
        and -limit <= point[0] <= limit
        and -limit <= point[1] <= limit
    )


def shown_point(point: object) -> str:
    """A would-be point as it is quoted in an error."""
    if isinstance(point, list) and len(point) <= 3:
        return "[" + ", ".join(shown(v, 20) for v in point) + "]"
    return shown(point)


def parse(source: Source, most_values: int = MAX_VALUES) -> Node:
    """The root of a JSON file."""
    text = source.text()
    _check_bulk(source, text, most_values)

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            _remark_twice(source, pairs)
        return found

    try:
        with no_collecting():
            value = json.loads(text, object_pairs_hook=made)
    except json.JSONDecodeError as error:
        found = f"{error.msg.lower()} in column {error.colno}"
        raise BadInput(source.line(error.lineno), found, "JSON") from None
    except RecursionError:
        raise BadInput(source.line(_deep_line(text)), "brackets nested too deep", "a few levels") from None
    except ValueError:  # Python converts no number of more than 4300 digits
        raise BadInput(source.line(_long_number_line(text)), "a number of thousands of digits", "a number") from None
    return Node(source, "", value)


def _check_bulk(source: Source, text: str, most_values: int) -> None:
    """Refuse what would take too much memory once parsed."""
    containers, values = text.count("[") + text.count("{"), text.count(",")
    if containers > MAX_CONTAINERS or values > most_values:
        found = f"{containers:,} brackets and {values:,} commas"
        raise BadInput(source.name, found, f"at most {MAX_CONTAINERS:,} and {most_values:,}")


@contextmanager
def no_collecting() -> Iterator[None]:
    """Look for no garbage while hundreds of thousands of lists are made that all stay."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _remark_twice(source: Source, pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    twice = next(k for k, _ in pairs if k in seen or seen.add(k))  # type: ignore[func-returns-value]
    source.remark(source.name, f"key {shown(twice)} occurs twice in one object; the last one counts")


def _deep_line(text: str, deep: int = 200) -> int:
    """Roughly where the brackets became too deep."""
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    step = np.isin(codes, [ord("["), ord("{")]).astype(np.int64) - np.isin(codes, [ord("]"), ord("}")])
    return text.count("\n", 0, int(np.argmax(np.cumsum(step) > deep))) + 1


def _long_number_line(text: str) -> int:
    match = re.search(r"\d{4301}", text)
    return text.count("\n", 0, match.start() if match else 0) + 1
