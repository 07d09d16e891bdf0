"""Recordings saved and opened again; and scenes: a level with what is asked on it and how it is looked at, as one file.

A recording brings its own level along: it is shown, and the recording stays on the timeline until something else is
asked. A scene is a level file with a `view` (see `planning.scene`): opening the level brings back the rest.
"""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.errors import SandboxError
from sandbox.planning.recorded import Recorded, texts_of
from sandbox.planning.scene import Asked, LayerWish, Scene
from sandbox.planning.traces.files import NAMES, is_search, load_search, save_search
from sandbox.settings import data_folder
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.film import Film
from sandbox.ui.canvas.scene import Wish
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action
from sandbox.ui.maps.asking import Filmed
from sandbox.ui.maps.entries import Row
from sandbox.ui.maps.files.commands import reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.level.model import Level
    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.files.commands import LevelFiles
    from sandbox.ui.maps.files.writing import Progress, Writing
    from sandbox.ui.maps.session import Session

ENDING = ".npz"


class Recordings:
    """The recording on the timeline, and the scene, to and from disk."""

    def __init__(self, session: Session, files: LevelFiles, writing: Writing) -> None:
        self.session, self.files, self.writing = session, files, writing
        self.asking, self.timeline = session.asking, session.timeline
        self._moment: int | None = None  # of a scene's recording, until that is there
        files.on_opened.append(self._opened)
        self.timeline.on_move.append(self._recorded)

    # Recordings ----------------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for a name for the recording that is shown."""
        film, row = self.timeline.film, self.asking.focus
        if film is None or film.alone or row is None:
            self.session.say("There is no recording of a search to save")
            return
        if film.recorded is not None:
            self._name(film.recorded)
            return
        desk = self.asking.desk  # whose level is the one recorded, and nobody's but the worker's
        self.asking.worker.ordered("Saving a recording", lambda stop: desk.level.copy(),  # noqa: ARG005
                                   done=lambda level: self._name(recorded_by(row, film, level)))  # fmt: skip

    def _name(self, recorded: Recorded) -> None:
        def make(path: Path, progress: Progress, stop: Stop) -> None:  # noqa: ARG001
            save_search(recorded, path)

        name = f"{self.files.name or 'map'}-{recorded.planner}{ENDING}"
        types = [("Recordings", (ENDING,)), ("Traces, as YAML", NAMES[1:2]), ("Traces, as JSON", NAMES[-1:])]
        self.writing.ask("Save the recording", data_folder() / "recordings", name, types, make)

    def open(self, path: Path) -> bool:
        """Read a recording and show it, once nothing would be lost; False for what is none."""
        if not path.is_file() or not is_search(path):
            return False
        self.files.chosen = True  # it comes in a moment: nothing is to be offered meanwhile
        colours, level = self.session.palette(), self.session.level.copy()

        def work(stop: Stop) -> tuple[Recorded, Filmed] | Exception:  # noqa: ARG001
            try:
                recorded = load_search(path, level)
            except (SandboxError, OSError) as error:
                return error
            film = Film.of(recorded)
            return recorded, Filmed(film, film.developed(colours), 0)

        read = partial(self._read, path)
        self.session.services.reader.submit(Job(f"Reading {path.name}", "recording", work, read))
        return True

    def _read(self, path: Path, found: tuple[Recorded, Filmed] | Exception) -> None:
        if isinstance(found, Exception):
            self.session.root.toast("Not opened", reason(found, path), "bad", [])
        else:
            self.files.leave(lambda: self._show(path, *found))

    def _show(self, path: Path, recorded: Recorded, filmed: Filmed) -> None:
        level = recorded.level
        self.files.path, self.files.name, self.files.chosen = None, path.stem, True
        self.session.show_level(level, level.title or path.stem)
        with contextlib.suppress(SandboxError):  # a planner, or an option, that this sandbox does not have
            self.tick([Asked(recorded.planner, recorded.options)], recorded.planner)
        self.files.recall(path)
        for raster in filmed.rasters:
            self.session.canvas.adopt(raster)
        self.timeline.load(filmed.film)
        self.session.say(f"{path.name}: {filmed.film.recording.count:,} events of {recorded.title}")

    # Scenes --------------------------------------------------------------------------------------------

    def save_scene(self) -> None:
        """Ask for a name for the level with all that is asked on it."""
        level = self.session.level.copy()
        level.view = level.view | self.scene().to_view()

        def make(path: Path, progress: Progress, stop: Stop) -> bytes:  # noqa: ARG001
            from sandbox.level.formats import FORMATS

            write = FORMATS[".json"].write
            assert write is not None
            return write(level)

        name, types = f"{self.files.name or 'map'}-scene.json", [("Scenes", (".json",))]
        self.writing.ask("Save the scene", data_folder() / "levels", name, types, make)

    def scene(self) -> Scene:
        """What is asked, and how it is looked at."""
        session, canvas, timeline = self.session, self.session.canvas, self.timeline
        ticked = [Asked(row.key, texts_of(row.entry, row.planner)) for row in session.rows if row.ticked]
        playing = timeline.film is not None and not timeline.film.alone and timeline.time < timeline.length
        wishes = {n: LayerWish(w.visible, w.opacity) for n, w in canvas.scene.wishes.items()}
        recorded = self.asking.focus.key if self.asking.focus is not None else ""
        seen = None if canvas.fitted else canvas.camera.seen
        moment = session.moment
        time = moment.time if moment is not None and moment.active else None
        return Scene(ticked, session.radius, recorded, timeline.time if playing else None, wishes, seen, time)

    def _opened(self, level: Level, path: Path) -> None:
        """A level was opened: if it tells a scene, that is shown."""
        try:
            scene = Scene.of_view(level.view, path.name)
        except SandboxError as error:
            self.session.root.toast(f"{path.name}: opened without its scene", str(error), "warn", [])
            return
        if scene is not None:
            self.restore(scene)

    def restore(self, scene: Scene) -> None:
        """Ask and look as a scene says."""
        session, canvas = self.session, self.session.canvas
        session.set_radius(scene.radius)
        self.tick(scene.planners, scene.recorded)
        canvas.scene.wishes = {name: Wish(w.visible, w.opacity) for name, w in scene.layers.items()}
        canvas.scene.changes += 1
        self._moment = scene.moment
        if scene.seen is not None:
            canvas.look_at(_camera(canvas.camera, scene.seen))
        if scene.time is not None and session.moment is not None:
            session.moment.go(scene.time)

    def tick(self, asked: Iterable[Asked], focus: str) -> None:
        """Have these planners ticked with these options, and no others; look closely at one of them."""
        options = {one.key: _values(one) for one in asked}
        rows = self.session.rows
        for row in sorted(rows, key=lambda row: row.key in options):  # who goes leaves its colour to who comes
            row.ticked = row.key in options
            if row.ticked:
                row.options.clear()
                row.options.update(options[row.key])
            else:
                row.answer = None
            self.session.services.chosen.tick(row.key, on=row.ticked)
        ticked = [row for row in rows if row.ticked]
        self.asking.focus = next((row for row in ticked if row.key == focus), ticked[0] if ticked else None)
        self.asking.ask_all()
        self.asking.retell()

    def _recorded(self, time: int | None) -> None:
        """A scene's moment is gone to as soon as its recording is there."""
        if self._moment is not None and time is not None and time == self.timeline.length > 0:
            moment, self._moment = self._moment, None
            self.timeline.stop(moment)

    def actions(self) -> list[Action]:
        """By name and by key."""
        spec = [
            ("save-recording", "Save the recording", ("Ctrl+Alt+S",), self.save, "video"),
            ("save-scene", "Save the scene: level, planners, layers, moment", ("Ctrl+Alt+E",), self.save_scene, "eye"),
        ]
        return [
            Action(f"maps.{name}", title, keys, run, where="maps", icon=icon) for name, title, keys, run, icon in spec
        ]


def recorded_by(row: Row, film: Film, level: Level) -> Recorded:
    """What a planner's film is made of."""
    plan = row.plan
    path = plan.points if plan is not None else np.zeros((0, 2))
    texts = texts_of(row.entry, row.planner)
    return Recorded(film.recording, level, row.key, film.title, texts, path, film.places, film.shapes)


def _values(asked: Asked) -> dict[str, Any]:
    """The options that are said, as the planner has them."""
    _, planner = asked.made()
    return {name: getattr(planner, name) for name in asked.options}


def _camera(camera: Camera, seen: tuple[float, float, float, float]) -> Camera:
    """A camera that sees a box, in a pane of any shape."""
    return camera.fitted(seen, margin=0)
