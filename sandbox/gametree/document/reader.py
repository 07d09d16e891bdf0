"""Reads keys of a JSON object with their types; an error says where in the file it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.errors import BadInput
from sandbox.gametree.document.model import Player

_NAMES: Mapping[Any, str] = {
    str: "a text",
    int: "a whole number",
    (int, float): "a number",
    list: "a list",
    dict: "an object",
    bool: "true or false",
}


class Reader:
    """One object."""

    def __init__(self, facts: Any, where: str) -> None:
        if not isinstance(facts, dict):
            raise BadInput(where, f"{facts!r}"[:60], "an object")
        self.facts, self.where = facts, where

    def get(self, key: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
        """A value of a kind, or what it is by default."""
        value = self.facts.get(key, default)
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        if wrong and not (value is None and default is None and key in self.facts):
            raise self.wrong(key, value, _NAMES.get(kind, "something else"))
        return value

    def wrong(self, key: str, found: Any, expected: str) -> BadInput:
        """What is wrong with a value."""
        return BadInput(f"{self.where}, {key}", f"{found!r}"[:60], expected)


def player(reader: Reader) -> Player:
    """Who sat there."""
    texts = (reader.get("name", str, ""), reader.get("engine", str, ""))
    return Player(*texts, reader.get("options", dict, {}), reader.get("budget", dict, {}))
