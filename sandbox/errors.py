"""The errors a person meets: one clear line each, that names place, finding and expectation."""

from __future__ import annotations


class SandboxError(Exception):
    """Anything the sandbox reports in one line instead of a traceback."""


class BadInput(SandboxError):
    """Malformed input: where it stands, what was found there, what was expected."""

    def __init__(self, where: str, found: str, expected: str = "") -> None:
        self.where = where
        self.found = found
        self.expected = expected
        super().__init__(where, found, expected)  # what pickling passes on to another process

    def __str__(self) -> str:
        text = f"{self.where}: {self.found}" if self.where else self.found
        return f"{text}, expected {self.expected}" if self.expected else text
