"""`steps`: how a structure comes about, step by step, in words and pictures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.cli import options
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.mesh.teaching.steps import Steps

HELP = "a structure step by step: the funnel, HPA*'s legs, TRA*'s peeling, Delaunay's flips, a walk, a constraint"
ENDINGS = (".png", ".svg", ".gif")
MOST_PIXELS = 100_000_000
USUAL = 960  # pixels of the longer side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is reported, of which level, between which ends."""
    parser.add_argument("kind", metavar="KIND", help="funnel, refinement, reduction, delaunay, location or constraint")
    options.add_level(parser)
    parser.add_argument("--start", metavar="X,Y", help="a cell or a point; default: the level's marker")
    parser.add_argument("--goal", metavar="X,Y", help="likewise")
    parser.add_argument("--radius", type=float, default=0.0, metavar="R", help="of the disc that moves, in cells")
    parser.add_argument("--at", type=int, default=None, metavar="N", help="with -o: the picture after N steps")
    parser.add_argument(
        "-o", "--output", default="", metavar="OUT", help="a .png or .svg of a moment, or a .gif of all"
    )
    parser.add_argument("--frames", type=int, default=60, metavar="N", help="frames of a .gif")
    parser.add_argument("--size", default="", metavar="WxH", help="pixels (default: to fit)")
    parser.add_argument("--theme", choices=["dark", "light", "projector"], default="dark", help="colours")
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Tell every step, and draw what was asked for."""
    from sandbox.planning.api import planners
    from sandbox.planning.stepwise import TALES

    if arguments.kind not in TALES:
        raise BadInput("KIND", repr(arguments.kind), "one of " + ", ".join(TALES))
    tale = TALES[arguments.kind]
    level = options.load_level(arguments.level)
    query = options.query_of(arguments, level)
    planner = options.chosen(planners, tale.planner, arguments.option)[0][1] if tale.planner else None
    steps = tale.steps(level, query, planner)
    if arguments.output:
        _draw(arguments, Path(arguments.output), level, steps)
        return 0
    for number, text in enumerate(steps.texts, 1):
        arguments.out.record({"step": number, "phase": text.phase, "words": text.words})
        arguments.out.text(f"{number:>5}  {text.words}")
    return 0


def _draw(arguments: argparse.Namespace, out: Path, level: Level, steps: Steps) -> None:
    from sandbox.files import write_atomically

    if out.suffix not in ENDINGS:
        raise BadInput(str(out), f"ends with {out.suffix or 'nothing'}", "one of " + ", ".join(ENDINGS))
    at = len(steps) if arguments.at is None else arguments.at
    if not 0 <= at <= len(steps):
        raise BadInput("--at", f"{at}", f"0 to {len(steps)}")
    data = _svg(level, steps, at) if out.suffix == ".svg" else _pixels(arguments, out, level, steps, at)
    write_atomically(out, data)
    words = steps.words(at - 1) if at and out.suffix != ".gif" else f"{len(steps)} steps"
    arguments.out.record({"file": str(out), "bytes": len(data), "steps": len(steps)})
    arguments.out.text(f"{out}: {words}")


def _svg(level: Level, steps: Steps, at: int) -> bytes:
    from sandbox.level.formats.svg import draw
    from sandbox.svg import paint

    drawing = draw(level)
    paint(drawing, steps.layers(at))
    return drawing.text().encode()


def _pixels(arguments: argparse.Namespace, out: Path, level: Level, steps: Steps, at: int) -> bytes:
    import os

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sandbox import gif, png
    from sandbox.ui.canvas.still import Still, pixels

    scale = USUAL / max(level.width, level.height)
    fitting = max(round(level.width * scale), 1), max(round(level.height * scale), 1)
    size = options.size(arguments.size, "--size", MOST_PIXELS) if arguments.size else fitting
    still = Still(level, size, arguments.theme)
    if out.suffix == ".png":
        return png.encode(pixels(still.paint(steps.layers(at), ())))
    count = max(2, min(arguments.frames, len(steps) + 1))
    times = [round(len(steps) * n / (count - 1)) for n in range(count)]
    return gif.encode([pixels(still.paint(steps.layers(time), ())) for time in times], hundredths=20)
