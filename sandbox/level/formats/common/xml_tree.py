"""XML with places, and without what makes XML dangerous: no entities that refer to files or multiply.

A document type that only names a definition elsewhere, as older editors wrote it, is passed over and never
fetched; one that defines something itself is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from sandbox.errors import BadInput
from sandbox.level.formats.common.source import Source, shown

MAX_DEPTH = 64
MAX_BYTES = 24 << 20
MAX_ELEMENTS = 150_000  # some 400 bytes each
MAX_ATTRIBUTES = 400_000  # some 150
_BEFORE = rb"\A(?:\xef\xbb\xbf)?(?:\s|<\?.*?\?>|<!--.*?-->)*+"
_NAMED = rb"<!DOCTYPE\s+[\w:.-]+\s+(?:SYSTEM|PUBLIC)(?:\s+(?:\"[^\"<>]*\"|'[^'<>]*'))+\s*>"
_DOCTYPE = re.compile(b"(" + _BEFORE + b")(" + _NAMED + b")", re.DOTALL)
PROLOG = 8192  # bytes in which a document type may stand


@dataclass(slots=True)
class Element:
    """One element with the line it begins on."""

    source: Source
    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def where(self) -> str:
        """The place, for messages."""
        return self.source.line(self.line)

    @property
    def text(self) -> str:
        """The text directly inside."""
        return "".join(self.texts)

    def all(self, tag: str) -> Iterator[Element]:
        """The children of this name."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """The first child of this name."""
        return next(self.all(tag), None)

    def get(self, name: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, default)

    def wrong(self, name: str, expected: str) -> BadInput:
        """The error of an attribute."""
        found = f"{name}={shown(self.attributes[name])}" if name in self.attributes else f"no attribute {name!r}"
        return BadInput(self.where, f"<{self.tag}> with {found}", expected)

    def integer(self, name: str, low: int, high: int) -> int:
        """A whole number in a range."""
        text = self.get(name)
        if not (re.fullmatch("-?[0-9]{1,11}", text) and low <= int(text) <= high):
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return int(text)

    def number(self, name: str, default: float | None = None, limit: float = 1e9) -> float:
        """A finite number."""
        if default is not None and name not in self.attributes:
            return default
        try:
            value = float(self.get(name))
        except ValueError:
            raise self.wrong(name, "a number") from None
        if not abs(value) <= limit:
            raise self.wrong(name, f"a number from {-limit:g} to {limit:g}")
        return value


class _Builder:
    """Listens to expat."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.parser = expat.ParserCreate()
        self.root = Element(source, "", {}, 1)
        self.open = [self.root]
        self.count = 0
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data
        self.parser.StartDoctypeDeclHandler = self.refuse

    @property
    def line(self) -> int:
        return self.parser.CurrentLineNumber

    def refuse(self, *_: Any) -> None:
        """Entities could refer to files or multiply beyond all memory."""
        raise BadInput(self.source.line(self.line), "a document type definition", "XML without one")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) > MAX_DEPTH or self.count > MAX_ELEMENTS:
            found = f"{len(self.open)} levels, {self.count:,} elements"
            raise BadInput(self.source.line(self.line), found, f"at most {MAX_DEPTH} and {MAX_ELEMENTS:,}")
        element = Element(self.source, tag, attributes, self.line)
        self.open[-1].children.append(element)
        self.open.append(element)

    def end(self, _tag: str) -> None:
        self.open.pop()

    def data(self, text: str) -> None:
        self.open[-1].texts.append(text)


def _without_named_doctype(data: bytes) -> bytes:
    """The file with blanks, and the same lines, where it names a document type."""
    match = _DOCTYPE.match(data[:PROLOG])
    if match is None:
        return data
    before, doctype = match.groups()
    return before + b" " * (len(doctype) - doctype.count(b"\n")) + b"\n" * doctype.count(b"\n") + data[match.end() :]


def parse(source: Source) -> Element:
    """The root element of an XML file."""
    signs = source.data.count(b"=")
    if len(source.data) > MAX_BYTES or signs > MAX_ATTRIBUTES:
        found = f"{len(source.data):,} bytes with {signs:,} attributes"
        raise BadInput(source.name, found, f"at most {MAX_BYTES:,} and {MAX_ATTRIBUTES:,}")
    builder = _Builder(source)
    try:
        builder.parser.Parse(_without_named_doctype(source.data), True)
    except expat.ExpatError as error:
        raise BadInput(source.line(error.lineno), expat.errors.messages[error.code], "well-formed XML") from None
    except (LookupError, ValueError):
        raise BadInput(source.line(1), "an unknown encoding", "UTF-8") from None
    return builder.root.children[0]
