"""`render`: the picture, or the film, that the window would show."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.contenders import add_contenders, picture_of_comparison
from sandbox.cli.crowd_pictures import fitting, picture_of_run
from sandbox.cli.lessons import as_subject, is_lesson, pictured
from sandbox.cli.options import add_options, chosen, load_level, point, size
from sandbox.cli.scenes import as_wished, at_its_time, take_scene
from sandbox.errors import BadInput, SandboxError
from sandbox.figures import count
from sandbox.planning.traces.kinds import ENDINGS, is_trace

if TYPE_CHECKING:
    from sandbox.kernels.recording import Recording
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.planning.api import Plan, Query
    from sandbox.planning.prepared import Prepared
    from sandbox.planning.scene import Scene
    from sandbox.ui.canvas.camera import Box
    from sandbox.ui.canvas.film import Film

HELP = "a level, a recording or a position as PNG, SVG or GIF; a recorded search as a trace"
KINDS = (".png", ".svg", ".gif")
DEFAULT_FRAMES = 60
MOST_PIXELS = 100_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What, whose layers, which moment, how large."""
    parser.add_argument(
        "what",
        metavar="LEVEL|RECORDING|GAME:POSITION|LESSON.md",
        help="what to draw (RECORDING: .npz, a trace, or a tree of solve --tree)",
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        help="OUT.png, .svg, .gif; of a recorded search its events: .trace.yaml, .trace.json",
    )
    parser.add_argument("--planner", default="", metavar="KEY,...", help="draw the answers of these planners")
    add_contenders(parser, "--compare", default="")
    add_options(parser)
    parser.add_argument("--start", default="", metavar="X,Y", help="default: the level's start")
    parser.add_argument("--goal", default="", metavar="X,Y", help="default: the level's goal")
    parser.add_argument("--radius", type=float, default=0.0, metavar="R", help="of the disc that moves, in cells")
    parser.add_argument(
        "--layers", default="", metavar="NAME,...|all", help="which layers (default: those shown at first)"
    )
    parser.add_argument(
        "--at", type=int, default=None, metavar="EVENT", help="the moment after so many events, or ticks of a crowd"
    )
    parser.add_argument("--frames", type=int, default=DEFAULT_FRAMES, metavar="N", help="frames of a .gif")
    parser.add_argument("--size", default="", metavar="WxH", help="pixels (default: to fit)")
    parser.add_argument("--step", type=int, metavar="N", help="of a lesson (default: OUT-N.png for each with a scene)")
    parser.add_argument("--theme", choices=["dark", "light", "projector"], default="dark", help="colours")


def run(arguments: argparse.Namespace) -> int:
    """Draw it and save it."""
    out = Path(arguments.output)
    if is_trace(out):
        return _trace(arguments, out)
    if out.suffix.lower() not in KINDS:
        raise BadInput(str(out), f"ends with {out.suffix or 'nothing'}", "one of " + ", ".join((*KINDS, *ENDINGS)))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if is_lesson(arguments.what):
        for number, file in pictured(arguments, out):
            with as_subject(arguments, number) as of_step:
                _write(arguments, file, _drawn(of_step, file))
    else:
        _write(arguments, out, _drawn(arguments, out))
    return 0


def _write(arguments: argparse.Namespace, out: Path, data: bytes) -> None:
    from sandbox.files import write_atomically

    write_atomically(out, data)
    arguments.out.record({"file": str(out), "bytes": len(data)})
    arguments.out.text(f"{out}: {count(len(data))} bytes")


def _trace(arguments: argparse.Namespace, out: Path) -> int:
    """A recorded search for other programs, event by event."""
    from sandbox.planning.traces.files import load_search, save_search

    found = load_search(Path(arguments.what))
    save_search(found, out)
    events = found.recording.count
    arguments.out.record({"file": str(out), "bytes": out.stat().st_size, "events": events})
    arguments.out.text(f"{out}: {count(events)} events, {count(out.stat().st_size)} bytes")
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
    film: Film | None = None  # what is recorded, of the first planner
    seen: Box | None = None  # what of the level; None: all of it


def _map(arguments: argparse.Namespace, out: Path) -> bytes:
    if arguments.what.endswith(".npz") and _is_crowd(Path(arguments.what)):
        return picture_of_run(arguments, out, MOST_PIXELS)
    if arguments.compare:
        return _comparison(arguments, out)
    recorded = arguments.what.endswith(".npz") or is_trace(Path(arguments.what))
    subject = _recorded(arguments) if recorded else _planned(arguments, out)
    subject.stack = _wanted(subject.stack, arguments.layers)
    if out.suffix == ".svg":
        return _svg(arguments, subject)
    from sandbox import png

    frames = list(_frames(arguments, subject, out))
    if out.suffix == ".png":
        return png.encode(frames[0])
    from sandbox import gif

    return gif.encode(frames)


