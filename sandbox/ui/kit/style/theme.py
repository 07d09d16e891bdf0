"""Theme tokens: colours by role, type styles, lengths in dp; read from one TOML file.

A `Theme` is immutable: another theme or another scale is another `Theme`, and the root relays everything.
Lengths are given in *dp* and become whole pixels through `Theme.dp`, so that a window at 50 % and one at
300 % have the same proportions and no blurred edges.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

SMALLEST_SCALE = 0.5
LARGEST_SCALE = 3.0


class Colour(NamedTuple):
    """An opaque sRGB colour; pygame takes it wherever it takes a colour."""

    r: int
    g: int
    b: int

    @classmethod
    def parse(cls, text: str) -> Colour:
        """Read `#RRGGBB`."""
        if len(text) != 7 or text[0] != "#":
            raise ValueError(f"colour {text!r}: expected #RRGGBB")
        return cls(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))

    def mixed(self, other: Colour, share: float) -> Colour:
        """Return this colour with `share` (0..1) of the other in it."""
        return Colour(*(round(a + (b - a) * share) for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class Colours:
    """One colour for each role; what a role is for stands at the top of theme.toml."""

    window: Colour
    panel: Colour
    raised: Colour
    hover: Colour
    pressed: Colour
    sunken: Colour
    stripe: Colour
    line: Colour
    strong_line: Colour
    text: Colour
    dim: Colour
    faint: Colour
    accent: Colour
    fill: Colour
    fill_hover: Colour
    fill_pressed: Colour
    on_fill: Colour
    selection: Colour
    focus: Colour
    good: Colour
    warn: Colour
    bad: Colour
    bad_fill: Colour
    tooltip: Colour
    shadow: Colour
    scrim: Colour
    thumb: Colour
    thumb_hover: Colour
    knob: Colour

    def role(self, name: str) -> Colour:
        """Return the colour of a role given by name, e.g. a legend's colour role."""
        found: Colour = getattr(self, name)
        return found


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """A face and its size in dp."""

    family: str
    weight: str
    size: float


@dataclass(frozen=True, slots=True)
class Metrics:
    """Lengths in dp that several widgets share."""

    unit: int
    control: int
    compact: int
    radius: int
    card_radius: int
    icon: int
    scrollbar: int
    focus: int


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything a widget asks about its looks."""

    name: str
    colours: Colours
    series: tuple[Colour, ...]
    types: Mapping[str, TypeStyle]
    metrics: Metrics
    scale: float = 1.0
    type_scale: float = 1.0
    density: float = 1.0
    factor: float = field(init=False, default=1.0)  # pixels in a dp

    def __post_init__(self) -> None:
        object.__setattr__(self, "factor", self.scale * self.density)

    def dp(self, length: float) -> int:
        """Return a length in pixels; what is not nothing stays at least one pixel."""
        pixels = round(length * self.factor)
        return pixels if pixels or not length else 1

    def mark(self, name: str) -> Colour:
        """Return the colour of a mark: a role's, or that of `series N`."""
        if name.startswith("series "):
            return self.series[int(name[7:]) % len(self.series)]
        return self.colours.role(name)

    def type_size(self, style: str) -> float:
        """Return a type style's size in pixels."""
        return self.types[style].size * self.scale * self.type_scale

    @property
    def control(self) -> int:
        """Height of a button or a field, in pixels."""
        return max(self.dp(self.metrics.control), round(self.type_size("body") * 1.9))

    @property
    def compact(self) -> int:
        """Height of a table's or menu's row, in pixels."""
        return max(self.dp(self.metrics.compact), round(self.type_size("body") * 1.75))


def clamp_scale(scale: float) -> float:
    """Return the nearest scale the kit is made for."""
    return min(max(scale, SMALLEST_SCALE), LARGEST_SCALE)


def theme_names(path: Path) -> list[str]:
    """Return the themes in a file, in its order."""
    return list(_read(path)["themes"])


def load_theme(path: Path, name: str = "dark", scale: float = 1.0) -> Theme:
    """Read one theme of the file at a scale."""
    data = _read(path)
    if name not in data["themes"]:
        raise ValueError(f"{path}: theme {name!r} not found, expected one of {', '.join(data['themes'])}")
    own = _inherited(data["themes"], name)
    return Theme(
        name=name,
        colours=Colours(**{f.name: Colour.parse(own["colours"][f.name]) for f in fields(Colours)}),
        series=tuple(Colour.parse(colour) for colour in own["series"]),
        types={key: TypeStyle(*value) for key, value in data["type"].items()},
        metrics=Metrics(**data["metrics"]),
        scale=clamp_scale(scale),
        type_scale=own.get("type_scale", 1.0),
        density=own.get("density", 1.0),
    )


def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def _inherited(themes: dict[str, Any], name: str) -> dict[str, Any]:
    own = themes[name]
    if "inherits" not in own:
        return dict(own)
    base = _inherited(themes, own["inherits"])
    return {**base, **own, "colours": {**base["colours"], **own.get("colours", {})}}
