"""Kernels that came with the package, compiled for every processor of a level (`target`).

One file for each Python and system holds them: a head, then blocks of kernels that are compressed together. A kernel
goes by the name it has in the user's cache, but for the part that stands for one machine. In its place the head tells
what the code depends on besides the sources: Python, libraries, system, level. All of that must be the same here, and
this processor must have the level; otherwise, and where anything is damaged, kernels are compiled as if there were no
such file. It is only ever read. As in the user's cache, nothing is unpickled whose checksum is wrong; whoever can
write into the package could as well change its code.

SANDBOX_PREBUILT names another folder to look in, or, if 0, none. `packing` makes such files.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import json
import lzma
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from sandbox.kernels.compiling import cache as kept
from sandbox.kernels.compiling import shortcuts, target

VARIABLE = "SANDBOX_PREBUILT"
FOLDER = "prebuilt"
SIGN = b"game-ai-sandbox kernels 1\n"
CHECKSUM, LENGTH = 16, 8  # bytes
VARIABLES = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", shortcuts.VARIABLE)
KEPT_BLOCKS = 6

Find = Callable[[str], bytes]
"""Gives what a file of the user's cache would hold; raises where there is nothing."""

_taken: list[str] = []


class Store:
    """One such file. Whatever is wrong with it raises."""

    def __init__(self, file: Path) -> None:
        self.file = file
        with file.open("rb") as source:
            head = json.loads(lzma.decompress(self._checked_head(source)))
            self._start = source.tell()
        self.facts: dict[str, str] = head["facts"]
        self.whole: str = head["whole"]  # the digest of everything that was compiled
        self._places: dict[str, list[int]] = head["places"]  # of each kernel: block, start, length
        self._blocks: list[list[int]] = head["blocks"]  # of each block: start, length
        self._block = functools.lru_cache(KEPT_BLOCKS)(self._unpacked)

    def __len__(self) -> int:
        return len(self._places)

    def content(self, name: str) -> bytes:
        """What is kept of a kernel."""
        block, start, length = self._places[name]
        return self._block(block)[start : start + length]

    @staticmethod
    def _checked_head(source: Any) -> bytes:
        if source.read(len(SIGN)) != SIGN:
            raise ValueError("another kind of file")
        checksum, length = source.read(CHECKSUM), int.from_bytes(source.read(LENGTH), "little")
        head: bytes = source.read(length)
        if hashlib.blake2b(head, digest_size=CHECKSUM).digest() != checksum:
            raise ValueError("the head is damaged")
        return head

    def _unpacked(self, number: int) -> bytes:
        start, length = self._blocks[number]
        with self.file.open("rb") as source:
            source.seek(self._start + start)
            return lzma.decompress(source.read(length))


def finder(origins: frozenset[kept.SourceModule]) -> Find | None:
    """What finds kernels of these origins among those that came with the package."""
    held = store()
    if held is None or kept.changed(origins):
        return None
    folder = kept.sources(origins)

    def find(name: str) -> bytes:
        return held.content(f"{folder}/{name}")

    return find


def take(name: str) -> None:
    """Note that a kernel was loaded from there."""
    _taken.append(name)


def taken() -> int:
    """How many kernels of this process were."""
    return len(_taken)


def portable(magic: tuple[Any, ...]) -> tuple[Any, ...]:
    """What Numba calls the target of code for the level, where it calls its own so."""
    return (magic[0], target.LEVEL, target.FOR_ALL["NUMBA_CPU_FEATURES"])


def complete() -> int:
    """How many kernels came with the package, if nothing is left to be compiled; else 0."""
    held = store()
    return len(held) if held is not None and held.whole == kept.whole() else 0


def store() -> Store | None:
    """The kernels that came with the package, if they fit."""
    return _looked()[0]


def told() -> str:
    """How things are with them, in a few words."""
    held, problem = _looked()
    if held is None:
        return problem
    rest = "" if complete() else ", not of all these sources"
    return f"{len(held)} for {target.LEVEL}{rest}"


@cache
def _looked() -> tuple[Store | None, str]:
    """The kernels that came with the package, or why there are none to be used."""
    wanted = os.environ.get(VARIABLE) or str(kept.PACKAGE / FOLDER)
    file = Path(wanted) / file_name()
    if wanted == "0" or not file.is_file():
        return None, "none"
    with contextlib.suppress(Exception):  # it may be damaged in any way
        held = Store(file)
        problem = _misfit(held.facts)
        return (None, f"not used: {problem}") if problem else (held, "")
    return None, "not used: the file is damaged"


def _misfit(there: dict[str, str]) -> str:
    """Why code compiled where the facts were these cannot be used here; nothing if it can."""
    chosen = [name for name in target.CHOICE if name in os.environ]
    if chosen:
        return f"{chosen[0]} is set"
    odd = [
        f"{name} {there.get(name)!r} there, {here!r} here" for name, here in facts().items() if there.get(name) != here
    ]
    return odd[0] if odd else target.lacking_here()


def file_name() -> str:
    """What the file for this Python and system is called."""
    return f"{sys.implementation.cache_tag}-{sys.platform}-{target.LEVEL}.kernels"


def facts() -> dict[str, str]:
    """All that compiled code depends on besides the sources and the processor."""
    from llvmlite import binding

    return {
        "python": f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')} {importlib.util.MAGIC_NUMBER.hex()}",
        "system": binding.get_process_triple(),
        "numba": kept.installed("numba"),
        "llvmlite": kept.installed("llvmlite"),
        "numpy": ".".join(kept.installed("numpy").split(".")[:2]),  # Numba asks for no more of it
        **{name: os.environ.get(name, "") for name in VARIABLES},
    }
