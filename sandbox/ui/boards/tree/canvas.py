"""The pane a tree is drawn on: wheel and drag, words where there is room for them, home, and back to a node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from sandbox.ui.boards.tree.view import Target, TreeView
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.panning import Panning
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.kit import Key, MenuItem, Pointer
from sandbox.ui.kit.events import LEFT

HOME, LEAST, MOST = 46.0, 44.0, 64.0  # dp a cell: where words are read, where they just are, and large enough
LEAST_OF_LECTURES = 29.0  # whose cuts need no words
WORDS = {"causes": 43.0, "moves cut off": 30.0, "why": 34.0, "values": 28.0, "moves": 22.0, "not drawn": 30.0}
"""dp a cell from which words are written: nearer together they would run into one another."""
BARS = 12.0
SLACK = 4  # dp the mouse may move in a click
EDGE = 0.12  # share of the pane at its edges in which a node picked is not left


class TreeCanvas(Canvas):
    """A canvas without a level: trees."""

    def __init__(self) -> None:
        super().__init__(Scene(grid_lines=False))
        self.at_home = True
        self.root_at = (0.5, 0.5)  # of the tree, in cells
        self.least = LEAST  # dp a cell at home

    def home(self) -> None:
        """The root at the top, its words large enough to be read; all of a small tree."""
        self.at_home = True
        camera = self._home()
        self.fitted = False
        self._move(camera)

    def _home(self) -> Camera:
        whole, dp = self.camera.fitted(self.scene.world), self._letters
        if whole.scale >= self.least * dp:
            scale = min(whole.scale, MOST * dp)
            left, top, right, bottom = self.scene.world
            return replace(whole, scale=scale).centred((left + right) / 2, (top + bottom) / 2)
        camera = replace(self.camera, scale=round(HOME * dp))
        x, y = self.root_at
        return camera.moved_to(x - camera.width / 2 / camera.scale, y - 1.2)

    @property
    def _letters(self) -> float:
        """Pixels of what is one dp where letters are of the usual size: larger ones need more room."""
        return self.look.theme.factor * self.look.theme.type_scale

    def look_at(self, camera: Camera) -> None:
        """Move the camera."""
        self.at_home = False
        super().look_at(camera)

    def fit(self, box: tuple[float, float, float, float] | None = None) -> None:
        """Show all."""
        self.at_home = False
        super().fit(box)

    def layout(self) -> None:
        """Stay at home, or fitted, in another size."""
        super().layout()
        if self.at_home and self.rect.w:
            self._move(self._home())

    def keep(self, before: tuple[float, float], now: tuple[float, float]) -> None:
        """Move the camera with a node that has moved, so that it stays where it is on the screen."""
        camera = self.camera
        self._move(camera.moved_to(camera.x + now[0] - before[0], camera.y + now[1] - before[1]))

    def show_node(self, at: tuple[float, float]) -> None:
        """Bring a node into view, if it is not."""
        camera = self.camera
        px, py = camera.to_screen(*at)
        edge_x, edge_y = camera.width * EDGE, camera.height * EDGE
        dx = min(px - edge_x, 0) + max(px - camera.width + edge_x, 0)
        dy = min(py - edge_y, 0) + max(py - camera.height + edge_y, 0)
        if (dx or dy) and self.rect.w:  # without a place yet it goes home once it has one
            self.at_home = False
            self._move(camera.panned(-dx, -dy))

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Words where there is room for them, then the tree."""
        scale = self.camera.scale / self._letters
        for name, least in (WORDS | {"windows": BARS, "values in windows": BARS}).items():
            wish = self.scene.wishes.get(name)
            shown = True if wish is None or wish.visible is None else wish.visible
            if shown != (scale >= least):
                self.scene.set_visible(name, visible=scale >= least)
        super().paint(surface, clip)


class TreeTool:
    """The left button on a tree: a click picks, a drag pans, a double click opens and folds; arrows go about."""

    cursor = "arrow"
    own_right = False

    def __init__(self, view: Callable[[], TreeView | None], changed: Callable[[], None]) -> None:
        self.view, self.changed = view, changed
        self._pan = Panning()

    def pointer(self, canvas: Canvas, event: Pointer, at: tuple[float, float]) -> bool:
        """Answer a press, a move, a release."""
        if event.kind == "down" and event.button == LEFT:
            twice = event.clicks == 2  # what lies here when the button is let go is another node: that is no click
            self._pan.begin(event.at, None if twice else canvas.dp(SLACK))
            if twice:
                self._toggle(at)
            return True
        if not self._pan.held:
            return False
        self._pan.follow(canvas, event)
        if event.kind == "up" and not self._pan.moved:
            self._pick(at)
        return True

    def _target(self, at: tuple[float, float]) -> Target | None:
        view = self.view()
        return view.at(*at) if view is not None else None

    def _pick(self, at: tuple[float, float]) -> None:
        view, target = self.view(), self._target(at)
        if view is not None and target is not None:
            view.pick(target.row, target.stub)
            self.changed()

    def _toggle(self, at: tuple[float, float]) -> None:
        view, target = self.view(), self._target(at)
        if view is not None and target is not None and target.stub is None:
            view.toggle(target.row)
            self.changed()

    def key(self, canvas: Canvas, event: Key) -> bool:  # noqa: ARG002
        """Arrows pick the next node, Enter opens and folds it."""
        view = self.view()
        if view is None:
            return False
        if event.combo in ("Up", "Down", "Left", "Right"):
            if view.walk_to(event.combo):
                self.changed()
            return True
        if event.combo == "Enter":
            view.toggle(view.picked)
            self.changed()
            return True
        return False

    def menu(self) -> Sequence[MenuItem]:
        """What a right click offers."""
        view = self.view()
        if view is None:
            return ()

        def toggle() -> None:
            view.toggle(view.picked)
            self.changed()

        return [MenuItem("Open or fold the node picked", toggle, "list-tree", "Enter")]
