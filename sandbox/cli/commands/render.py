"""`render`: the picture, or the film, that the window would show."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.crowd_pictures import fitting, picture_of_run
from sandbox.cli.options import add_options, chosen, load_level, point, size
from sandbox.errors import BadInput, SandboxError
from sandbox.figures import count

if TYPE_CHECKING:
    from sandbox.kernels.recording import Recording
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.planning.api import Plan, Query
    from sandbox.planning.prepared import Prepared

HELP = "a level, a recording or a position as PNG, SVG or GIF"
KINDS = (".png", ".svg", ".gif")
DEFAULT_FRAMES = 60
MOST_PIXELS = 100_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What, whose layers, which moment, how large."""
    parser.add_argument(
        "what",
        metavar="LEVEL|RECORDING|GAME:POSITION",
        help="what to draw (RECORDING: .npz, or a tree of solve --tree)",
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="a .png, .svg or .gif file")
    parser.add_argument("--planner", default="", metavar="KEY,...", help="draw the answers of these planners")
    add_options(parser)
    parser.add_argument("--start", default="", metavar="X,Y", help="default: the level's start")
    parser.add_argument("--goal", default="", metavar="X,Y", help="default: the level's goal")
    parser.add_argument("--radius", type=float, default=0.0, help="of the agent, in cells")
    parser.add_argument(
        "--layers", default="", metavar="NAME,...|all", help="which layers (default: those shown at first)"
    )
    parser.add_argument(
        "--at", type=int, default=None, metavar="EVENT", help="the moment after so many events, or ticks of a crowd"
    )
    parser.add_argument("--frames", type=int, default=DEFAULT_FRAMES, metavar="N", help="frames of a .gif")
    parser.add_argument("--size", default="", metavar="WxH", help="pixels (default: to fit)")
    parser.add_argument("--theme", choices=["dark", "light", "projector"], default="dark", help="colours")


def run(arguments: argparse.Namespace) -> int:
    """Draw it and save it."""
    out = Path(arguments.output)
    if out.suffix.lower() not in KINDS:
        raise BadInput(str(out), f"ends with {out.suffix or 'nothing'}", "one of " + ", ".join(KINDS))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    data = _drawn(arguments, out)
    from sandbox.files import write_atomically

    write_atomically(out, data)
    arguments.out.record({"file": str(out), "bytes": len(data)})
    arguments.out.text(f"{out}: {count(len(data))} bytes")
    return 0


def _drawn(arguments: argparse.Namespace, out: Path) -> bytes:
    if _is_board(arguments.what):
        return _board(arguments, out)
    return _tree(arguments, out) if _is_tree(arguments.what) else _map(arguments, out)


def _is_tree(what: str) -> bool:
    """Whether a file holds a list, as only trees do; what is no text is for others to complain of."""
    path = Path(what)
    if path.suffix != ".json" or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(64).lstrip().startswith(b"[")


def _tree(arguments: argparse.Namespace, out: Path) -> bytes:
    """The tree of a search: its best children, its line, what was picked."""
    from sandbox.cli.trees import tree_svg

    if out.suffix == ".svg":
        return tree_svg(arguments.what, arguments.at)
    if out.suffix == ".gif":
        raise BadInput(str(out), "a tree is one picture", ".png or .svg")
    from sandbox.cli.trees import picture_of
    from sandbox.ui.canvas.plain import layers_png

    drawn = picture_of(arguments.what, arguments.at)
    pixel = size(arguments.size, "--size", MOST_PIXELS) if arguments.size else None
    return layers_png(drawn.layers, (drawn.width, drawn.height), pixel, arguments.theme)


def _is_board(what: str) -> bool:
    from sandbox.games.api import games

    return what.partition(":")[0] in games and not Path(what).exists()


def _board(arguments: argparse.Namespace, out: Path) -> bytes:
    """A position: the board as the window draws it."""
    from sandbox.games.api import games

    key, _, position = arguments.what.partition(":")
    face = games[key].create().face()
    picture = face.picture(face.parse(position or "-"))
    if out.suffix == ".svg":
        from sandbox.games.layers import board_layers
        from sandbox.svg import Drawing, paint

        drawing = Drawing(picture.columns, picture.rows, 64.0, picture.caption)
        paint(drawing, board_layers(picture))
        return drawing.text().encode()
    if out.suffix == ".gif":
        raise BadInput(str(out), "a position does not move", ".png or .svg")
    from sandbox.ui.boards.still import board_png

    return board_png(picture, size(arguments.size or "800x720", "--size", MOST_PIXELS), arguments.theme)


@dataclass
class _Subject:
    """What there is to draw of a map."""

    level: Level
    stack: list[Layer]
    live: list[Layer]
    recording: Recording | None = None
    places: dict[int, Any] | None = None


