"""Pictures and films of what the map shows, and its navigation mesh."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.settings import data_folder
from sandbox.ui.kit import Action, Form
from sandbox.ui.kit import Field as FormField
from sandbox.ui.kit.overlays.dialogs import ask_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.files.commands import LevelFiles
    from sandbox.ui.maps.files.sight import Sight
    from sandbox.ui.maps.files.writing import Make, Progress, Writing
    from sandbox.ui.maps.view import MapView

PNG, SVG, GIF = "png", "svg", "gif"
KINDS = {PNG: "Picture (PNG)", SVG: "Drawing (SVG)", GIF: "Film of the recording (GIF)"}
SIZES = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)
FEWEST, MOST = 2, 600  # frames of a film
USUAL = 60
LARGEST_FILM, MOST_FILM = 1_000_000, 120_000_000  # pixels of a frame, and of all of them: they are held in memory


def _is_film(values: Any) -> bool:
    return bool(values["kind"] == GIF)


FORM = (
    FormField("kind", "Kind", "choice", PNG, choices=tuple(KINDS), choice_labels=tuple(KINDS.values())),
    FormField("times", "Scale", "choice", 1.0, choices=SIZES, choice_labels=tuple(f"{100 * s:g} %" for s in SIZES),
              help="100 % is as large as it is seen now; it becomes smaller where it would take too much memory"),
    FormField("frames", "Frames", "int", USUAL, FEWEST, MOST, 1, log=True, visible=_is_film),
)  # fmt: skip


class Pictures:
    """What the map shows, in files for others."""

    def __init__(self, view: MapView, files: LevelFiles, writing: Writing) -> None:
        self.view, self.session, self.files, self.writing = view, view.session, files, writing
        self.wish: dict[str, Any] = {}

    def open(self, kind: str = PNG) -> None:
        """Ask which kind, how large, and under which name."""
        if kind == GIF and self.session.timeline.film is None:
            self.session.say("There is no recording to film yet: tick a planner to make one")
            return
        self.wish = {"kind": kind, "times": 1.0, "frames": USUAL}
        form = Form(FORM, self.wish, on_change=self.wish.__setitem__)
        title, root = "Save a picture or film of the map", self.session.root
        root.focus.set(ask_for(root, title, form, "Choose a file …", self._named, width=460))  # Enter goes on

    def _named(self) -> None:
        kind = str(self.wish["kind"])
        if kind == GIF and self.session.timeline.film is None:
            self.session.say("There is no recording to film yet")
            return
        name = f"{self.files.name or 'map'}.{kind}"
        make = self.maker(kind, float(self.wish["times"]), int(self.wish["frames"]))
        self.writing.ask(KINDS[kind], data_folder() / "pictures", name, [(KINDS[kind], (f".{kind}",))], make)

    def maker(self, kind: str, times: float = 1.0, frames: int = USUAL) -> Make:
        """What makes the file of what is shown now."""
        from sandbox.ui.maps.files.sight import Sight

        sight = Sight.of(self.view)
        if kind == GIF:
            return partial(_film, sight, times, frames)
        return partial(_drawing if kind == SVG else _picture, sight, times)

    def save_mesh(self) -> None:
        """The navigation mesh of the level as it is drawn."""
        level = self.session.level.copy()

        def make(path: Path, progress: Progress, stop: Stop) -> bytes:  # noqa: ARG001
            from sandbox.mesh.export import navmesh, text_of
            from sandbox.mesh.of_level import mesh_of
            from sandbox.mesh.polyanya_file import mesh_text

            return (mesh_text if path.suffix.lower() == ".mesh" else text_of)(navmesh(mesh_of(level))).encode()

        types = [("Navigation mesh", (".json",)), ("Polyanya mesh", (".mesh",))]
        name = f"{self.files.name or 'map'}-navmesh.json"
        self.writing.ask("Export the navigation mesh", data_folder() / "pictures", name, types, make)

    def actions(self) -> list[Action]:
        """By key and by name."""
        spec: list[tuple[str, str, tuple[str, ...], Callable[[], None], str]] = [
            ("picture", "Save a picture of what I see", ("Ctrl+P",), self.open, "camera"),
            ("film", "Save a film of the recording", ("Ctrl+Shift+F",), lambda: self.open(GIF), "video"),
            ("navmesh", "Export the navigation mesh", ("Ctrl+Shift+E",), self.save_mesh, "triangle"),
        ]
        return [
            Action(f"maps.{name}", title, keys, run, where="maps", icon=icon) for name, title, keys, run, icon in spec
        ]


def _picture(sight: Sight, times: float, path: Path, progress: Progress, stop: Stop) -> bytes:  # noqa: ARG001
    from sandbox import png

    return png.encode(sight.painted(times))


def _drawing(sight: Sight, times: float, path: Path, progress: Progress, stop: Stop) -> bytes:  # noqa: ARG001
    return sight.svg(times)


def _film(sight: Sight, times: float, frames: int, path: Path, progress: Progress, stop: Stop) -> bytes:  # noqa: ARG001
    from sandbox import gif

    pixels = sight.camera.width * sight.camera.height
    times = min(times, (min(LARGEST_FILM, MOST_FILM / frames) / max(pixels, 1)) ** 0.5)

    def said(number: int) -> bool:
        progress.say(number, frames, "frames")
        return not stop[0]

    taken = list(sight.film_frames(frames, times, said))
    progress.words = "packing it"
    return gif.encode(taken) if taken else b""
