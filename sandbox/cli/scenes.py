"""A level's scene (see `planning.scene`) where a command line leaves open what is asked."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.planning.scene import LayerWish, Scene


def take_scene(arguments: argparse.Namespace, level: Level, name: str, usual: str) -> Scene | None:
    """Ask what the level's scene asks, unless planners are named; the `usual` ones where there is no scene.

    The planner that was recorded comes first.
    """
    from sandbox.planning.scene import Scene

    scene = None if arguments.planner else Scene.of_view(level.view, name)
    if scene is None or not scene.planners:
        arguments.planner = arguments.planner or usual
        return None
    asked = sorted(scene.planners, key=lambda one: one.key != scene.recorded)
    arguments.planner = ",".join(one.key for one in asked)
    texts = [f"{one.key}.{option}={value}" for one in asked for option, value in one.options.items()]
    arguments.option = [*texts, *(arguments.option or [])]
    arguments.radius = arguments.radius or scene.radius
    return scene


def at_its_time(level: Level, scene: Scene | None) -> Level:
    """The level with its doors and drifting blocks as they are at the scene's time."""
    return level if scene is None else scene.shown(level)


def as_wished(layer: Layer, key: str, wishes: Mapping[str, LayerWish], *, close: bool) -> Layer:
    """A planner's layer, shown or not as a scene says; else as it comes, of the planner looked at closely alone."""
    wish = wishes.get(f"{key}/{layer.name}")
    if wish is None or wish.visible is None:
        return replace(layer, visible=layer.visible and close)
    return replace(layer, visible=wish.visible and wish.opacity > 0)


def write_scene(arguments: argparse.Namespace, level: Level, path: str, before: Scene | None = None) -> None:
    """The level with what is asked on it, as one file."""
    from pathlib import Path

    from sandbox.cli.options import chosen, query_of
    from sandbox.errors import BadInput
    from sandbox.level import formats
    from sandbox.level.markers import Marker
    from sandbox.planning.api import planners
    from sandbox.planning.recorded import texts_of
    from sandbox.planning.scene import Asked, Scene

    if not path.endswith(".json"):
        raise BadInput("--save-scene", path, "a name ending in .json")
    picked = chosen(planners, arguments.planner, arguments.option)
    asked = [Asked(entry.key, texts_of(entry, planner)) for entry, planner in picked]
    copy, query = level.copy(), query_of(arguments, level)
    for name, at in (("start", query.start), ("goal", query.goal)):
        copy.markers[name] = Marker.at(*at)
    time = before.time if before is not None else None
    copy.view = copy.view | Scene(asked, arguments.radius, asked[0].key, time=time).to_view()
    formats.save(copy, Path(path))
    arguments.out.text(f"{path}: the level with {arguments.planner}")
