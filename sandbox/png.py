"""A small PNG codec: bytes to sample arrays and back, for level pictures, without an image library.

Reads every bit depth, colour type and filter of "Portable Network Graphics (PNG) Specification",
W3C Recommendation 2003, not interlaced; writes 8-bit grey, RGB, RGBA and palette images. Sizes are checked before
anything is allocated and a decompression bomb stops at the size the header promised.

Filters are undone for all rows at once along anti-diagonals: a byte needs only its left, upper and
upper-left neighbour, so that step t can finish column t - y of every row y. Who has something quicker hands it in.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_CHUNKS = 65_536
PRIVATE = 0x20  # in the second letter of a chunk's kind: it is lower-case
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
Samples = NDArray[Any]  # uint8 or uint16 [height, width, channels]


Unfilter = Callable[[NDArray[np.uint8], NDArray[np.uint8], int], NDArray[np.uint8]]
"""From each row's filter, the rows, and the bytes of a pixel to the rows without their filters."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded image: its samples as stored, and what they mean."""

    samples: Samples  # [height, width, channels]; palette images hold indices
    depth: int
    colour_type: int
    palette: NDArray[np.uint8] | None = None  # [n, 3]
    private: dict[bytes, bytes] = field(default_factory=dict)  # chunks that the standard leaves to programs, by kind

    def rgb(self) -> NDArray[np.uint8]:
        """Colours, 8 bits a channel; transparency is ignored."""
        if self.palette is not None:
            return self.palette[np.minimum(self.samples[:, :, 0], len(self.palette) - 1)]
        eight = _to_eight_bits(self.samples, self.depth)
        return np.repeat(eight[:, :, :1], 3, axis=2) if eight.shape[2] < 3 else eight[:, :, :3]

    def brightness(self) -> NDArray[np.float32]:
        """Luminance from 0 (black) to 1 (white), with all the bits a grey image has."""
        if self.palette is None and self.samples.shape[2] < 3:
            return self.samples[:, :, 0].astype(np.float32) / np.float32((1 << self.depth) - 1)
        weights = np.array([0.2126, 0.7152, 0.0722], np.float32) / np.float32(255)
        return self.rgb().astype(np.float32) @ weights


