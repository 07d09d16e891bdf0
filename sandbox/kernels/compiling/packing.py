"""Kernels that were compiled for a level of processors, put into the one file that `prebuilt` reads."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sandbox.files import write_atomically
from sandbox.kernels.compiling import prebuilt
from sandbox.kernels.jit import INSIDE

BLOCK = 1 << 20  # bytes, not yet compressed: what is unpacked to read one kernel
Entry = tuple[str, bytes]


def pack(base: Path, into: Path, whole: str) -> Path:
    """Make a file of all kernels in a cache folder, all compiled for the level; `whole` as in `prebuilt.Store`."""
    places: dict[str, list[int]] = {}
    blocks: list[list[int]] = []
    packed = bytearray()
    for number, entries in enumerate(_blocks(_entries(base))):
        places |= _places(number, entries)
        block = _compressed(b"".join(content for _, content in entries))
        blocks.append([len(packed), len(block)])
        packed += block
    into.mkdir(parents=True, exist_ok=True)
    file = into / prebuilt.file_name()
    head = {"facts": prebuilt.facts(), "whole": whole, "places": places, "blocks": blocks}
    write_atomically(file, _headed(head) + bytes(packed))
    return file


def _entries(base: Path) -> Iterator[Entry]:
    """Every kernel by its name."""
    for file in sorted(base.glob("*-*/*.nbc"), key=_place):
        yield f"{file.parent.name.partition('-')[0]}/{file.name}", file.read_bytes()


def _place(file: Path) -> tuple[bool, int, str]:
    """What is needed together lies together: kernels as they were compiled, behind them what only kernels call."""
    inside = INSIDE in file.name
    return inside, 0 if inside else file.stat().st_mtime_ns, file.name


def _blocks(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    block: list[Entry] = []
    for entry in entries:
        block.append(entry)
        if sum(len(content) for _, content in block) >= BLOCK:
            yield block
            block = []
    if block:
        yield block


def _places(number: int, entries: list[Entry]) -> dict[str, list[int]]:
    """Where each of these lies in their block."""
    places, start = {}, 0
    for name, content in entries:
        places[name] = [number, start, len(content)]
        start += len(content)
    return places


def _headed(head: dict[str, Any]) -> bytes:
    packed = _compressed(json.dumps(head).encode())
    checksum = hashlib.blake2b(packed, digest_size=prebuilt.CHECKSUM).digest()
    return prebuilt.SIGN + checksum + len(packed).to_bytes(prebuilt.LENGTH, "little") + packed


def _compressed(content: bytes) -> bytes:
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
