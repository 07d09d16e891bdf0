"""Mixed strategies: a line for each information set, a bar for each of its moves."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from sandbox.gametree.hidden.flat import Tree
from sandbox.kernels.arrays import Floats
from sandbox.ui.kit import Pointer, Widget

HIGH, NAME, GAP = 24, 148, 6  # dp
NAME_SHARE = 0.45  # of a line, that a name takes at most


class StrategyBars(Widget):
    """Every set's moves as shares of one bar; a click chooses the set."""

    def __init__(self, choose: Callable[[int], None]) -> None:
        super().__init__()
        self.choose = choose
        self.tree: Tree | None = None
        self.sigma: Floats | None = None
        self.group = 0

    def show(self, tree: Tree | None, sigma: Floats | None, group: int) -> None:
        """Show other strategies."""
        if tree is not self.tree:
            self.tree = tree
            self.relayout()
        self.sigma, self.group = sigma, group
        self.touch()

    def measure(self, width: int | None) -> tuple[int, int]:
        """A line a set."""
        many = self.tree.groups if self.tree is not None else 1
        return (self.dp(320) if width is None else width), self.dp(HIGH) * max(many, 1)

    def on_pointer(self, event: Pointer) -> bool:
        """Choose the set under the mouse."""
        if event.kind != "down" or self.tree is None:
            return False
        group = (event.y - self.rect.y) // self.dp(HIGH)
        if 0 <= group < self.tree.groups:
            self.choose(group)
        return True

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw the lines within the clip."""
        tree, sigma = self.tree, self.sigma
        if tree is None or (sigma is not None and sigma.size != tree.slots):
            words = "Nothing learnt yet" if tree is None else "Of so large a game only the last step is kept"
            self.look.fonts.draw(surface, words, "small", self.look.colours.dim, (self.rect.x, self.rect.y))
            return
        high = self.dp(HIGH)
        first = max((clip.top - self.rect.y) // high, 0)
        last = min((clip.bottom - self.rect.y) // high + 1, tree.groups)
        for group in range(first, last):
            self._paint_line(surface, group, tree, sigma)

    def _paint_line(self, surface: pygame.Surface, group: int, tree: Tree, sigma: Floats | None) -> None:
        look, high, gap = self.look, self.dp(HIGH), self.dp(GAP)
        line = pygame.Rect(self.rect.x, self.rect.y + group * high, self.rect.w, high)
        if group == self.group:
            look.painter.box(surface, line, fill=look.colours.sunken, radius=self.dp(4))
        own = look.theme.mark(f"series {int(tree.flat.owner[group])}")
        name, moves = tree.names[group]
        top = line.centery - look.fonts.height("mono_small") // 2
        look.painter.disc(surface, (line.x + self.dp(8), line.centery), self.dp(4), own)
        names = min(self.dp(NAME), round(NAME_SHARE * line.w))
        wide = names - self.dp(22)
        called = look.fonts.ellipsis(name, "mono_small", wide)
        look.fonts.draw(surface, called, "mono_small", look.colours.text, (line.x + self.dp(18), top))
        at, room = line.x + names, line.w - names - gap
        each = room // max(len(moves), 1)
        shares = sigma[tree.of_group(group)].tolist() if sigma is not None else [0.0] * len(moves)
        for i, (move, often) in enumerate(zip(moves, shares, strict=True)):
            box = pygame.Rect(at + i * each, line.y + self.dp(3), each - self.dp(4), high - self.dp(6))
            look.painter.box(surface, box, fill=look.colours.sunken, line=look.colours.line, radius=self.dp(3))
            filled = pygame.Rect(box.x, box.bottom - self.dp(3), round(box.w * often), self.dp(3))
            look.painter.box(surface, filled, fill=own, radius=self.dp(1))
            share = f"{often:.0%}" if sigma is not None else ""
            words = f"{move} {share}" if each > self.dp(76) else share if each > self.dp(34) else ""
            look.fonts.draw(
                surface, look.fonts.ellipsis(words, "mono_small", box.w - gap), "mono_small",
                look.colours.text if often > 0.005 else look.colours.dim, (box.x + self.dp(4), top - self.dp(1)),
            )  # fmt: skip
