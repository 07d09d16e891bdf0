"""The start page and gallery: examples and recent files, each with its picture and what to look for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.errors import SandboxError
from sandbox.layers import Role
from sandbox.level.model import UNITS, Level
from sandbox.planning.recorded import level_in
from sandbox.settings import levels_folder
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.level_scene import terrain_colours
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import (
    Button,
    Cards,
    Clickable,
    Column,
    Floating,
    Icon,
    Key,
    Label,
    Row,
    Scroll,
    Spacer,
    TextField,
    Widget,
)

if TYPE_CHECKING:
    from sandbox.ui.maps.files.commands import LevelFiles

RECORDING, LESSON = ".npz", ".md"
LESSONS = "Lessons"
THUMB = (148, 104)  # dp
WORDS = 300  # characters of notes on a card
FITS = 200  # of which so many certainly fit; longer ones are shown whole when pointed at
SHARPNESS = 296  # pixels along a card's longer side
WAYS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
LARGEST = 8 << 20  # bytes of a file read for a picture in passing
OWN = ".json"  # files that need not say of what format they are


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of a level without opening it."""

    path: Path
    title: str
    size: str
    notes: str
    pixels: NDArray[np.uint32] | None = None  # 0x00RRGGBB [height, width], small
    cells: int = 1  # of the level per pixel
    shapes: tuple[NDArray[np.float64], ...] = ()  # outer rings of the polygons, in cells
    ends: tuple[tuple[float, float], ...] = ()  # start and goal, in cells
    broken: bool = False

    @property
    def kind(self) -> str:
        """The file's ending, if it is none of our own: a map and its scenario have the same title."""
        ending = self.path.suffix.lower()
        return "" if ending in (OWN, LESSON) else ending

    def matches(self, text: str) -> bool:
        """Whether all words typed are in its title, its file's name or its notes."""
        return all(word in f"{self.title} {self.path.name} {self.notes}".lower() for word in text.lower().split())


def read_cards(paths: Sequence[Path], theme: str, stop: Stop) -> list[Card]:
    """Read levels for their cards (in a worker: a large level takes a moment)."""
    return [read_card(path, theme) for path in paths if not stop[0]]


def read_card(path: Path, theme: str) -> Card:
    """One level; a broken file's card says what is wrong with it."""
    from sandbox.level import formats

    if path.suffix.lower() == LESSON:
        return _lesson_card(path, theme)
    try:
        level = level_in(path) if path.suffix.lower() == RECORDING else formats.load(path)
    except (SandboxError, OSError) as error:
        return Card(path, path.name, "", str(error), broken=True)
    return card_of(level, path, theme)


def _lesson_card(path: Path, theme: str) -> Card:
    """A lesson's: its title, what it is about, and the first level it shows."""
    from sandbox.lessons.model import OnBoard
    from sandbox.lessons.reading import load, plain_words

    try:
        lesson = load(path)
    except (SandboxError, OSError) as error:
        return Card(path, path.name, "", str(error), broken=True)
    shown = next((s for n in range(len(lesson.steps)) if (s := lesson.shown_at(n)) is not None), None)
    size, about = f"{len(lesson.steps)} steps", " ".join(plain_words(lesson.about))
    if shown is None or isinstance(shown, OnBoard):
        return Card(path, lesson.title, size, about)
    return replace(card_of(shown.level, path, theme), title=lesson.title, size=size, notes=about)


