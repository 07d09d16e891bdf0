"""Well-known text (OGC Simple Features, ISO 19125-1): POLYGON, MULTIPOLYGON and collections, in and out.

An own reader, so that an error knows its line and nothing recurses: GEOS nests as deep as the text says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.formats.common import shapes
from sandbox.level.formats.common.format import Format
from sandbox.level.formats.common.source import Source, shown
from sandbox.level.formats.common.vector import Found, VectorOptions, closed, level_of
from sandbox.level.model import Level
from sandbox.level.obstacles import Obstacle

_TOKEN = re.compile(r"\s*+([A-Za-z]{1,40}|\S)")
MAX_DEPTH = 8
MAX_TOKENS = 300_000  # apart from those inside rings


def read(source: Source, options: VectorOptions) -> Level:
    """The level of a file's polygons; several geometries may follow each other, with or without `;`."""
    tokens = _Tokens(source, source.text())
    found: list[Found] = []
    while tokens.peek != "":
        if tokens.peek in ",;":
            tokens.take()
        else:
            found += _geometry(tokens, 0)
    return level_of(source, found, options)


@dataclass
class _Tokens:
    """The words, numbers and brackets of the text, and the line of the one in hand."""

    source: Source
    text: str
    at: int = 0
    peek: str = ""
    line: int = 1
    taken: int = 0

    def __post_init__(self) -> None:
        self.take()

    def take(self) -> str:
        """The token in hand; the next one comes into hand."""
        taken = self.peek
        self.taken += 1
        if self.taken > MAX_TOKENS:
            raise BadInput(self.place, f"more than {MAX_TOKENS:,} words and brackets", "a level")
        match = _TOKEN.match(self.text, self.at)
        self.peek = match[0].strip() if match else ""
        if match:
            self.line += self.text.count("\n", self.at, match.end())
            self.at = match.end()
        return taken

    def expect(self, token: str) -> None:
        """Take this very token."""
        if self.peek != token:
            raise self.wrong(f"{token!r}")
        self.take()

    def inside_brackets(self) -> str:
        """The text up to the closing bracket, which has to come before any other bracket."""
        if self.peek != "(":
            raise self.wrong("'('")
        end = self.text.find(")", self.at)
        body = self.text[self.at : end] if end >= 0 else ""
        if end < 0 or "(" in body:
            raise BadInput(self.place, "a bracket that is not closed", "')'")
        self.line += body.count("\n")
        self.at = end + 1
        self.take()
        return body

    def wrong(self, expected: str) -> BadInput:
        """The error of the token in hand."""
        found = shown(self.peek) if self.peek else "the end of the file"
        return BadInput(self.source.line(self.line), found, expected)

    @property
    def place(self) -> str:
        """Where the token in hand stands."""
        return self.source.line(self.line)


def _geometry(tokens: _Tokens, depth: int) -> list[Found]:
    """One tagged geometry."""
    kind = tokens.peek.upper()
    if kind not in ("POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"):
        raise tokens.wrong("POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION")
    if depth > MAX_DEPTH:
        raise BadInput(tokens.place, "collections nested too deep", f"at most {MAX_DEPTH}")
    tokens.take()
    if tokens.peek.upper() in ("Z", "M", "ZM"):
        tokens.take()
    if tokens.peek.upper() == "EMPTY":
        tokens.take()
        return []
    if kind == "POLYGON":
        return [_polygon(tokens)]
    if kind == "MULTIPOLYGON":
        return [polygon for _ in _listed(tokens) for polygon in [_polygon(tokens)]]
    return [polygon for _ in _listed(tokens) for polygon in _geometry(tokens, depth + 1)]


def _listed(tokens: _Tokens) -> Iterator[None]:
    """Step through `( … , … )`: the caller reads one member at each step."""
    tokens.expect("(")
    yield
    while tokens.peek == ",":
        tokens.take()
        yield
    tokens.expect(")")


def _polygon(tokens: _Tokens) -> Found:
    where = tokens.place
    return Found(where, [_ring(tokens) for _ in _listed(tokens)])


def _ring(tokens: _Tokens) -> NDArray[np.float64]:
    """A ring, read in one go: millions of numbers one by one would take minutes."""
    where = tokens.place
    points = tokens.inside_brackets().split(",", shapes.MAX_RING + 1)
    if not 4 <= len(points) <= shapes.MAX_RING:
        raise BadInput(where, f"a ring of {len(points)} points", f"4 to {shapes.MAX_RING:,}, the last being the first")
    return np.array([_point(where, point) for point in points], np.float64)


def _point(where: str, text: str) -> tuple[float, float]:
    """Two numbers; a third and fourth (height, measure) are passed over."""
    words = text.split()
    try:
        x, y, *_ = map(float, words)
    except ValueError:
        raise BadInput(where, f"{shown(text.strip())} in this ring", "X Y") from None
    if len(words) > 4:
        raise BadInput(where, f"{len(words)} numbers in a point", "two")
    return x, y


def write(level: Level) -> bytes:
    """The polygons, one a line."""
    return "".join(_line(shape) + "\n" for _, shape in sorted(level.polygons.items())).encode()


def _line(shape: Obstacle) -> str:
    rings = (closed(shapes.cells_of(ring)) for ring in shape.rings)
    return "POLYGON (" + ", ".join("(" + ", ".join(f"{x} {y}" for x, y in ring) + ")" for ring in rings) + ")"


FORMAT = Format(
    title="WKT polygons",
    extensions=(".wkt",),
    help="as GeoJSON; a size that cannot be seen from the polygons is not in the file, and saving says so",
    order=40,
    read=read,
    write=write,
    options_class=VectorOptions,
    keeps=frozenset({"polygons"}),
)