def _comparison(arguments: argparse.Namespace, out: Path) -> bytes:
    """Planners side by side, and what differs."""
    from sandbox.planning.compare.standing import centred

    level = load_level(arguments.what)
    return picture_of_comparison(arguments, out, level, centred(_query(arguments, level)), MOST_PIXELS)


def _is_crowd(path: Path) -> bool:
    from sandbox.agents.record.saved import holds_crowd

    return holds_crowd(path)


def _planned(arguments: argparse.Namespace, out: Path) -> _Subject:
    """A level, with what planners answer on it."""
    level = load_level(arguments.what)
    scene = _take_scene(arguments, level)
    subject = _Subject(at_its_time(level, scene), [], [], seen=None if scene is None else scene.seen)
    if not arguments.planner:
        return subject
    from sandbox.planning.api import Limits, planners

    level, query = subject.level, _query(arguments, subject.level)
    film = arguments.at is not None or out.suffix == ".gif" or (scene is not None and bool(scene.recorded))
    for number, (entry, planner) in enumerate(chosen(planners, arguments.planner, arguments.option)):
        prepared = planner.prepare(level)
        recording = _recording_if(film and number == 0)
        plan = prepared.plan(query, Limits(stop=arguments.stop), recording)
        layers = [*prepared.layers(), *plan.layers]
        if scene is not None:
            layers = [as_wished(layer, entry.key, scene.layers, close=number == 0) for layer in layers]
        subject.stack += [replace(layer, group=entry.title) for layer in layers]
        subject.live += _path(entry.title, number, plan)
        if recording is not None:
            subject.film = _film(entry.title, level, prepared, recording)
    return subject


def _take_scene(arguments: argparse.Namespace, level: Level) -> Scene | None:
    """The level's scene, where the command line leaves open what is asked and which moment is shown."""
    scene = take_scene(arguments, level, arguments.what, "")
    if scene is not None and arguments.at is None:
        arguments.at = scene.moment
    return scene


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


def _film(title: str, level: Level, prepared: Prepared, recording: Recording) -> Film:
    from sandbox.planning.recorded import whereabouts
    from sandbox.ui.canvas.film import Film

    places, shapes = whereabouts(prepared, recording)
    return Film(recording, level.width, level.height, places, title=title, shapes=shapes)


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
    """A saved recording, over the level it holds or names; with its path, once its end is shown."""
    from sandbox.kernels.recording import Recording
    from sandbox.layers import Role, Segments
    from sandbox.planning.traces.files import is_search, load_search
    from sandbox.ui.canvas.film import Film

    path = Path(arguments.what)
    if is_search(path):
        found = load_search(path)
        way = Segments(name="path", legend=found.title, role=Role.PATH, series=0, ends=found.path, chained=True,
                       width=3.0)  # fmt: skip
        return _Subject(found.level, [], [way] if len(found.path) else [], Film.of(found))
    recording = Recording.load(path)
    if "level" not in recording.about:
        raise BadInput(arguments.what, "it names no level", "a recording of a map")
    level = load_level(str(recording.about["level"]))
    return _Subject(level, [], [], Film(recording, level.width, level.height, {}))


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


def _at(arguments: argparse.Namespace, film: Film) -> int:
    return len(film) if arguments.at is None else min(max(arguments.at, 0), len(film))


def _svg(arguments: argparse.Namespace, subject: _Subject) -> bytes:
    """The level, and what a recording shows at a moment; paths wait for its end."""
    from sandbox.level.formats.svg import draw
    from sandbox.svg import paint

    drawing, film = draw(subject.level), subject.film
    if subject.seen is not None:
        left, top, right, bottom = subject.seen
        drawing.left, drawing.top, drawing.width, drawing.height = left, top, right - left, bottom - top
    time = None if film is None else _at(arguments, film)
    paint(drawing, subject.stack, time)
    if film is not None and time is not None:
        paint(drawing, film.layers(time), time)
    paint(drawing, subject.live if film is None or time == len(film) else [])
    return drawing.text().encode()


def _frames(arguments: argparse.Namespace, subject: _Subject, out: Path) -> Any:
    """One frame, or those of the film."""
    from sandbox.ui.canvas.still import Still, pixels

    level, film = subject.level, subject.film
    pixel = size(arguments.size, "--size", MOST_PIXELS) if arguments.size else fitting(level, subject.seen)
    still = Still(level, pixel, arguments.theme, subject.seen)
    if film is None:
        if out.suffix == ".gif":
            raise SandboxError(f"{out}: a film needs a recording; name a --planner")
        yield pixels(still.paint(subject.stack, subject.live))
        return
    if out.suffix == ".gif":
        yield from map(pixels, still.film(film, max(2, arguments.frames), subject.live))
        return
    at = _at(arguments, film)
    yield pixels(still.paint([*subject.stack, *film.layers(at)], subject.live if at == len(film) else (), at))
