"""Which colour a layer's role has in a theme, and the ramps fields are painted with.

The roles' colours are Okabe and Ito's, so that they stay apart for any colour vision; ramps grow evenly in
lightness (as viridis does), so that they read without colour too.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import Layer, Role
from sandbox.settings import assets_folder
from sandbox.ui.kit.style.theme import Colour, load_theme

Rgb = tuple[int, int, int]
Lut = NDArray[np.uint32]
rgb = Colour.parse  # of #RRGGBB

STEPS = 256


@dataclass(frozen=True, slots=True)
class Palette:
    """The canvas's colours in one theme."""

    dark: bool
    outside: Rgb
    grid: Rgb
    halo: Rgb
    roles: dict[Role, Rgb]
    series: tuple[Rgb, ...]
    ramp: Lut  # [256] 0x00RRGGBB
    categories: Lut  # [n] told apart when neighbours

    def of(self, layer: Layer) -> Rgb:
        """A layer's colour: its contestant's, or its role's."""
        return self.series[layer.series % len(self.series)] if layer.series >= 0 else self.roles[layer.role]


@cache
def palette(theme: str) -> Palette:
    """Read the palette of a theme; what it does not name is the dark one's. Contestants have the kit's colours."""
    everything = tomllib.loads((assets_folder() / "canvas.toml").read_text(encoding="utf-8"))
    own = everything["dark"] | everything.get(theme, {})
    roles = everything["dark"]["roles"] | own.get("roles", {})
    return Palette(
        dark=own["is_dark"],
        outside=rgb(own["outside"]),
        grid=rgb(own["grid"]),
        halo=rgb(own["halo"]),
        roles={role: rgb(roles[role.value]) for role in Role},
        series=tuple(colour[:3] for colour in load_theme(assets_folder() / "theme.toml", theme).series),
        ramp=_ramp([rgb(c) for c in own["ramp"]]),
        categories=np.array([packed(rgb(c)) for c in own["categories"]], np.uint32),
    )


def packed(colour: Rgb) -> int:
    """As one word, 0x00RRGGBB: the layout of the canvas's 32-bit surfaces."""
    return colour[0] << 16 | colour[1] << 8 | colour[2]


def mixed(a: Rgb, b: Rgb, share: float) -> Colour:
    """`a` with a share of `b` in it."""
    return Colour(*a).mixed(Colour(*b), share)


def _ramp(stops: list[Rgb]) -> Lut:
    at = np.linspace(0, len(stops) - 1, STEPS)
    channels = [np.interp(at, range(len(stops)), [s[i] for s in stops]).round().astype(np.uint32) for i in range(3)]
    return (channels[0] << 16 | channels[1] << 8 | channels[2]).astype(np.uint32)
