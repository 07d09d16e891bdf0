"""The events of a trace as they stand in the file, one after the other, each with its line.

JSON is decoded event by event. Of YAML we read what such files are written in: top-level keys, and a list of events
that are flow maps (`- {type: expanding, id: 7}`) or blocks of keys. Nothing is ever evaluated, and no anchor, alias or
tag is followed: a small file cannot become a large one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from sandbox.errors import BadInput
from sandbox.planning.traces.kinds import MOST_BYTES

OURS: Final = "sandbox"
LONGEST: Final = 1 << 16  # letters of an event
_PAIR: Final = re.compile(
    r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[\w$.-]+)\s*:\s*"""
    r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\[\]]*\]|\{[^{}]*\}|[^,{}\[\]"']*?)\s*(?:,|$)"""
)
_PLAIN: Final = r"""("[^"\\,]*"|[^,{}\[\]"'&*!#\s]*)"""
NULLS: Final = frozenset({"", "null", "~", "Null", "NULL"})
_BLOCK: Final = re.compile(r"""\s*([\w$.-]+)\s*:(?:\s+(.*))?$""")


class Said(NamedTuple):
    """One event, and the line it begins in (from 1)."""

    line: int
    keys: Mapping[str, Any]


class Trace:
    """One file: `ours`, what stands under our own key if it does, is known once the events are read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ours: dict[str, Any] | None = None

    def events(self) -> Iterator[Said]:
        """Event by event. Raises BadInput for what is no trace, with line and key."""
        if self.path.stat().st_size > MOST_BYTES:
            raise BadInput(str(self.path), f"more than {MOST_BYTES >> 20} MB", "a smaller trace")
        try:
            with self.path.open(encoding="utf-8") as file:
                first = file.read(1 << 12).lstrip("\ufeff \t\r\n")[:1]
                file.seek(0)
                yield from self._json(file.read()) if first == "{" else self._yaml(file)
        except UnicodeDecodeError:
            raise BadInput(str(self.path), "not a text in UTF-8", "a trace") from None

    def wrong(self, line: int, found: str, expected: str) -> BadInput:
        """What is wrong with a line."""
        return BadInput(f"{self.path}:{line}", found, expected)

    # JSON ----------------------------------------------------------------------------------------------

    def _json(self, text: str) -> Iterator[Said]:
        decode, blank, line, seen = json.JSONDecoder().raw_decode, re.compile(r"[\s,]*"), 1, 0

        def at(place: int) -> int:
            nonlocal line, seen
            line, seen = line + text.count("\n", seen, place), place
            return line

        place, there = text.index("{") + 1, False
        try:
            while text[place := _past(blank, text, place)] != "}":
                key, place = decode(text, place)
                place = text.index(":", place) + 1
                place = _past(blank, text, place)
                if key != "events":
                    value, place = decode(text, place)
                    self._take(key, value, at(place))
                    continue
                there = True
                if text[place] != "[":
                    raise self.wrong(at(place), "events: no list", "a list of events")
                place = _past(blank, text, place + 1)
                while text[place] != "]":
                    number = at(place)
                    event, place = decode(text, place)
                    if not isinstance(event, dict):
                        raise self.wrong(number, f"{event!r:.40}", "an event with type and id")
                    yield Said(number, event)
                    place = _past(blank, text, place)
                place += 1
        except json.JSONDecodeError as error:
            raise self.wrong(at(error.pos), f"no JSON ({error.msg})", "a trace") from None
        except (IndexError, ValueError, RecursionError):
            raise self.wrong(at(min(place, len(text))), "the end of the file, or nesting without end",
                             "a whole JSON object") from None  # fmt: skip
        if not there:
            raise self.wrong(1, "no key events", "a list of events")

    def _take(self, key: str, value: Any, line: int) -> None:
        if key == OURS:
            if not isinstance(value, dict):
                raise self.wrong(line, f"{OURS}: {value!r:.40}", "an object")
            self.ours = value

    # YAML ----------------------------------------------------------------------------------------------

    def _yaml(self, file: IO[str]) -> Iterator[Said]:
        self._line, there = 0, False
        lines = self._numbered(file)
        for line in lines:
            if line[:1] in " \t#-%\n\r" or not line.strip():
                continue
            key, colon, value = line.partition(":")
            if not colon:
                raise self.wrong(self._line, f"{line.strip()!r:.40}", "a key such as version, views or events")
            if key.strip() == OURS:
                self._take(OURS, self._object(value), self._line)
            elif key.strip() == "events":
                there = True
                if value.split("#")[0].strip() not in ("", "[]"):
                    raise self.wrong(self._line, f"events: {value.strip()!r:.40}", "a list, an event a line")
                yield from self._list(lines)
        if not there:
            raise self.wrong(1, "no key events", "a list of events")

    def _numbered(self, file: IO[str]) -> Iterator[str]:
        self._back = ""
        while line := (self._back or file.readline(MOST_BYTES)):
            if self._back:
                self._back = ""
            else:
                self._line += 1
            yield line

    def _object(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise self.wrong(self._line, f"{OURS}: no JSON in one line", "what this program wrote") from None

    def _list(self, lines: Iterator[str]) -> Iterator[Said]:
        """The items of the list that begins in the next line, up to the next top-level key."""
        block: dict[str, Any] = {}
        begun, quick = 0, _Quick()
        for line in lines:
            if (event := quick.read(line)) is not None:
                if begun:
                    yield Said(begun, block)
                    begun, block = 0, {}
                yield Said(self._line, event)
                continue
            bare = line.strip()
            if not bare or bare[0] == "#":
                continue
            if bare[0] == "-":
                if begun:
                    yield Said(begun, block)
                begun, block = self._line, {}
                bare = bare[1:].strip()
                if bare.startswith("{"):
                    yield Said(begun, quick.learn(bare, self._flow(bare, lines)))
                    begun = 0
                    continue
            elif line[0] not in " \t":
                self._back = line
                break
            if bare and begun:
                block |= self._block(bare)
            elif bare:
                raise self.wrong(self._line, f"{bare!r:.40}", "an event: - {type: expanding, id: 7, ...}")
        if begun:
            yield Said(begun, block)

    def _flow(self, text: str, lines: Iterator[str]) -> dict[str, Any]:
        """A map in braces, perhaps over several lines."""
        begun = self._line
        while not re.search(r"\}\s*(#.*)?$", text) or text.count("{") > text.count("}"):
            more = next(lines, "")
            if not more or len(text) > LONGEST:
                raise self.wrong(begun, "a brace that is never closed", "an event in { }")
            text += " " + more.strip()
        inside = text[1 : text.rindex("}")].strip().rstrip(",")
        found, place = dict[str, Any](), 0
        while place < len(inside):
            pair = _PAIR.match(inside, place)
            if pair is None or pair.end() == place:
                raise self.wrong(begun, f"{inside[place:]!r:.40}", "key: value, separated by commas")
            found[_text(pair[1])] = self._value(pair[2], begun)
            place = pair.end()
        return found

    def _block(self, text: str) -> dict[str, Any]:
        pair = _BLOCK.match(text)
        if pair is None:
            raise self.wrong(self._line, f"{text!r:.40}", "key: value")
        return {pair[1]: self._value((pair[2] or "").strip(), self._line)}

    def _value(self, text: str, line: int) -> Any:
        """A scalar as a text or None; lists and maps as they stand. Numbers are made where they are wanted."""
        if text[:1] in ("&", "*", "!"):
            raise self.wrong(line, f"{text!r:.40}", "a value (anchors, aliases and tags are not read)")
        if text[:1] not in ('"', "'"):
            text = text.split(" #", maxsplit=1)[0].strip()
        return None if text in NULLS else _text(text)


class _Quick:
    """Lines that have the keys of one before, in that order: most of a large trace, read by one expression each."""

    def __init__(self) -> None:
        self._known: list[tuple[re.Pattern[str], tuple[str, ...]]] = []

    def read(self, line: str) -> dict[str, Any] | None:
        for number, (shape, keys) in enumerate(self._known):
            if found := shape.fullmatch(line):
                if number:
                    self._known.insert(0, self._known.pop(number))
                pairs = zip(keys, found.groups(), strict=True)
                return {key: value[1:-1] if value[:1] == '"' else value or None for key, value in pairs}
        return None

    def learn(self, text: str, event: dict[str, Any]) -> dict[str, Any]:
        """Read lines like this one quickly from now on."""
        plain = all(value is None or isinstance(value, str) for value in event.values())
        if plain and len(self._known) < 8 and all(re.fullmatch(r"\w+", key) for key in event):
            inside = ", ".join(f"{key}: {_PLAIN}" for key in event)
            shape = re.compile(r"\s*- \{" + inside + r"\}\s*")
            if shape.fullmatch(f"- {text}\n"):
                self._known.append((shape, tuple(event)))
        return event


def _past(blank: re.Pattern[str], text: str, place: int) -> int:
    found = blank.match(text, place)
    return place if found is None else found.end()


def _text(text: str) -> str:
    """A scalar without its quotes."""
    if text[:1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text[1:-1]
    return text[1:-1].replace("''", "'") if text[:1] == "'" else text
