"""Zobrist hashing of any two-word state, kept up to date move by move.

A. L. Zobrist, "A New Hashing Method with Application for Game Playing", Technical Report 88, University of
Wisconsin, 1970. Departs from it in that states are seen from the mover's side: a bit of the other's word
takes the same random number turned by 32, so that changing sides is turning the whole hash, and one table
serves both.
"""

from __future__ import annotations

import numpy as np

from sandbox.kernels.bits import lowest_index, without_lowest
from sandbox.kernels.jit import kernel

ZERO = np.uint64(0)
HALF = np.uint64(32)

# Drawn once, by NumPy's generator with the seed 1970: to import it would add 5 ms to every start.
DRAWN = (
    0x90F3258A35B02D4F, 0x455B007C6016F882, 0x7A4320172A4A2817, 0x8F468644C3F9756E,
    0xB113115CB6C07664, 0xCD34116E3D84BD21, 0x2B538756F9606FF3, 0xA212D0D01D6923DC,
    0xAC6207F8DA56E83D, 0x3163FB32AAD31321, 0x7B4E079C0D726137, 0x9C4ABC8F9DED694B,
    0x63EDCDC571951244, 0xB61D367C4D957172, 0xDBDCBA0F135C98BA, 0xF9FCED40D6FA4615,
    0x6CB760E958872825, 0x6A694174CD7D12CC, 0xBDEE3395F210843F, 0xD963E40546558C8E,
    0x017C1ADD8D2C19E9, 0x1E01AC97C6EDA0F8, 0xBFC3242213749580, 0x3EFF0FBA717A8864,
    0xF3752F6523A3DB1F, 0xF1A571089958B15A, 0x9D1AE7A3314C8C47, 0xF98D13D9C386A619,
    0x78DBC0E2832106BD, 0x7A66D273A7389A80, 0x661D4B90E876134B, 0xC0C028A9161135B0,
    0xC16B869E0C19C5C1, 0x32CCF74AA0EF0DCF, 0xF3CC1DFC92081640, 0x6D43E6C618BC1100,
    0xC4EB172F031F2E08, 0x83D74733366359AE, 0xFBABD1B555968C39, 0x0087C16219084DE2,
    0x7B33F859BD5020D3, 0xB4ED8C69A1B2AC7B, 0xDD46998BEF67888C, 0xF581B0EEC889CDAC,
    0x902C6E8BE19BD8F2, 0xAA26EFDD939E9A08, 0xF13F876E8DA3FE8B, 0x045E4F363EB414CC,
    0xF7B1E5D959699FCE, 0x22E7A60E9175FBE5, 0x7D363C0285A93C77, 0xACEACFE64AC2FCC6,
    0xCAF6FC39151CAE02, 0x125D463E44D3D8CD, 0x2A8C97B45C47753A, 0xDE8BF87AA785FECB,
    0x9ECCDD1C2A6CB001, 0x2A88D7E0C4F6370B, 0x566BBFCE46E02178, 0x3726B31F3B7175FB,
    0xF2A7B014AD31F9E1, 0x1F669ED1D24F7DB3, 0x63C3752755E615E8, 0x34C5BA8A32A666EC,
)  # fmt: skip
NUMBERS = np.array(DRAWN, np.uint64)


@kernel
def turned(h: np.uint64) -> np.uint64:
    """The hash of the same bits with the two words exchanged."""
    return (h << HALF) | (h >> HALF)


@kernel
def sum_of(bits: np.uint64) -> np.uint64:
    """The numbers of all set bits, xor-ed."""
    h = ZERO
    while bits != ZERO:
        h ^= NUMBERS[lowest_index(bits)]
        bits = without_lowest(bits)
    return h


@kernel
def zobrist(a: np.uint64, b: np.uint64) -> np.uint64:
    """The hash of a state, from nothing."""
    return sum_of(a) ^ turned(sum_of(b))


@kernel
def zobrist_after(h: np.uint64, a: np.uint64, b: np.uint64, next_a: np.uint64, next_b: np.uint64) -> np.uint64:
    """The hash of (next_a, next_b), given that of (a, b) one move earlier: only what changed is summed."""
    return turned(h) ^ sum_of(next_a ^ b) ^ turned(sum_of(next_b ^ a))
