"""A saved run of a crowd as a picture of one moment, or as a film."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.cli.options import size
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.agents.record.film import Film
    from sandbox.agents.record.saved import Saved
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.ui.canvas.camera import Box

TRAIL, TRAIL_STEP = 60, 3  # ticks a trail goes back, and from one of its points to the next
RECENT = 15  # ticks that a conflict is shown
SLOWEST, FASTEST = 20, 3  # hundredths of a second a frame of a .gif may stand for


def picture_of_run(arguments: argparse.Namespace, out: Path, most: int) -> bytes:
    """The bytes of a .png, .svg or .gif."""
    from sandbox.agents.record.saved import Saved

    saved = Saved.load(Path(arguments.what))
    if out.suffix == ".gif":
        return _gif(arguments, saved, most)
    at = saved.ticks if arguments.at is None else arguments.at
    if not 0 <= at <= saved.ticks:
        raise BadInput("--at", f"{at}", f"a tick from 0 to {saved.ticks}")
    film = saved.film(lambda _: not arguments.stop[0], at)
    if at == saved.ticks and not arguments.stop[0]:
        saved.check(film, arguments.what)
    layers = _wanted(_layers(film), arguments.layers)
    if out.suffix == ".svg":
        return _svg(film.world.level, layers)
    from sandbox import png

    return png.encode(next(_painted(arguments, iter([(film.world.level, layers)]), most)))


def _gif(arguments: argparse.Namespace, saved: Saved, most: int) -> bytes:
    from sandbox import gif

    frames = max(2, min(arguments.frames, saved.ticks + 1))
    wanted = np.rint(np.linspace(0, saved.ticks, frames)).astype(int).tolist()
    scenes = _scenes(arguments, saved, wanted)
    each = round(100 * saved.ticks * saved.settings.tick / frames)
    return gif.encode(list(_painted(arguments, scenes, most)), hundredths=min(max(each, FASTEST), SLOWEST))


def _scenes(arguments: argparse.Namespace, saved: Saved, ticks: Sequence[int]) -> Iterator[tuple[Level, list[Layer]]]:
    """The run again, and what there is to see at these ticks."""
    film = saved.film(ticks=0)
    for tick in ticks:
        while film.length < tick and not arguments.stop[0]:
            film.step()
        yield film.world.level, _wanted(_layers(film), arguments.layers)
    if not arguments.stop[0]:
        saved.check(film, arguments.what)


def _layers(film: Film) -> list[Layer]:
    """All there is to see at the end of a film; ways and density only for those who ask."""
    from sandbox.agents import layers

    world, now = film.world, film.length
    frame, agents, table = film.frame(now), world.agents, world.book.table
    past = [film.frame(tick) for tick in range(max(0, now - TRAIL), now, TRAIL_STEP)]
    recent = np.flatnonzero(table.last[: world.book.count] >= now - RECENT)
    everybody = np.arange(len(agents))
    blocked = np.array([terrain.blocked for terrain in world.level.palette])
    free = ~blocked[world.level.terrain]
    return [
        replace(layers.density(frame, agents.radius, free), visible=False),
        replace(layers.ways(world, frame, everybody), visible=False),
        layers.trails([*past, frame]),
        *layers.discs(frame, agents.radius, agents.group),
        layers.conflicts(table.scene[recent]),
    ]


def _wanted(layers: Sequence[Layer], names: str) -> list[Layer]:
    """Those named, `agents` for the discs of all groups; without names, those shown at first."""
    if not names:
        return [layer for layer in layers if layer.visible]
    words = {layer.name.split()[0] for layer in layers} | {"agents"}
    wanted = words if names == "all" else set(names.split(","))
    if wanted - words:
        raise BadInput("--layers", repr(min(wanted - words)), "one of " + ", ".join(sorted(words)))
    return [replace(layer, visible=True) for layer in layers if layer.name.split()[0] in wanted]


def _svg(level: Level, layers: Sequence[Layer]) -> bytes:
    from sandbox.level.formats.svg import draw
    from sandbox.svg import paint

    drawing = draw(_ground(level))
    paint(drawing, layers)
    return drawing.text().encode()


def _painted(arguments: argparse.Namespace, scenes: Iterator[tuple[Level, list[Layer]]], most: int) -> Iterator[Any]:
    """Each scene as an array of pixels; the level is drawn anew only when it has changed."""
    from sandbox.ui.canvas.still import Still, pixels

    still, version = None, -1
    for level, layers in scenes:
        if still is None or version != level.version:
            pixel = size(arguments.size, "--size", most) if arguments.size else fitting(level)
            still, version = Still(_ground(level), pixel, arguments.theme), level.version
        yield pixels(still.paint(layers, []))


def _ground(level: Level) -> Level:
    """The level without the ends of a planner's query: no agent goes from there or thither."""
    copy = level.copy()
    for name in ("start", "goal"):
        copy.markers.pop(name, None)
    return copy


def fitting(level: Level, seen: Box | None = None) -> tuple[int, int]:
    """Whole pixels a cell, about a thousand for the longer side of the level, or of what is seen of it."""
    left, top, right, bottom = seen or (0.0, 0.0, level.width, level.height)
    scale = max(1, int(1024 // max(right - left, bottom - top)))
    return max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
