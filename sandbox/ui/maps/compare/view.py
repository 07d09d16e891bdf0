"""The panes, tiled; over them what can be set, under them the player; and a tile of words where one is left over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sandbox.planning.compare.comparison import MOST_RUNS
from sandbox.planning.compare.lock import Lock
from sandbox.planning.compare.words import sentences
from sandbox.ui.canvas.several.linked import link
from sandbox.ui.kit import (
    Action,
    Button,
    Checkbox,
    Column,
    Dropdown,
    Icon,
    IconButton,
    Label,
    Row,
    Scroll,
    Widget,
    Wrap,
)
from sandbox.ui.kit.layout import Container
from sandbox.ui.kit.widget import Size
from sandbox.ui.maps.compare.heads import HeadBox, head_high
from sandbox.ui.maps.compare.pane import GroundPane, LevelPane, PlannerPane
from sandbox.ui.maps.compare.together import TIPS, TITLES

if TYPE_CHECKING:
    from sandbox.level.edits.effect import Edit
    from sandbox.level.rect import Rect
    from sandbox.planning.compare.comparison import Comparison
    from sandbox.ui.maps.compare.state import Compare
    from sandbox.ui.maps.session import Session

GAP = 2
LEAST = (196, 96)  # dp a pane is wide, for its head to be read, and its canvas high: on less room one scrolls
LOCKS = tuple(Lock)


class Tiling(Container):
    """Equal tiles, in as many columns as show a world of some shape largest; none is smaller than `LEAST`."""

    aspect = 1.0  # the world's width by its height

    def columns(self, count: int) -> int:
        """How many columns, of those that leave no hole."""
        return max(self._wide_enough(count, self.rect.w), key=lambda c: self._scale(c, count // c))

    def _wide_enough(self, count: int, width: int) -> list[int]:
        """Numbers of columns that leave no hole, and room for a head over each."""
        return [c for c in range(1, count + 1) if count % c == 0 and (c == 1 or width // c >= self.dp(LEAST[0]))]

    def measure(self, width: int | None) -> Size:
        """Return the least height in which each can be seen."""
        count = len(self.shown_children)
        width = 3 * self.dp(LEAST[0]) if width is None else width
        columns = max(self._wide_enough(count, width)) if count else 1
        high, rows = head_high(self.look, width // columns) + self.dp(LEAST[1]), count // columns
        return width, rows * high + max(rows - 1, 0) * self.dp(GAP)

    def _scale(self, columns: int, rows: int) -> float:
        width = self.rect.w / columns
        height = self.rect.h / rows - head_high(self.look, round(width))
        return min(width / self.aspect, max(height, 0.0))

    def layout(self) -> None:
        """Place them."""
        children = self.shown_children
        if not children:
            return
        gap, columns = self.dp(GAP), self.columns(len(children))
        rows = len(children) // columns
        width, height = (self.rect.w - gap * (columns - 1)) // columns, (self.rect.h - gap * (rows - 1)) // rows
        for number, child in enumerate(children):
            row, column = divmod(number, columns)
            x, y = self.rect.x + (width + gap) * column, self.rect.y + (height + gap) * row
            child.arrange(pygame.Rect(x, y, width, height))


class CompareView:
    """What takes the map's place while planners are compared."""

    def __init__(self, session: Session, compare: Compare) -> None:
        self.session, self.compare = session, compare
        self.panes: list[PlannerPane] = []
        self.ground: GroundPane | None = None
        self.difference = True  # whether its pane is there
        self._summed: Comparison | None = None  # what the summary is of
        self.words = Label(" ", style="small", role="dim", wrap=True, grow=1)
        self.count = Label("", style="mono_small", role="dim")
        self.summary = Label("", style="small", wrap=True)
        self.tiles = Tiling(fill="sunken", grow=1)
        self.lock = Dropdown([TITLES[lock] for lock in LOCKS], 0, on_change=self._pick_lock, name="lock")
        self.lock.tip = "What they have in common at a moment: their lock"
        self.stops = Checkbox("stop there", on_change=self._set_stops, name="stop-at-first")
        self.stops.tip = "While it plays, stop at the first expansion that differs"
        self.more = IconButton("plus", on_click=compare.add, tip="Another planner beside these")
        self.apart = IconButton(
            "diff", on_click=self.toggle_difference, on=True, tip="Where only one has expanded", tip_key="D"
        )
        page = Column([self._bar(), self.tiles], gap=0)
        self.widget = Column([Scroll(page, grow=1)], gap=0, grow=1, visible=False)
        line = Row([self.words, self.count], gap=12, pad=(14, 4, 14, 0), fill="panel")
        self.foot = Column([line, compare.timeline.widget], gap=0, visible=False)
        compare.on_change.append(self._rebuild)
        compare.on_news.append(self.show)
        compare.timeline.on_move.append(lambda _: self.show())
        session.editing.asked.append(self._edited)
        session.editing.taken.append(self._taken)
        session.on_tool.append(self._hand_tools)

    def _bar(self) -> Widget:
        first = Button(
            "First difference", icon="split", on_click=self.compare.to_first_difference, compact=True,
            tip="Show the first expansion that differs", tip_key="Shift+D", name="first-difference",
        )  # fmt: skip
        close = IconButton(
            "x", on_click=self.compare.close, tip="Back to the one map", tip_key="X", name="close-compare"
        )
        lock = Row([Icon("lock", role="dim", tip="In lock by"), self.lock], gap=8)
        left = Wrap([lock, first, self.stops], grow=1)
        right = Row([self.apart, self.more, close], gap=8)
        return Row([left, right], gap=8, pad=(10, 5, 6, 5), fill="panel", cross="start")

    # Panes ---------------------------------------------------------------------------------------------

    @property
    def _shown_panes(self) -> list[LevelPane]:
        return [*self.panes, *([self.ground] if self.ground is not None else [])]

    def _rebuild(self) -> None:
        """Other contestants, or none."""
        compare = self.compare
        self.widget.visible = self.foot.visible = compare.shown
        self.panes = [PlannerPane(self.session, compare, one) for one in compare.contestants] if compare.shown else []
        self.ground = GroundPane(self.session, compare) if compare.shown and self.difference else None
        for pane in self._shown_panes:
            pane.on_hover = self._touch_all
            pane.canvas.fast = self.session.canvas.fast
        link(pane.canvas for pane in self._shown_panes)
        tiles = [pane.widget for pane in self.panes] + ([self.ground.widget] if self.ground is not None else [])
        self.tiles.replace_children([*tiles, *([self._words_tile()] if len(tiles) % 2 else [])])
        self.more.enabled = len(compare.contestants) < MOST_RUNS
        self._hand_tools()
        self._measure()
        self.session.bench.canvas = self.panes[0].canvas if self.panes else self.session.canvas
        self.show()

    def _words_tile(self) -> Widget:
        title = Label("In words", style="strong")
        return Column(
            [
                HeadBox([title], pad=(10, 7, 10, 6), fill="panel"),
                Scroll(Column([self.summary], pad=12), grow=1),
            ],
            gap=0,
        )

    def _hand_tools(self) -> None:
        for pane in self._shown_panes:
            pane.canvas.tool, pane.canvas.cursor = self.session.tool, self.session.tool.cursor

    def _measure(self) -> None:
        level = self.session.level
        self.tiles.aspect = level.width / max(level.height, 1)

    def _taken(self) -> None:
        if self.compare.shown:
            self._measure()
            for pane in self._shown_panes:
                pane.take_level()
                pane.canvas.fit()

    def _edited(self, edit: Edit, dirty: Rect) -> None:
        for pane in self._shown_panes:
            pane.edited(edit, dirty)

    def _touch_all(self) -> None:
        for pane in self._shown_panes:
            pane.canvas.touch()

    def quicken(self) -> None:
        """What the canvas is drawn with is loaded."""
        for pane in self._shown_panes:
            pane.canvas.fast = self.session.canvas.fast

    # Moments -------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the moment the player stands at, in every pane."""
        compare, timeline = self.compare, self.compare.timeline
        times, playing = compare.times, timeline.film is not None and timeline.time < timeline.length
        for number, pane in enumerate(self.panes):
            pane.developed()
            pane.show(None if times is None else times[number], playing=playing)
        if self.ground is not None:
            self.ground.show(times, playing=playing)
        film = timeline.film
        self.words.text = film.words(timeline.time) if film is not None else self._waiting_for()
        self.words.role = "text" if film is not None else "dim"
        self.count.text = film.count(timeline.time) if film is not None else ""
        if self._summed is not compare.comparison or compare.comparison is None:
            self._summed, self.summary.text = compare.comparison, self._summary()

    def _waiting_for(self) -> str:
        trouble = next((one.trouble for one in self.compare.contestants if one.trouble), "")
        return trouble or "All are recorded once nothing moves"

    def _summary(self) -> str:
        """Every two of them, in words."""
        comparison = self.compare.comparison
        return self._waiting_for() if comparison is None else "\n".join(sentences(comparison))

    # Commands ------------------------------------------------------------------------------------------

    def toggle_difference(self) -> None:
        """The pane of what differs, or not."""
        self.difference = not self.difference
        self.apart.on = self.difference
        if self.compare.shown:
            self._rebuild()

    def _pick_lock(self, number: int) -> None:
        self.compare.set_lock(LOCKS[number])
        self.session.say(f"{TITLES[LOCKS[number]]}: {TIPS[LOCKS[number]]}")

    def next_lock(self) -> None:
        """The key."""
        self.lock.value = (self.lock.value + 1) % len(LOCKS)
        self._pick_lock(self.lock.value)

    def _set_stops(self, on: bool) -> None:
        self.compare.stops = on

    def actions(self) -> list[Action]:
        """One key for all of it, and some for its parts."""
        compare, shown = self.compare, lambda: self.compare.shown
        first, ground = compare.to_first_difference, self.toggle_difference
        spec = [
            ("compare", "planners side by side", ("X",), compare.toggle, None, "columns-2"),
            ("compare-add", "another planner", (), compare.add, shown, "plus"),
            ("compare-lock", "the next lock", ("Shift+X",), self.next_lock, shown, "lock"),
            ("difference", "the pane of what differs", ("D",), ground, shown, "diff"),
            ("first-difference", "the first difference", ("Shift+D",), first, shown, "split"),
        ]
        return [Action(f"maps.{name}", f"Compare: {title}", keys, run, can, "maps", icon, once=True)
                for name, title, keys, run, can, icon in spec]  # fmt: skip
