"""What goes over the border between the sandbox and code of the user's: JSON, with bytes beside it. Never pickles.

length of the JSON, 4 bytes little-endian | the JSON | its bytes, as long as the JSON's "bytes" says
"""

from __future__ import annotations

import json
from typing import IO, Any, Final, NamedTuple

MOST_TEXT: Final = 1 << 27  # bytes of JSON: a way over 2048 × 2048 cells has room
MOST_BYTES: Final = 1 << 28


class Broken(ValueError):
    """What came is no message."""


class Message(NamedTuple):
    """One thing said."""

    words: dict[str, Any]
    data: bytes = b""

    def write(self, out: IO[bytes]) -> None:
        """Send it."""
        text = json.dumps({**self.words, "bytes": len(self.data)}).encode()
        out.write(len(text).to_bytes(4, "little") + text + self.data)
        out.flush()


def read(source: IO[bytes]) -> Message | None:
    """The next message; None at the end of all."""
    lead = source.read(4)
    if len(lead) < 4:
        return None
    length = int.from_bytes(lead, "little")
    if length > MOST_TEXT:
        raise Broken(f"a message of {length} bytes")
    text = source.read(length)
    if len(text) < length:
        return None
    try:
        words = json.loads(text)
    except (ValueError, RecursionError):
        raise Broken("a message that is no JSON") from None
    beside = words.get("bytes") if isinstance(words, dict) else None
    if type(beside) is not int or not 0 <= beside <= MOST_BYTES:
        raise Broken("a message without its length")
    data = source.read(beside)
    return Message(words, data) if len(data) == beside else None
