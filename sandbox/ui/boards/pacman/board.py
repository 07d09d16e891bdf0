"""The maze on the screen: food, capsules, ghosts, Pac-Man on his way, and what every way is worth beside him."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from sandbox.games.general.library.pacman.face import CAUGHT, NAMES_OF_STEPS, SCARED, STAY, STILL, Moment
from sandbox.games.general.library.pacman.maze import STEPS, ways
from sandbox.ui.boards.pacman.figures import POSES, YELLOW, ghost_picture, pacman_picture
from sandbox.ui.boards.pacman.plate import MARGIN, plate_picture, span_of
from sandbox.ui.boards.pacman.run import Run, way_between
from sandbox.ui.kit import Colour, Key, Pointer, Widget

KEYS = {"Right": "E", "Left": "W", "Up": "N", "Down": "S", "D": "E", "A": "W", "W": "N", "S": "S"}
GROUND = 0.82  # of a cell, for figures
EATEN = 0.55  # of a step, when a dot is gone
WARNING = 10  # turns of fear left from which on a ghost flickers
OWN = (1, 3, 2, 5, 0, 6, 7)  # the ghosts' colours among the series: none is Pac-Man's
BESIDE = 0.3  # cells from one ghost to the next in a cell
AWAY = 0.98  # cells from Pac-Man to what a way is worth
Place = tuple[float, float]


class PacManBoard(Widget):
    """Arrows (or W A S D) steer; a click goes on, or stands."""

    focusable = True
    transparent = False
    ring_radius = 10

    def __init__(self, run: Run, say: Callable[[str], None]) -> None:
        super().__init__(grow=1.0, name="board")
        self.run, self.say, self.values = run, say, True
        self._plate: tuple[object, pygame.Surface] | None = None
        self._cell, self._at = 1, (0, 0)

    # What is seen ------------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Plate, food, figures, values."""
        self.look.painter.fill(surface, self.look.colours.window, clip.clip(self.rect))
        moment = self.run.moment
        self._place(moment)
        span, margin = span_of(moment.maze), round((MARGIN - 0.5) * self._cell)
        corner = self._at[0] + span.x * self._cell - margin, self._at[1] + span.y * self._cell - margin
        surface.blit(self._drawn(moment), corner)
        self._paint_food(surface, moment)
        for number in range(len(moment.ghosts)):
            self._paint_ghost(surface, moment, number)
        self._paint_pacman(surface, moment)
        if self.values:
            self._paint_values(surface, moment)

    def _place(self, moment: Moment) -> None:
        """As large as there is room, in the middle."""
        span = span_of(moment.maze)
        wide, high = span.wide - 1 + 2 * MARGIN, span.high - 1 + 2 * MARGIN
        room = self.rect.inflate(-self.dp(24), -self.dp(20))
        self._cell = max(4, min(int(room.w / wide), int(room.h / high), self.dp(72)))
        left = self.rect.centerx - self._cell * span.wide // 2 - span.x * self._cell
        self._at = left, self.rect.centery - self._cell * span.high // 2 - span.y * self._cell

    def _drawn(self, moment: Moment) -> pygame.Surface:
        key = (moment.maze, self._cell, self.look.theme.name)
        if self._plate is None or self._plate[0] != key:
            self._plate = key, plate_picture(moment.maze, self._cell, self.look.theme)
        return self._plate[1]

    def _point(self, place: Place) -> Place:
        """A place in cells as pixels."""
        return self._at[0] + (place[0] + 0.5) * self._cell, self._at[1] + (place[1] + 0.5) * self._cell

    def _paint_food(self, surface: pygame.Surface, moment: Moment) -> None:
        seen, colours = self.run.seen, self.look.colours
        early = seen is not None and self.run.share < EATEN
        food = seen.food if early and seen is not None else moment.food
        capsules = seen.capsules if early and seen is not None else moment.capsules
        ink = YELLOW.mixed(colours.text, 0.35)
        for number, cell in enumerate(ways(moment.maze).cells):
            if food >> number & 1:
                self.look.painter.disc(surface, self._point(cell), max(1.5, round(self._cell * 0.2) / 2), ink)
            elif capsules >> number & 1:
                self.look.painter.disc(surface, self._point(cell), max(3.0, round(self._cell * 0.52) / 2), ink)

    def _between(self, moment: Moment, before: int, after: int) -> Place:
        """Where something is that goes from a cell to one beside it; what begins anew is there at once."""
        graph = ways(moment.maze)
        to = graph.cells[after]
        if after not in graph.beside[before]:
            return to
        here, share = graph.cells[before], self.run.share
        return here[0] + (to[0] - here[0]) * share, here[1] + (to[1] - here[1]) * share

    def _paint_ghost(self, surface: pygame.Surface, moment: Moment, number: int) -> None:
        ghost = moment.ghosts[number]
        before = self.run.seen.ghosts[number].cell if self.run.seen is not None else ghost.cell
        heading = NAMES_OF_STEPS[ghost.heading] if ghost.heading != STILL else ""
        flickers = ghost.scared <= WARNING and ghost.scared % 4 > 1
        scared = ghost.scared > 0 and not flickers
        picture = ghost_picture(
            self._size, self._colour(number), heading, scared, int(self.run.share * 4) % 2 if self.run.seen else 0
        )
        x, y = self._between(moment, before, ghost.cell)
        aside = BESIDE * self._aside(moment, number)
        self._put(surface, picture, (x + aside, y))

    @staticmethod
    def _aside(moment: Moment, number: int) -> float:
        """Ghosts in one cell stand side by side: which place of theirs this one has, from the middle."""
        alike = [n for n, ghost in enumerate(moment.ghosts) if ghost.cell == moment.ghosts[number].cell]
        return alike.index(number) - (len(alike) - 1) / 2

    def _colour(self, number: int) -> Colour:
        return self.look.theme.series[OWN[number % len(OWN)]]

    def _paint_pacman(self, surface: pygame.Surface, moment: Moment) -> None:
        seen = self.run.seen
        before = seen.pacman if seen is not None else moment.pacman
        way = (way_between(seen, moment) if seen is not None else "") or self.run.heading or "E"
        half = abs(((self.run.share * 2) % 1.0) - 0.5) * 2 if seen is not None else 0.45
        picture = pacman_picture(self._size, round(half * (POSES - 1)), way)
        if moment.over == CAUGHT and seen is None:
            picture = picture.copy()
            picture.set_alpha(90)
        self._put(surface, picture, self._between(moment, before, moment.pacman))

    @property
    def _size(self) -> int:
        return max(4, round(self._cell * GROUND))

    def _put(self, surface: pygame.Surface, picture: pygame.Surface, place: Place) -> None:
        x, y = self._point(place)
        surface.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))

    def _paint_values(self, surface: pygame.Surface, moment: Moment) -> None:
        """A pill on each way, the best one filled."""
        answer, seen = self.run.answer, self.run.seen
        if answer is None or self.run.over:
            return
        here = self._between(moment, seen.pacman if seen is not None else moment.pacman, moment.pacman)
        for row in answer.rows:
            value = row.worth[0] if row.worth else None
            if value is None or row.move == STAY:
                continue
            dx, dy = STEPS[NAMES_OF_STEPS.index(row.move)]
            self._paint_pill(surface, worth_words(value), self._pill_at(here, dx, dy), best=row.move == answer.best)

    def _pill_at(self, here: Place, dx: int, dy: int) -> Place:
        """A way's place: beside Pac-Man, and far enough from him where cells are small."""
        x, y = self._point(here)
        wide = max(AWAY * self._cell, self._size / 2 + self.dp(20))
        high = max(AWAY * self._cell, self._size / 2 + self.dp(12))
        return x + dx * wide, y + dy * high

    def _paint_pill(self, surface: pygame.Surface, words: str, at: Place, *, best: bool) -> None:
        look, colours = self.look, self.look.colours
        wide, high = look.fonts.width(words, "mono_small") + self.dp(10), look.fonts.height("mono_small") + self.dp(4)
        box = pygame.Rect(round(at[0] - wide / 2), round(at[1] - high / 2), wide, high)
        line = colours.accent if best else colours.strong_line
        look.painter.box(surface, box, fill=colours.fill if best else colours.raised, line=line, radius=high // 2)
        ink = colours.on_fill if best else colours.text
        look.fonts.draw(surface, words, "mono_small", ink, (box.x + self.dp(5), box.y + self.dp(2)))

    def tooltip(self, x: int, y: int) -> str:
        """Who stands under the pointer."""
        moment = self.run.moment
        cell = (x - self._at[0]) // self._cell, (y - self._at[1]) // self._cell
        number = ways(moment.maze).number.get(cell, -1)
        for index, ghost in enumerate(moment.ghosts):
            if ghost.cell == number:
                scared = f", scared for {ghost.scared} of {SCARED} turns" if ghost.scared else ""
                return f"Ghost {index + 1}{scared}"
        return ""

    # What is done ------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> bool:
        """Steer, where a person plays."""
        way = KEYS.get(event.name)
        if way is None or not event.down or event.mods.ctrl or event.mods.alt or event.mods.shift:
            return False
        if not self.run.cast.person:
            self.say("An agent plays: choose yourself as Pac-Man to steer")
        elif not self.run.over:
            self.run.steer(way)
        return True

    def on_pointer(self, event: Pointer) -> bool:
        """Go on, or stand."""
        if event.kind != "down" or event.button != 1:
            return False
        self.root.focus.set(self, ring=False)
        self.run.set_running(not self.run.running)
        return True


def worth_words(value: float) -> str:
    """A worth in few characters."""
    words = f"{value:.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.1f}"
    return words.replace("-", "−")