def card_of(level: Level, path: Path, theme: str) -> Card:
    """The card of a level at hand."""
    step = max(1, -(-max(level.width, level.height) // SHARPNESS))
    pixels = terrain_colours(level, palette(theme))[level.terrain[step // 2 :: step, step // 2 :: step]]
    size = f"{level.width} × {level.height}"
    shapes = tuple(np.asarray(shape.outer, float) / UNITS for shape in level.polygons.values())
    ends = (level.start.point, level.goal.point) if level.start and level.goal else ()
    return Card(path, level.title or path.stem, size, " ".join(level.notes.split()), pixels, step, shapes, ends)


def painted(card: Card, size: tuple[int, int], theme: str) -> pygame.Surface | None:
    """A card's level as large as it goes into a box of so many pixels."""
    if card.pixels is None:
        return None
    height, width = card.pixels.shape
    scale = min(size[0] / width, size[1] / height)
    cells = pygame.Surface((width, height), 0, 32)
    pygame.surfarray.blit_array(cells, card.pixels.T.astype(np.int32))
    grow = pygame.transform.scale if scale >= 1 else pygame.transform.smoothscale
    shown = grow(cells, (max(1, round(width * scale)), max(1, round(height * scale))))
    colours = palette(theme)
    for ring in card.shapes:
        pygame.draw.polygon(shown, colours.roles[Role.OBSTACLE], (ring * (scale / card.cells)).tolist())
    for (x, y), role in zip(card.ends, (Role.GOOD, Role.BAD), strict=False):
        at = (x * scale / card.cells, y * scale / card.cells)
        pygame.draw.aacircle(shown, colours.halo, at, max(3.5, size[0] / 44))
        pygame.draw.aacircle(shown, colours.roles[role], at, max(2.5, size[0] / 60))
    return shown


def picture_of(path: Path, size: tuple[int, int], theme: str) -> pygame.Surface | None:
    """A file's picture for the file dialog; none for what is no level, or too large to read in passing."""
    from sandbox.level import formats

    kind = formats.FORMATS.get(path.suffix.lower())
    reads = path.suffix.lower() == RECORDING or (kind is not None and kind.reads)
    if not reads or path.stat().st_size > LARGEST:
        return None
    return painted(read_card(path, theme), size, theme)


class Picture(Widget):
    """A level's terrain, scaled into a box."""

    def __init__(self, card: Card, size: tuple[int, int] = THUMB) -> None:
        super().__init__(width=size[0], height=size[1])
        self.card = card
        self._painted: tuple[tuple[int, int], str, pygame.Surface | None] | None = None

    def show(self, card: Card) -> None:
        """Show another level."""
        self.card, self._painted = card, None
        self.touch()

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """The cells, in the middle."""
        theme = self.look.theme.name
        if self._painted is None or self._painted[:2] != (self.rect.size, theme):
            self._painted = (self.rect.size, theme, painted(self.card, self.rect.size, theme))
        shown = self._painted[2]
        if shown is not None:
            surface.blit(shown, shown.get_rect(center=self.rect.center))


class _Plain(Row):
    """Where a lesson on a board has no level to show."""

    def __init__(self) -> None:
        super().__init__([Spacer(), Icon("graduation-cap", role="dim", size=40), Spacer()], gap=0, cross="centre",
                         width=THUMB[0], height=THUMB[1])  # fmt: skip


class CardBox(Clickable):
    """A card that opens its level."""

    ring_radius = 8

    def __init__(self, card: Card, choose: Callable[[Path], None]) -> None:
        tip = f"{card.notes}\n{card.path}" if len(card.notes) > FITS else str(card.path)
        super().__init__(tip=tip, name=f"card {card.path.stem}", align="stretch")
        self.card, self.choose = card, choose
        notes = card.notes if len(card.notes) <= WORDS else card.notes[:WORDS].rsplit(" ", 1)[0] + " …"
        facts = "  ".join(filter(None, (card.kind, card.size)))
        head = Row([Label(card.title, style="strong", grow=1), Label(facts, style="mono_small", role="dim")], gap=8)
        role = "bad" if card.broken else "dim"
        words = Column([head, Label(notes, style="small", role=role, wrap=True, lines=5)], gap=4, grow=1)
        picture: Widget = Picture(card) if card.pixels is not None or card.broken else _Plain()
        self.add(Row([picture, words], gap=14, pad=10, cross="start"))

    def measure(self, width: int | None) -> tuple[int, int]:
        """As its content."""
        return self.children[0].size_for(width)

    def layout(self) -> None:
        """The content fills the card."""
        self.children[0].arrange(self.rect)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """A box that answers the pointer."""
        colours = self.look.colours
        lively = self.hovered or self.pressed
        line = colours.accent if lively else colours.line
        fill = colours.hover if lively else colours.sunken
        self.look.painter.box(surface, self.rect, fill=fill, line=line, radius=self.dp(8))

    def click(self) -> None:
        """Open it."""
        self.choose(self.card.path)


class Gallery(Column):
    """The page's content; cards come in from the worker."""

    def __init__(self, files: LevelFiles, leave: Callable[[Callable[[], object]], None], group: str = "") -> None:
        self.files, self.leave, self.group = files, leave, group
        self.groups: dict[str, list[Card]] = {}
        self._wanted = False  # the first that matches is to be opened as soon as it is known
        self.cards = Column([Label("Reading the levels …", role="dim")], gap=8)
        self.filter = TextField(placeholder="Find", icon="search", width=200, on_submit=self._first)
        self.filter.on_change = lambda _: self._fill()
        head = Row([Label("Levels", style="title"), Spacer(), self.filter, *self._buttons()], gap=8)
        words = "Pick one to try it: paint walls, drag start and goal, and watch the planners follow."
        hint = Label(words, role="dim", wrap=True)
        super().__init__([head, hint, Scroll(self.cards, height=560)], gap=12, pad=20, width=1080)

    def _buttons(self) -> list[Widget]:
        files = self.files
        return [
            Button("New", icon="file-plus", on_click=lambda: self.leave(files.new), tip="An empty level"),
            Button("Generate", icon="wand-sparkles", on_click=lambda: self.leave(files.open_generator)),
            Button("Open a file …", icon="folder-open", on_click=lambda: self.leave(files.browse)),
        ]

    def show_cards(self, groups: dict[str, list[Card]]) -> None:
        """Show what the worker read."""
        self.groups = groups
        self._fill()
        if self._wanted:
            self._first(self.filter.text)

    def _matching(self) -> dict[str, list[Card]]:
        return {title: [c for c in cards if c.matches(self.filter.text)]
                for title, cards in self.groups.items() if self.group in ("", title)}  # fmt: skip

    def _fill(self) -> None:
        lines: list[Widget] = []
        for title, cards in self._matching().items():
            if cards:
                lines.append(Label(title.upper(), style="section", role="dim"))
                lines.append(Cards([CardBox(card, self._choose) for card in cards], column=480, gap=8))
        self.cards.replace_children(lines or [Label("No level matches", role="dim")])

    def _first(self, text: str) -> None:  # noqa: ARG002
        """Enter in the filter opens the first card that is left, or will be once the levels are read."""
        self._wanted = not self.groups
        left = [card for cards in self._matching().values() for card in cards]
        if left:
            self._choose(left[0].path)

    def on_key(self, event: Key) -> bool:
        """The arrows go from the words typed to the cards, and from card to card."""
        if not event.down or event.combo not in WAYS:
            return False
        boxes = [widget for widget in self.cards.walk() if isinstance(widget, CardBox)]
        here = self.root.focus.widget
        if isinstance(here, CardBox):
            target = neighbour(here, boxes, *WAYS[event.combo])
        else:
            target = boxes[0] if boxes and event.combo == "Down" else None
        if target is not None:
            self.root.focus.set(target, ring=True)
        elif isinstance(here, CardBox) and event.combo == "Up":
            self.root.focus.set(self.filter, ring=False)
        return True

    def _choose(self, path: Path) -> None:
        self.leave(lambda: self.files.take_file(str(path)))


def neighbour(here: Widget, others: Sequence[CardBox], dx: int, dy: int) -> CardBox | None:
    """The nearest one in a direction; what lies aside counts as further away."""

    def away(other: Widget) -> tuple[int, int]:
        """How far aside, and how far on."""
        x, y = other.rect.centerx - here.rect.centerx, other.rect.centery - here.rect.centery
        return abs(x * dy) + abs(y * dx), x * dx + y * dy

    return min((other for other in others if away(other)[1] > 0), key=away, default=None)


def open_gallery(files: LevelFiles, group: str = "") -> None:
    """Open the gallery, or one group of it; a choice or another wish closes it."""
    services = files.session.services
    root = services.root

    def leave(then: Callable[[], object]) -> None:
        root.close(box)
        then()

    gallery = Gallery(files, leave, group)
    box = root.open(Floating(gallery, side="centre", modal=True))
    root.layout()
    root.focus.set(gallery.filter, ring=False)
    recent = [path for path in files.recent() if path.parent != levels_folder()]
    examples = sorted(levels_folder().glob("*.json"))
    theme = files.session.theme

    def work(stop: Stop) -> dict[str, list[Card]]:
        from sandbox.lessons.reading import shipped

        found = {"Recent": read_cards(recent, theme, stop), "Examples": read_cards(examples, theme, stop)}
        return found | {LESSONS: read_cards(shipped(), theme, stop)}

    services.reader.submit(Job("Reading levels", "gallery", work, gallery.show_cards))