def _map(arguments: argparse.Namespace, out: Path) -> bytes:
    if arguments.what.endswith(".npz") and _is_crowd(Path(arguments.what)):
        return picture_of_run(arguments, out, MOST_PIXELS)
    subject = _recorded(arguments) if arguments.what.endswith(".npz") else _planned(arguments, out)
    subject.stack = _wanted(subject.stack, arguments.layers)
    if out.suffix == ".svg":
        return _svg(subject)
    from sandbox import png

    frames = list(_frames(arguments, subject, out))
    if out.suffix == ".png":
        return png.encode(frames[0])
    from sandbox import gif

    return gif.encode(frames)


def _is_crowd(path: Path) -> bool:
    from sandbox.agents.record.saved import holds_crowd

    return holds_crowd(path)


def _planned(arguments: argparse.Namespace, out: Path) -> _Subject:
    """A level, with what planners answer on it."""
    level = load_level(arguments.what)
    subject = _Subject(level, [], [])
    if not arguments.planner:
        return subject
    from sandbox.planning.api import Limits, planners

    query = _query(arguments, level)
    for number, (entry, planner) in enumerate(chosen(planners, arguments.planner, arguments.option)):
        prepared = planner.prepare(level)
        recording = _recording_if(number == 0 and (arguments.at is not None or out.suffix == ".gif"))
        plan = prepared.plan(query, Limits(stop=arguments.stop), recording)
        subject.stack += [replace(la, group=entry.title) for la in (*prepared.layers(), *plan.layers)]
        subject.live += _path(entry.title, number, plan)
        if recording is not None:
            subject.recording, subject.places = recording, _places(prepared, recording)
    return subject


def _query(arguments: argparse.Namespace, level: Level) -> Query:
    from sandbox.level.edits import SetMarker
    from sandbox.level.markers import Marker
    from sandbox.planning.api import Query

    for name in ("start", "goal"):
        if text := getattr(arguments, name):
            level.apply(SetMarker(name, Marker.at(*point(text, f"--{name}"))))
        if name not in level.markers:
            raise BadInput(arguments.what, f"no {name} marked", f"--{name} X,Y")
    return Query(level.markers["start"].point, level.markers["goal"].point, arguments.radius)


def _recording_if(wanted: bool) -> Recording | None:
    from sandbox.kernels.recording import Recording

    return Recording(4_000_000) if wanted else None


def _places(prepared: Prepared, recording: Recording) -> dict[int, Any]:
    from sandbox.kernels.playback import Playback

    playback = Playback(recording)
    levels = {playback.act_at(int(start)).level for start in playback.act_starts}
    return {level: prepared.places(level) for level in levels}


def _path(title: str, number: int, plan: Plan) -> list[Layer]:
    from sandbox.layers import Role, Segments
    from sandbox.planning.api import Status

    if plan.status is not Status.FOUND:
        return []
    ends = plan.points
    return [
        Segments(name=f"path {title}", legend=title, role=Role.PATH, series=number, ends=ends, chained=True, width=3.0)
    ]


def _recorded(arguments: argparse.Namespace) -> _Subject:
    """A saved recording, over the level it names."""
    from sandbox.kernels.recording import Recording

    recording = Recording.load(Path(arguments.what))
    if "level" not in recording.about:
        raise BadInput(arguments.what, "it names no level", "a recording of a map")
    level = load_level(str(recording.about["level"]))
    return _Subject(level, [], [], recording, {})


def _wanted(layers: Sequence[Layer], names: str) -> list[Layer]:
    if names == "all":
        return [replace(layer, visible=True) for layer in layers]
    if not names:
        return [layer for layer in layers if layer.visible]
    wanted = names.split(",")
    known = {layer.name for layer in layers}
    for name in wanted:
        if name not in known:
            raise BadInput("--layers", repr(name), "one of " + (", ".join(sorted(known)) or "none (name a planner)"))
    return [replace(layer, visible=True) for layer in layers if layer.name in wanted]


def _svg(subject: _Subject) -> bytes:
    from sandbox.level.formats.svg import draw
    from sandbox.svg import paint

    drawing = draw(subject.level)
    paint(drawing, [*subject.stack, *subject.live])
    return drawing.text().encode()


def _frames(arguments: argparse.Namespace, subject: _Subject, out: Path) -> Any:
    """One frame, or those of the film."""
    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.still import Still, pixels

    level = subject.level
    pixel = size(arguments.size, "--size", MOST_PIXELS) if arguments.size else fitting(level)
    still = Still(level, pixel, arguments.theme)
    if subject.recording is None:
        if out.suffix == ".gif":
            raise SandboxError(f"{out}: a film needs a recording; name a --planner")
        yield pixels(still.paint(subject.stack, subject.live))
        return
    film = Film(subject.recording, level.width, level.height, subject.places or {})
    if out.suffix == ".gif":
        yield from map(pixels, still.film(film, max(2, arguments.frames), subject.live))
        return
    at = len(film) if arguments.at is None else arguments.at
    yield pixels(still.paint([*subject.stack, *film.layers(at)], subject.live, at))
