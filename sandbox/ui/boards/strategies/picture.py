"""The tree of a small game, the nodes of an information set joined by a line; edges are as wide as they are likely."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.games.general.words import CHANCE
from sandbox.gametree.hidden.flat import Tree
from sandbox.kernels.arrays import Floats
from sandbox.ui.kit import Colour, Pointer, Widget

MOST_DRAWN = 400
MARGIN, RADIUS, WIDEST = 26, 6, 5  # dp
NEAREST = 0.45  # of the way from leaf to leaf, that a node takes to each side
CURVE = 16  # pieces of a joining line


class SetTree(Widget):
    """A tree with its information sets."""

    transparent = False
    opaque = True

    def __init__(self, choose: Callable[[int], None]) -> None:
        super().__init__(grow=1)
        self.choose = choose
        self.tree: Tree | None = None
        self.sigma: Floats | None = None
        self.group = 0
        self._layer: pygame.Surface | None = None
        self._places: NDArray[np.float64] = np.zeros((0, 2))

    def show(self, tree: Tree | None, sigma: Floats | None, group: int) -> None:
        """Show another tree, other strategies or another set."""
        if tree is not self.tree:
            self.tree = tree
            self._places = placed(tree) if tree is not None and tree.nodes <= MOST_DRAWN else np.zeros((0, 2))
        self.sigma, self.group, self._layer = sigma, group, None
        self.touch()

    def layout(self) -> None:
        """The size changed."""
        self._layer = None

    def restyle(self) -> None:
        """The theme changed."""
        super().restyle()
        self._layer = None

    def at(self, node: int) -> tuple[int, int]:
        """Where a node is, from the widget's corner."""
        margin, (x, y) = self.dp(MARGIN), self._places[node]
        return round(margin + x * (self.rect.w - 2 * margin)), round(margin + y * (self.rect.h - 2 * margin))

    def on_pointer(self, event: Pointer) -> bool:
        """Choose the set of the node under the mouse."""
        if event.kind != "down" or self.tree is None or not len(self._places):
            return False
        flat = self.tree.flat
        spots = np.array([self.at(node) for node in range(self.tree.nodes)])
        far = np.hypot(spots[:, 0] - (event.x - self.rect.x), spots[:, 1] - (event.y - self.rect.y))
        far[flat.who < 0] = np.inf
        nearest = int(np.argmin(far))
        if far[nearest] <= self.dp(3 * RADIUS):
            self.choose(int(flat.group[nearest]))
        return True

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Blit what is drawn."""
        if self._layer is None or self._layer.get_size() != self.rect.size:
            self._layer = self._drawn()
        surface.blit(self._layer, self.rect)

    def _drawn(self) -> pygame.Surface:
        layer, look = pygame.Surface(self.rect.size), self.look
        layer.fill(look.colours.window)
        if self.tree is None or not len(self._places):
            words = "A small game is drawn here, as soon as it is written down" if self.tree is None else (
                f"{self.tree.nodes:,} nodes are too many to be drawn: choose an information set beside, or T for a part"
            )  # fmt: skip
            at = (self.dp(MARGIN), self.rect.h // 2 - look.fonts.height("body") // 2)
            look.fonts.draw(layer, look.fonts.ellipsis(words, "body", self.rect.w - 2 * at[0]), "body",
                            look.colours.dim, at)  # fmt: skip
            return layer
        self._draw_edges(layer, self.tree)
        self._draw_sets(layer, self.tree)
        self._draw_nodes(layer, self.tree)
        return layer

    def _draw_edges(self, layer: pygame.Surface, tree: Tree) -> None:
        flat, look = tree.flat, self.look
        known = self.sigma is not None and self.sigma.size == tree.slots
        for node in range(1, tree.nodes):
            parent = int(flat.parent[node])
            own = flat.who[parent] >= 0
            often = float(self.sigma[flat.slot[node]]) if own and known and self.sigma is not None else 0.0
            colour = look.theme.mark(f"series {int(flat.who[parent])}") if often > 0.005 else look.colours.line
            pygame.draw.aaline(layer, colour, self.at(parent), self.at(node), max(1, round(self.dp(WIDEST) * often)))

    def _draw_sets(self, layer: pygame.Surface, tree: Tree) -> None:
        """A sagging line from node to node; sets of one depth sag differently."""
        flat = tree.flat
        for group in range(tree.groups):
            nodes = np.flatnonzero((flat.group == group) & (flat.who >= 0))
            chosen = group == self.group
            colour = self.look.colours.accent if chosen else self._faint(int(flat.owner[group]))
            sag = self.dp(10 + 5 * (group % 3))
            spots = sorted(self.at(int(node)) for node in nodes)
            for (x, y), (u, v) in pairwise(spots):
                ts = np.linspace(0, 1, CURVE).tolist()
                curve = [(x + (u - x) * t, y + (v - y) * t + 4 * sag * t * (1 - t)) for t in ts]
                for a, b in pairwise(curve):
                    pygame.draw.aaline(layer, colour, a, b, self.dp(3 if chosen else 1.5))

    def _faint(self, player: int) -> Colour:
        """A player's colour, half of the ground's."""
        return self.look.theme.mark(f"series {player}").mixed(self.look.colours.window, 0.5)

    def _apart(self, tree: Tree) -> float:
        """How far leaves are from each other."""
        return (self.rect.w - 2 * self.dp(MARGIN)) / max(int((tree.flat.width == 0).sum()), 1)

    def _draw_nodes(self, layer: pygame.Surface, tree: Tree) -> None:
        flat, look, apart = tree.flat, self.look, self._apart(tree)
        radius = max(2, round(min(self.dp(RADIUS), NEAREST * apart)))
        for node in range(tree.nodes):
            who, spot = int(flat.who[node]), self.at(node)
            if who >= 0:
                chosen = int(flat.group[node]) == self.group
                edge = look.colours.accent if chosen else look.colours.window
                look.painter.disc(layer, spot, radius, look.theme.mark(f"series {who}"), edge, self.dp(2))
            elif who == CHANCE:
                look.painter.mark(layer, spot, look.colours.dim, "diamond", radius)
            else:
                worth = float(tree.worth[0, node])
                words = f"{worth:+g}".replace("-", "−") if worth else "0"
                wide = look.fonts.width(words, "mono_small")
                if wide > apart:
                    continue
                look.fonts.draw(layer, words, "mono_small", look.colours.dim, (spot[0] - wide // 2, spot[1]))


def placed(tree: Tree) -> NDArray[np.float64]:
    """Where nodes are, from 0 to 1: leaves in their order side by side, others over the middle of what is below."""
    flat, order, stack = tree.flat, list[int](), [0]
    while stack:
        node = stack.pop()
        order.append(node)
        first, width = int(flat.first[node]), int(flat.width[node])
        stack.extend(reversed(range(first, first + width)))
    depth = np.zeros(tree.nodes)
    for node in range(1, tree.nodes):
        depth[node] = depth[flat.parent[node]] + 1
    x = np.zeros(tree.nodes)
    leaves = [node for node in order if not flat.width[node]]
    x[leaves] = (np.arange(len(leaves)) + 0.5) / len(leaves)
    for node in reversed(range(tree.nodes)):
        if flat.width[node]:
            first = int(flat.first[node])
            x[node] = x[[first, first + int(flat.width[node]) - 1]].mean()
    return np.stack([x, depth / max(depth.max(), 1)], axis=1)
