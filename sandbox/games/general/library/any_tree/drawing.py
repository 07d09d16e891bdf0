"""A tree with chance and several players as a board: discs with players' letters, rings for dice, leaves as texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Stone, Target
from sandbox.games.explicit import columns
from sandbox.games.general.api import NAMES
from sandbox.games.general.library.any_tree.reading import Tree
from sandbox.games.general.words import TERMINAL

SHOWN_LEAVES = 40
WIDE = 9.0  # letters that fit over a column
LABEL = -3  # whose stone a text beside an edge is


class Drawing:
    """The tree, or of a large one what lies below the node one is at."""

    def __init__(self, tree: Tree, here: int) -> None:
        self.tree, self.here = tree, here
        self.root = 0 if self._depth_below(0, whole=True) else here
        self.depth = self._depth_below(self.root)
        self.at, self.columns = columns(self.root, self.depth, tree.children)
        self.stretch = max(1.0, self.columns * self._wide() / (2.4 * max(self.depth, 1)))

    def _depth_below(self, root: int, *, whole: bool = False) -> int:
        """How many levels below a node fit; of `whole` trees 0 if not all do."""
        depth, level, ended = 0, [root], 0
        while level:
            if ended + len(level) > SHOWN_LEAVES:
                return 0 if whole else max(1, depth - 1)
            ended += sum(not self.tree.names[node] for node in level)
            level = [child for node in level for child in self.tree.children(node)]
            depth += 1
        return max(1, depth - 1)

    def _wide(self) -> float:
        """How wide a column is, for the longest text in it."""
        longest = max((len(self._leaf(node)) for node in self.at if not self.tree.names[node]), default=1)
        return max(1.0, longest / WIDE)

    def _leaf(self, node: int) -> str:
        return ", ".join(map(str, self.tree.worth[node])).replace("-", "−")

    def picture(self, moves: Sequence[str], *, chance: bool) -> BoardPicture:
        """Nodes and what stands beside edges as stones, edges as lines, the current node's children as targets."""
        children = self.tree.children(self.here)
        targets = () if chance else self._targets(moves, children)
        rows = round(self.depth * self.stretch) + 1
        return BoardPicture(
            BoardStyle.TREE,
            round(self.columns * self._wide()),
            rows,
            (*self._labels(), *(self._stone(node) for node in self.at)),
            tuple(targets),
            lines=tuple(self._edges()),
            highlights=(self._spot(self.here),) if self.here in self.at else (),
            row_names=("",) * rows,
            pieces=Pieces.TURNS,
        )

    def _targets(self, moves: Sequence[str], children: Sequence[int]) -> Sequence[Target]:
        named = zip(moves, children, strict=True)
        return [Target(move, *self._spot(child)) for move, child in named if child in self.at]

    def _stone(self, node: int) -> Stone:
        who = self.tree.who[node]
        if who == TERMINAL:
            return Stone(*self._spot(node), TERMINAL, self._leaf(node))
        return Stone(*self._spot(node), who, NAMES[who] if who >= 0 else "")

    def _edges(self) -> Iterator[tuple[float, float, float, float]]:
        for node in self.at:
            for child in self.tree.children(node):
                if child in self.at:
                    yield (*self._spot(node), *self._spot(child))

    def _labels(self) -> Iterator[Stone]:
        """Names of moves, and probabilities, in the middle of their edges; plain numbers say nothing."""
        for node in self.at:
            names = self.tree.names[node]
            if self.tree.who[node] < 0 and names:
                names = tuple(map(str, self.tree.chances(node)))
            for child, name in zip(self.tree.children(node), names, strict=True):
                if child in self.at and not (name.isdigit() and self.tree.who[node] >= 0):
                    (ax, ay), (bx, by) = self._spot(node), self._spot(child)
                    yield Stone(0.4 * ax + 0.6 * bx, 0.4 * ay + 0.6 * by, LABEL, name)

    def _spot(self, node: int) -> tuple[float, float]:
        x, row = self.at[node]
        return (x + 0.5) * self._wide() - 0.5, row * self.stretch
