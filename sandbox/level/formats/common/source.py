"""A file being read: its bytes, bounded; the words for places in it; the remarks gathered on the way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.errors import BadInput

MAX_BYTES = 1 << 26  # 64 MB: the largest level takes 4 MB as text, some 20 MB as numbers with commas
MAX_REMARKS = 50  # of a thousand unknown keys in a file fifty are remarked on


@dataclass
class Source:
    """The content of one file, its name for messages, and what was remarkable but no error."""

    name: str
    data: bytes
    folder: Path | None = None  # where files it refers to may lie; None: nowhere
    remarks: list[str] = field(default_factory=list)
    found: list[BadInput] | None = None  # a list: gather errors part by part, for `lint`; None: the first one ends it

    @classmethod
    def open(cls, path: Path) -> Source:
        """Read a file, unless it is too large to be a level."""
        if path.exists() and not path.is_file():  # of a pipe, reading might never end
            raise BadInput(str(path), "a folder" if path.is_dir() else "no regular file", "a level file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise BadInput(str(path), f"more than {MAX_BYTES >> 20} MB", "a level file")
        return cls(str(path), data, path.parent)

    def text(self) -> str:
        """The content as UTF-8, with any of the three line ends, with or without a byte order mark."""
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise BadInput(self.line(line), f"byte 0x{self.data[error.start]:02x}", "UTF-8 text") from None

    def line(self, number: int) -> str:
        """The place of a line, counted from 1."""
        return f"{self.name}:{number}"

    def key(self, path: str) -> str:
        """The place of a key such as `polygons[3].ring`."""
        return f"{self.name}: key {path}" if path else self.name

    def remark(self, where: str, text: str) -> None:
        """Note something odd that did not stop the reading."""
        if len(self.remarks) < MAX_REMARKS:
            self.remarks.append(f"{where}: {text}")

    @contextmanager
    def part(self) -> Iterator[None]:
        """Read one part: its error ends the reading, or is gathered and the part left out."""
        try:
            yield
        except BadInput as error:
            if self.found is None:
                raise
            self.found.append(error)


def shown(value: object, limit: int = 40) -> str:
    """A value as it is quoted in an error: never longer than a line bears."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else f"a list of {len(value)}"
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**limit else "a huge number"
    return clipped(text, limit)


@contextmanager
def errors_from(where: str) -> Iterator[None]:
    """Give an error from below its place in the file."""
    try:
        yield
    except BadInput as error:
        found = f"{error.where}: {error.found}" if error.where else error.found
        raise BadInput(where, clipped(found), clipped(error.expected)) from None


def clipped(text: str, longest: int = 150) -> str:
    """A text cut to what a line bears."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
