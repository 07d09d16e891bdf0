"""One pane: a planner's recording and path over the level, with its head; or the ground on which they differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox import figures
from sandbox.layers import Role
from sandbox.planning.api import Metric, Status, planners
from sandbox.planning.compare.comparison import LETTERS
from sandbox.ui.canvas.colours import mixed
from sandbox.ui.canvas.scene import DirtyCells
from sandbox.ui.canvas.several.linked import LinkedCanvas
from sandbox.ui.canvas.several.reach import ALL, SEVERAL, shared_colour
from sandbox.ui.forms import OptionButton
from sandbox.ui.kit import Colour, Column, Dropdown, Grid, Icon, IconButton, Label, Row, Swatch
from sandbox.ui.maps.compare.contestant import FEWEST, path_segments, paths_of
from sandbox.ui.maps.compare.heads import Facts, HeadBox
from sandbox.ui.maps.ends import paint_ends
from sandbox.ui.maps.overlays import figures as in_cells
from sandbox.ui.maps.panels import inspector
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    import pygame

    from sandbox.layers import Layer
    from sandbox.level.edits.effect import Edit
    from sandbox.level.rect import Rect
    from sandbox.planning.api import Plan
    from sandbox.planning.compare.comparison import Comparison
    from sandbox.planning.compare.ground import Coverage
    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.maps.compare.contestant import Contestant, Shot
    from sandbox.ui.maps.compare.state import Compare
    from sandbox.ui.maps.session import Session

At = tuple[float, float]
FORK = 7.0  # dp, the radius of a ring
GROUND = "Where only one of them has expanded, where several have, where all have; rings: where paths part and join"
FAINT, FAINTNESS = "ground", 0.5  # all the ground of a run whose last stage searches nothing


class LevelPane:
    """A canvas over the map's own tiles and polygons; it follows them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.canvas = LinkedCanvas()
        self.canvas.overlays += [self._paint_over, self._paint_tool, self._paint_ends]
        self.canvas.on_hover = self._hover
        self.canvas.on_restyle = self.take_level
        self.on_hover: Callable[[], None] = lambda: None
        self.take_level()

    def take_level(self) -> None:
        """Show what the map shows."""
        shown, scene = self.session.canvas.scene, self.canvas.scene
        if scene.tiles is not shown.tiles:
            scene.changes += 1
        scene.tiles, scene.rings, scene.patterns = shown.tiles, shown.rings, shown.patterns
        if scene.signs_version != shown.signs_version or scene.signs is not shown.signs:
            scene.signs, scene.signs_version = shown.signs, shown.signs_version
            scene.changes += 1
        scene.coloured = shown.coloured
        self.canvas.touch()

    def edited(self, edit: Edit, dirty: Rect) -> None:  # noqa: ARG002
        """Follow an edit, which the tiles have followed already."""
        self.take_level()
        if dirty:
            cells = (dirty.x0, dirty.y0, dirty.width, dirty.height)
            self.canvas.scene.dirty_cells.append(DirtyCells(cells, terrain=True))
        else:
            self.canvas.scene.changes += 1

    def _hover(self, at: At | None) -> None:
        """The tool, and the pointer, are here."""
        self.session.bench.canvas = self.canvas
        self.session.bench.pointed(at)
        self.session.hint(self.session.tool.hint)
        self.on_hover()

    def paint_described(self, pen: Pen) -> None:
        """What stands in the corners of the pane."""

    def paint_marks(self, pen: Pen) -> None:
        """What lies over the recording."""

    def _paint_over(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        pen = Pen(canvas, surface, clip, self.session.palette())
        self.paint_marks(pen)
        self.paint_described(pen)

    def _paint_tool(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        if self.session.bench.canvas is canvas:
            self.session.tool.paint(canvas, surface, clip)

    def _paint_ends(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        paint_ends(self.session.level, self.session.palette(), canvas, surface)


class PlannerPane(LevelPane):
    """What one contestant does."""

    def __init__(self, session: Session, compare: Compare, one: Contestant) -> None:
        super().__init__(session)
        self.compare, self.one = compare, one
        self._taken: Shot | None = None  # whose pictures it has
        self.time = 0
        self.head = Head(compare, one)
        self.widget = Column([self.head.widget, self.canvas], gap=0)

    @property
    def film(self) -> Film | None:
        """Its recording."""
        return self.one.shot.film if self.one.shot is not None else None

    def developed(self) -> None:
        """Take the pictures of its end that the worker has made."""
        if self.one.shot is not None and self.one.shot is not self._taken:
            self._taken = self.one.shot
            for raster in self.one.shot.rasters:
                self.canvas.adopt(raster)

    def show(self, time: int | None, *, playing: bool) -> None:
        """The moment after so many events; None: its path alone."""
        scene, film = self.canvas.scene, self.film
        self.time = 0 if time is None else time
        layers: list[Layer] = [] if film is None or time is None else film.layers(time)
        at_end = film is None or time is None or time >= len(film)
        if at_end and self.compare.comparison is not None and not self._searched(time):
            number = self.compare.contestants.index(self.one)
            layers = [self.compare.comparison.ground_of(number, self.one.number), *layers]
        scene.lay_over(path_segments(self.one) if at_end else [])
        scene.fade(pale=playing)
        scene.show(layers)
        if FAINT in scene.stack and scene.stack[FAINT].opacity == 1.0:
            scene.set_opacity(FAINT, FAINTNESS)
        scene.move_to(None if film is None else time)
        self.head.refresh(film, time)
        self.canvas.touch()

    def _searched(self, time: int | None) -> bool:
        """Whether the last stage shows what was searched; smoothing and funnels do not."""
        film = self.film
        return film is not None and time is not None and len(film.act_of(time).subjects) > 0

    def paint_marks(self, pen: Pen) -> None:
        """Figures in cells where there is room, and a ring round what happened last."""
        film = self.film
        if film is None or not 0 < self.time <= len(film):
            return
        canvas, palette = pen.canvas, self.session.palette()
        if in_cells.shows_figures(film, canvas, self.time):
            in_cells.draw_figures(film, self.time, canvas, pen.surface, palette.halo, pen.look.colours.text[:3])
        if self.time < len(film):
            in_cells.draw_ring(film, self.time, pen)

    def paint_described(self, pen: Pen) -> None:
        """What it knows of the place under the pointer, in whichever pane that is."""
        bench, film = self.session.bench, self.film
        if bench.at is None or self.session.history.in_gesture:
            return
        story = film.at(*bench.at, self.time) if film is not None and self.time > 0 else None
        words = film.described(story) if film is not None and story is not None else ""
        inspector.draw(self.session.level, bench.at, pen, None, words)


class GroundPane(LevelPane):
    """Where only one of them has expanded, where several have, where all of them have."""

    def __init__(self, session: Session, compare: Compare) -> None:
        super().__init__(session)
        self.compare = compare
        self._of: Comparison | None = None
        self._ground: Coverage | None = None
        self.forks: list[At] = []  # where paths part and join again, ringed
        runs = len(compare.contestants)
        self.counts = [Label("", style="mono_small", role="dim") for _ in range(runs + 2)]
        tips = [f"Cells on which only {LETTERS[run]} has expanded" for run in range(runs)]
        for label, tip in zip(self.counts, [*tips, "Cells of several, but not of all", "Cells of all"], strict=True):
            label.tip = tip
        marks: list[str | Colour] = [*(f"series {one.number}" for one in compare.contestants), *self._greys()]
        rows = [Row([Swatch(mark), label], gap=4) for mark, label in zip(marks, self.counts, strict=True)]
        some, everybody = rows[-2:]
        some.visible = runs > 2
        lines = [*rows[:-2], some, everybody] if runs > 2 else [*rows[:2], everybody]
        sign = Icon("diff", role="dim", tip=GROUND)
        grid = Grid([1, 1] if runs > 2 else [1, 1, 1], lines, gap=(6, 0), grow=1)
        head = HeadBox([Row([sign, grid], gap=8)], pad=(10, 4), fill="panel")
        self.widget = Column([head, self.canvas], gap=0)

    def _greys(self) -> list[Colour]:
        """Of what several have reached, and of what all have."""
        palette = self.session.palette()
        grey = shared_colour(palette)
        return [mixed(grey, palette.outside, 1 - alpha / 255) for alpha in (SEVERAL, ALL)]

    def show(self, times: tuple[int, ...] | None, *, playing: bool) -> None:
        """The moment after so many events of each."""
        scene, comparison = self.canvas.scene, self.compare.comparison
        contestants = self.compare.contestants
        if comparison is None or times is None:
            scene.show([])
            scene.lay_over([])
        else:
            scene.show([comparison.layer(times, [one.number for one in contestants])])
            scene.lay_over([] if playing else paths_of(contestants))
            self._count(comparison, times)
        self.forks = [] if comparison is None or times is None or playing else comparison.forks
        scene.fade(pale=comparison is not None)
        self.canvas.touch()

    def paint_marks(self, pen: Pen) -> None:
        """Rings where paths part, and where they have joined again."""
        for at in self.forks:
            pen.disc(at, self.session.palette().roles[Role.TEXT], FORK, filled=False)

    def _count(self, comparison: Comparison, times: tuple[int, ...]) -> None:
        """How many cells are whose alone."""
        if self._ground is None or self._of is not comparison:
            self._of, self._ground = comparison, comparison.ground()
        ground, runs = self._ground, len(times)
        ground.move_to(times)
        alone = [ground.only(run) for run in range(runs)]
        several = ground.anybody - sum(alone) - (ground.everybody if runs > 1 else 0)
        for label, letter, count in zip(self.counts, LETTERS[:runs], alone, strict=False):
            label.text = f"{letter} {figures.short(count)}"
        self.counts[-2].text = f"2+ {figures.short(several)}"
        self.counts[-1].text = f"{'both' if runs == 2 else 'all'} {figures.short(ground.everybody)}"


class Head:
    """Over a pane: its letter and colour, the planner with the form of its options, how it fares."""

    def __init__(self, compare: Compare, one: Contestant) -> None:
        self.compare, self.one = compare, one
        self.entries = list(planners)
        at = next(i for i, entry in enumerate(self.entries) if entry is one.entry)
        number = compare.contestants.index(one)
        titles = [entry.title for entry in self.entries]
        tip = f"{one.entry.title}: {one.entry.summary}"
        self.box = Dropdown(titles, at, on_change=self._pick, name=f"contestant-{number}", tip=tip)
        options = OptionButton(one.entry, one.options, self._reoptioned)
        away = IconButton("x", compact=True, on_click=lambda: compare.remove(one), tip="Remove this pane")
        away.visible = len(compare.contestants) > FEWEST
        self.extra = Label("", style="small", role="dim", grow=1)
        letter = Label(LETTERS[number], style="strong", role="dim")
        line = Row([letter, Swatch(f"series {one.number}"), self.box, options, self.extra, away], gap=4)
        self.facts = Facts()
        self.widget = HeadBox([line, self.facts], gap=2, pad=(10, 4, 6, 6), fill="panel")
        self._show_options()

    def _pick(self, at: int) -> None:
        self.compare.pick(self.one, self.entries[at].key)

    def _reoptioned(self) -> None:
        self._show_options()
        self.compare.reoptioned(self.one)

    def _show_options(self) -> None:
        title = self.one.title
        self.extra.text = title.removeprefix(self.one.entry.title).strip(" ()")

    def refresh(self, film: Film | None, time: int | None) -> None:
        """Follow the recording."""
        one = self.one
        if one.trouble:
            self.facts.text, self.facts.role = one.trouble, "warn"
        elif one.plan is None:
            self.facts.text, self.facts.role = "preparing" if not self.compare.ready(one) else "…", "dim"
        elif film is not None and one.shot is not None and time is not None and time < len(film):
            done = int(one.shot.run.expansions.searchsorted(time))
            last = film.words(time).split(": ", 1)[-1]
            self.facts.text = f"{done:,} of {len(one.shot.run.expansions):,} expanded  ·  {last}"
            self.facts.role = "text"
        else:
            self.facts.text, self.facts.role = fares(one.plan, rested=one.shot is not None), "dim"


def fares(plan: Plan, *, rested: bool) -> str:
    """An answer in a line: its cost with its metric, its work, its time."""
    if plan.status is not Status.FOUND:
        return plan.message or plan.status.value.replace("-", " ")
    unit = "cells" if plan.metric is Metric.LENGTH else "weighted cells"
    time = figures.seconds(1e-9 * plan.total_ns)
    spent = time if rested else f"{time}, once"
    return f"{figures.cost(plan.cost)} {unit}  ·  {spent}  ·  {plan.expanded:,} expanded"
