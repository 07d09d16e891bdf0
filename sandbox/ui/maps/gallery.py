"""The gallery of levels: examples and recent files, each with its picture and what to look for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.errors import SandboxError
from sandbox.layers import Role
from sandbox.level.model import UNITS
from sandbox.settings import levels_folder
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.level_scene import terrain_colours
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import Button, Clickable, Column, Floating, Label, Row, Scroll, Spacer, Widget
from sandbox.ui.services import Services

THUMB = (132, 92)  # dp
WORDS = 300  # characters of notes on a card


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


def read_cards(paths: Sequence[Path], theme: str, stop: Stop) -> list[Card]:
    """Read levels for their cards (in a worker: a large level takes a moment)."""
    cards = []
    for path in paths:
        if stop[0]:
            break
        cards.append(read_card(path, theme))
    return cards


def read_card(path: Path, theme: str) -> Card:
    """One level; a broken file's card says what is wrong with it."""
    from sandbox.level import formats

    try:
        level = formats.load(path)
    except (SandboxError, OSError) as error:
        return Card(path, path.name, "", str(error))
    colours = palette(theme)
    step = max(1, -(-max(level.width, level.height) // 264))
    pixels = terrain_colours(level, colours)[level.terrain[step // 2 :: step, step // 2 :: step]]
    size = f"{level.width} × {level.height}"
    shapes = tuple(np.asarray(shape.outer, float) / UNITS for shape in level.polygons.values())
    return Card(path, level.title or path.stem, size, " ".join(level.notes.split()), pixels, step, shapes)


class Picture(Widget):
    """A level's terrain, scaled into a box."""

    def __init__(self, card: Card) -> None:
        super().__init__(width=THUMB[0], height=THUMB[1])
        self.card = card

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """The cells, in the middle."""
        pixels = self.card.pixels
        if pixels is None:
            return
        height, width = pixels.shape
        scale = min(self.rect.w / width, self.rect.h / height)
        cells = pygame.Surface((width, height), 0, 32)
        pygame.surfarray.blit_array(cells, pixels.T.astype(np.int32))
        grow = pygame.transform.scale if scale >= 1 else pygame.transform.smoothscale
        shown = grow(cells, (max(1, round(width * scale)), max(1, round(height * scale))))
        colour = palette(self.look.theme.name).roles[Role.OBSTACLE]
        for ring in self.card.shapes:
            pygame.draw.polygon(shown, colour, (ring * (scale / self.card.cells)).tolist())
        surface.blit(shown, shown.get_rect(center=self.rect.center))


class CardBox(Clickable):
    """A card that opens its level."""

    ring_radius = 8

    def __init__(self, card: Card, choose: Callable[[Path], None]) -> None:
        super().__init__(tip=str(card.path))
        self.card, self.choose = card, choose
        notes = card.notes if len(card.notes) <= WORDS else card.notes[:WORDS].rsplit(" ", 1)[0] + " …"
        head = Row([Label(card.title, style="strong", grow=1), Label(card.size, style="mono_small", role="dim")], gap=8)
        role = "dim" if card.pixels is not None else "bad"
        words = Column([head, Label(notes, style="small", role=role, wrap=True, lines=4)], gap=4, grow=1)
        self.add(Row([Picture(card), words], gap=14, pad=10, cross="start"))

    def measure(self, width: int | None) -> tuple[int, int]:
        """As its content."""
        return self.children[0].size_for(width)

    def layout(self) -> None:
        """The content fills the card."""
        self.children[0].arrange(self.rect)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """A box that answers the pointer."""
        colours = self.look.colours
        fill = colours.hover if self.hovered or self.pressed else colours.sunken
        self.look.painter.box(surface, self.rect, fill=fill, line=colours.line, radius=self.dp(8))

    def click(self) -> None:
        """Open it."""
        self.choose(self.card.path)


class Gallery(Column):
    """The dialog's content; cards come in from the worker."""

    def __init__(self, services: Services, choose: Callable[[Path], None], browse: Callable[[], None]) -> None:
        self.cards = Column([Label("Reading the levels …", role="dim")], gap=8)
        open_file = Button("Open a file …", icon="folder-open", on_click=browse)
        head = Row([Label("Levels", style="title"), Spacer(), open_file])
        super().__init__([head, Scroll(self.cards, height=520)], gap=12, pad=20, width=680)
        self.services, self.choose = services, choose

    def show_cards(self, groups: dict[str, list[Card]]) -> None:
        """Show what the worker read."""
        lines: list[Widget] = []
        for title, cards in groups.items():
            if cards:
                lines.append(Label(title, style="small", role="dim"))
                lines += [CardBox(card, self.choose) for card in cards]
        self.cards.replace_children(lines)


def open_gallery(services: Services, choose: Callable[[Path], None], browse: Callable[[], None]) -> None:
    """Open the gallery; a choice or a wish to browse closes it."""
    root = services.root

    def leave(then: Callable[[], None]) -> None:
        root.close(box)
        then()

    gallery = Gallery(services, lambda path: leave(lambda: choose(path)), lambda: leave(browse))
    box = root.open(Floating(gallery, side="centre", modal=True))
    recent = [Path(p) for p in services.settings.get("recent", []) if Path(p).is_file()]
    recent = [p for p in recent if p.parent != levels_folder()]
    examples = sorted(levels_folder().glob("*.json"))
    theme = str(services.settings.get("theme", "dark"))

    def work(stop: Stop) -> dict[str, list[Card]]:
        return {"Recent": read_cards(recent, theme, stop), "Examples": read_cards(examples, theme, stop)}

    services.reader.submit(Job("Reading levels", "gallery", work, gallery.show_cards))
