"""Write an animated GIF (CompuServe, "GIF89a Specification", 1990): what films of searches are shared as.

All frames share one table: the 255 most frequent colours, at 5 bits a channel; the rest goes to the nearest of
them. Pixels that did not change are transparent, so a frame costs what moved in it.
"""

# mypy: disable-error-code="assignment"

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

COLOURS = 255  # and one index for "as before"
SAME = 255
MAX_CODE = 4096
Frame = NDArray[np.uint8]  # [height, width, 3]


def encode(frames: Sequence[Frame], *, hundredths: int = 5, last: int = 200) -> bytes:
    """An endless film; each frame stands for so many hundredths of a second, the last one longer."""
    height, width, _ = frames[0].shape
    table, lookup = _colour_table(frames)
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF7, 0, 0), table.tobytes()]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    before: NDArray[np.uint8] | None = None
    for number, frame in enumerate(frames):
        indices = lookup[_keys(frame)]
        shown = indices if before is None else np.where(indices == before, np.uint8(SAME), indices)
        delay = last if number == len(frames) - 1 else hundredths
        parts.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0x05, delay, SAME, 0))
        parts.append(struct.pack("<BHHHHB", 0x2C, 0, 0, width, height, 0) + _data(shown))
        before = indices
    return b"".join([*parts, b"\x3b"])


def _keys(frame: Frame) -> NDArray[np.int64]:
    """Colours at 5 bits a channel, as one number each."""
    wide = frame.astype(np.int64) >> 3
    keys: NDArray[np.int64] = wide[..., 0] << 10 | wide[..., 1] << 5 | wide[..., 2]
    return keys


def _colour_table(frames: Sequence[Frame]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The table [256, 3], and for each 15-bit colour the index of the nearest entry."""
    counts, sums = np.zeros(1 << 15, np.int64), np.zeros((1 << 15, 3), np.int64)
    for frame in frames:
        keys = _keys(frame).reshape(-1)
        counts += np.bincount(keys, minlength=1 << 15)
        for channel in range(3):
            sums[:, channel] += np.bincount(keys, frame[..., channel].reshape(-1), 1 << 15).astype(np.int64)
    chosen = np.argsort(-counts, kind="stable")[:COLOURS]
    table = np.zeros((256, 3), np.uint8)
    table[: len(chosen)] = sums[chosen] // np.maximum(counts[chosen], 1)[:, None]
    used = np.flatnonzero(counts)
    centres = sums[used] / counts[used][:, None]
    lookup = np.zeros(1 << 15, np.uint8)
    entries = table[: min(len(chosen), COLOURS)].astype(np.float64)
    lookup[used] = [int(np.argmin(((entries - c) ** 2).sum(axis=1))) for c in centres]
    return table, lookup


def _data(indices: NDArray[np.uint8]) -> bytes:
    """The LZW stream in blocks of at most 255 bytes."""
    flat = np.ascontiguousarray(indices).reshape(-1)
    out = np.zeros(flat.size * 2 + 64, np.uint8)
    size = compress(flat, out, np.zeros((MAX_CODE, 256), np.int16))
    stream = out[:size].tobytes()
    blocks = [stream[i : i + 255] for i in range(0, len(stream), 255)]
    return b"\x08" + b"".join(bytes([len(b)]) + b for b in blocks) + b"\x00"


@kernel
def compress(pixels: NDArray[np.uint8], out: NDArray[np.uint8], child: NDArray[np.int16]) -> int:
    """LZW with codes of 9 to 12 bits (Welch, "A Technique for High-Performance Data Compression", 1984).

    `child[code, pixel]` is the code of the string one longer, 0 if there is none. Returns the bytes written.
    Modifies `out` and `child`.
    """
    clear, end = 256, 257
    bits, held, size = 0, 0, 0
    width, free = 9, 258
    held |= clear << bits
    bits += width
    string = np.int64(pixels[0])
    for i in range(1, pixels.size + 1):
        last = i == pixels.size
        longer = 0 if last else np.int64(child[string, pixels[i]])
        if longer > 0:
            string = longer
            continue
        held |= string << bits
        bits += width
        while bits >= 8:
            out[size] = held & 255
            held >>= 8
            bits -= 8
            size += 1
        if last:
            break
        if free < MAX_CODE:
            child[string, pixels[i]] = free
            if free == 1 << width and width < 12:
                width += 1
            free += 1
        else:
            held |= clear << bits
            bits += width
            child[:] = 0
            width, free = 9, 258
        string = np.int64(pixels[i])
    held |= end << bits
    bits += width
    while bits > 0:
        out[size] = held & 255
        held >>= 8
        bits -= 8
        size += 1
    return size