@dataclass(frozen=True, slots=True)
class _Header:
    width: int
    height: int
    depth: int
    colour_type: int

    @property
    def row_bytes(self) -> int:
        return (self.width * _CHANNELS[self.colour_type] * self.depth + 7) // 8

    @property
    def pixel_bytes(self) -> int:
        return max(1, _CHANNELS[self.colour_type] * self.depth // 8)


def decode(data: bytes, where: str, *, longest_side: int, unfilter: Unfilter | None = None) -> Picture:
    """Read a PNG file's bytes; `where` names the file in errors, `unfilter` is a quicker way to undo filters."""
    if not data.startswith(SIGNATURE):
        raise BadInput(where, f"starts with {data[:8]!r}", "the PNG signature")
    chunks = _chunks(data, where)
    header = _header(chunks.get(b"IHDR", b""), where, longest_side)
    rows = _unfilter(_inflate(chunks.get(b"IDAT", b""), header, where), header, where, unfilter or by_diagonals)
    palette = _palette(chunks, where) if header.colour_type == 3 else None
    private = {kind: body for kind, body in chunks.items() if kind[1] & PRIVATE}
    return Picture(_unpack(rows, header), header.depth, header.colour_type, palette, private)


def _chunks(data: bytes, where: str) -> dict[bytes, bytes]:
    """Return the chunks by kind; those of one kind joined, as IDAT wants."""
    found: dict[bytes, list[bytes]] = {}
    at = len(SIGNATURE)
    for _ in range(MAX_CHUNKS):
        if len(data) - at < 12:
            raise BadInput(f"{where}: byte {at}", "the file ends inside a chunk", "a whole PNG file")
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        _check_chunk(data, at, length, kind, where)
        found.setdefault(kind, []).append(body)
        at += 12 + length
        if kind == b"IEND":
            return {kind: b"".join(bodies) for kind, bodies in found.items()}
    raise BadInput(f"{where}: byte {at}", f"more than {MAX_CHUNKS:,} chunks", "the chunk IEND before that")


def _check_chunk(data: bytes, at: int, length: int, kind: bytes, where: str) -> None:
    here = f"{where}: byte {at}"
    if at + 12 + length > len(data):
        raise BadInput(here, f"chunk {kind!r} of {length} bytes", f"at most {len(data) - at - 12} bytes left")
    (crc,) = struct.unpack_from(">I", data, at + 8 + length)
    if zlib.crc32(data[at + 4 : at + 8 + length]) != crc:
        raise BadInput(here, f"chunk {kind!r} has a wrong checksum", "an undamaged file")


def _header(body: bytes, where: str, longest_side: int) -> _Header:
    place = f"{where}: chunk IHDR"
    if len(body) != 13:
        raise BadInput(place, f"{len(body)} bytes", "13 bytes")
    width, height, depth, colour_type, _, _, interlace = struct.unpack(">IIBBBBB", body)
    if not (1 <= width <= longest_side and 1 <= height <= longest_side):
        raise BadInput(place, f"an image of {width} × {height} pixels", f"1 to {longest_side} pixels a side")
    if depth not in _DEPTHS.get(colour_type, ()):
        raise BadInput(place, f"bit depth {depth} with colour type {colour_type}", "a pair the PNG standard knows")
    if interlace:
        raise BadInput(place, "an interlaced image", "one saved without interlacing")
    return _Header(width, height, depth, colour_type)


def _inflate(body: bytes, header: _Header, where: str) -> NDArray[np.uint8]:
    """Filter byte and packed samples of every row, [height, 1 + row bytes]."""
    size = header.height * (1 + header.row_bytes)
    try:
        raw = zlib.decompressobj().decompress(body, size)
    except zlib.error as error:
        raise BadInput(f"{where}: chunk IDAT", str(error), "zlib data") from None
    if len(raw) != size:
        raise BadInput(f"{where}: chunk IDAT", f"{len(raw)} bytes of pixels", f"{size} bytes")
    return np.frombuffer(raw, np.uint8).reshape(header.height, 1 + header.row_bytes)


def _unfilter(raw: NDArray[np.uint8], header: _Header, where: str, unfilter: Unfilter) -> NDArray[np.uint8]:
    """Undo the five filters; returns packed rows [height, row bytes]."""
    filters, body = raw[:, 0], raw[:, 1:]
    if filters.max() > 4:
        row = int(np.argmax(filters > 4))
        raise BadInput(f"{where}: row {row}", f"filter {filters[row]}", "0 to 4")
    if not filters.any():
        return body
    return unfilter(filters, body, header.pixel_bytes)


def by_diagonals(filters: NDArray[np.uint8], body: NDArray[np.uint8], wide: int) -> NDArray[np.uint8]:
    """Undo the filters of rows with pixels so many bytes wide, a diagonal of the picture at a time."""
    height, steps = len(body), body.shape[1] // wide
    skewed = np.zeros((steps + height - 1, height, wide), np.uint8)  # [t, y] is pixel t - y of row y
    view = np.lib.stride_tricks.as_strided(
        skewed, (height, steps, wide), (height * wide + wide, height * wide, 1), writeable=True
    )
    view[:] = body.reshape(height, steps, wide)
    rows = [np.flatnonzero(filters == kind) for kind in range(5)]
    before = older = np.zeros((height + 1, wide), np.int16)  # row y at 1 + y: steps t - 1 and t - 2
    for t in range(len(skewed)):
        now = np.zeros((height + 1, wide), np.int16)
        now[1:] = (skewed[t] + _prediction(rows, before, older)) & 255
        now[t + 2 :] = 0  # rows not begun: left of the image, zero by the standard
        skewed[t] = now[1:]
        before, older = now, before
    return view.reshape(height, -1).copy()


def _prediction(rows: list[NDArray[np.intp]], before: NDArray[np.int16], older: NDArray[np.int16]) -> NDArray[np.int16]:
    """What each row's filter expects at this step: left and up are one step old, upper-left two."""
    guess = np.zeros((len(before) - 1, before.shape[1]), np.int16)
    _, sub, up, average, paeth = rows
    guess[sub] = before[1 + sub]
    guess[up] = before[up]
    guess[average] = (before[1 + average] + before[average]) >> 1
    if len(paeth):
        guess[paeth] = _paeth(before[1 + paeth], before[paeth], older[paeth])
    return guess


def _paeth(a: NDArray[np.int16], b: NDArray[np.int16], c: NDArray[np.int16]) -> NDArray[np.int16]:
    by_a, by_b = np.abs(b - c), np.abs(a - c)
    by_c = np.abs(a + b - c - c)
    return np.where((by_a <= by_b) & (by_a <= by_c), a, np.where(by_b <= by_c, b, c))


def _unpack(rows: NDArray[np.uint8], header: _Header) -> Samples:
    shape = (header.height, header.width, _CHANNELS[header.colour_type])
    if header.depth == 16:
        return np.ascontiguousarray(rows).view(">u2").astype(np.uint16).reshape(shape)
    if header.depth == 8:
        return rows.reshape(shape)
    bits = np.unpackbits(rows, axis=1)[:, : header.width * header.depth]
    weights = 1 << np.arange(header.depth)[::-1]
    return (bits.reshape(*shape[:2], header.depth) @ weights).astype(np.uint8).reshape(shape)


def _palette(chunks: dict[bytes, bytes], where: str) -> NDArray[np.uint8]:
    body = chunks.get(b"PLTE", b"")
    if not body or len(body) % 3 or len(body) > 768:
        raise BadInput(f"{where}: chunk PLTE", f"{len(body)} bytes", "3 bytes for each of 1 to 256 colours")
    return np.frombuffer(body, np.uint8).reshape(-1, 3)


def _to_eight_bits(samples: Samples, depth: int) -> NDArray[np.uint8]:
    if depth == 16:
        return (samples >> 8).astype(np.uint8)
    return (samples * (255 // ((1 << depth) - 1))).astype(np.uint8)


def encode(
    samples: NDArray[np.uint8],
    palette: NDArray[np.uint8] | None = None,
    private: Mapping[bytes, bytes] = MappingProxyType({}),
) -> bytes:
    """PNG bytes of grey [h, w], RGB [h, w, 3] or RGBA [h, w, 4] samples, or of indices into a palette [n, 3]."""
    height, width = samples.shape[:2]
    channels = samples.shape[2] if samples.ndim == 3 else 1
    colour_type = 3 if palette is not None else {1: 0, 3: 2, 4: 6}[channels]
    rows = np.zeros((height, 1 + samples[0].size), np.uint8)
    rows[:, 1:] = samples.reshape(height, -1)
    parts = [SIGNATURE, _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0))]
    if palette is not None:
        parts.append(_chunk(b"PLTE", palette.astype(np.uint8).tobytes()))
    parts += [_chunk(kind, body) for kind, body in private.items()]
    parts += [_chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)), _chunk(b"IEND", b"")]
    return b"".join(parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
