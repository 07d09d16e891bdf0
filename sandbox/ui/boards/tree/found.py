"""A tree with dice, several players or something hidden, searched or from a file; and what is said of its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.bench.general.solving import general_game
from sandbox.errors import BadInput, SandboxError
from sandbox.figures import count
from sandbox.games.general.api import sides_of
from sandbox.games.general.words import TERMINAL
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines_for, recorded_by
from sandbox.gametree.general.picture import is_belief
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.tree import as_search_tree, nodes
from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree import files
from sandbox.gametree.tree.model import SearchTree
from sandbox.kernels.arrays import Stop
from sandbox.ui.boards.general.panel import number
from sandbox.ui.boards.general.play import Play

ROOM = 60_000  # nodes that are kept


@dataclass(frozen=True)
class Found:
    """A tree, and whose it is."""

    tree: SearchTree
    words: str

    @cached_property
    def face(self) -> Any:
        """The game's."""
        about = self.tree.about
        return general_game(about.game, tuple((name, str(value)) for name, value in about.game_options.items())).face()

    def title(self, row: int) -> str:
        """Who moves at a node."""
        tree = self.tree
        if tree.player[row] >= 0:
            return f"{tree.side(row)} to move"
        if tree.cause[row] == Cause.TERMINAL:
            return "The game is over"
        return "What may be the case" if is_belief(tree, row) else "Dice"

    def path(self, row: int) -> str:
        """What leads to it."""
        return " · ".join(self.tree.moves(row)) or "where the search began"

    def lines(self, row: int) -> Iterator[str]:
        """Its worth, and how one comes here."""
        tree = self.tree
        if "values" in tree.more:
            yield f"To each: {', '.join(map(number, tree.more['values'][row]))}"
        elif not np.isnan(tree.value[row]):
            yield f"Worth {number(float(tree.value[row]))} to who moves"
        if tree.infos and tree.infos[row]:
            yield f"Known to who {'is asked' if is_belief(tree, row) else 'moves'}: {tree.infos[row]}"
        for name, said in (("probability", "Comes with probability"), ("often", "Its move is played, or was tried,")):
            share = float(tree.more[name][row]) if name in tree.more else float("nan")
            if not np.isnan(share):
                yield f"{said} {share:.4g}" + (" of the times" if name == "often" else "")
        if tree.children(row):
            yield f"{count(len(tree.children(row)))} below it"

    def board(self, row: int) -> str:
        """The position at a node; empty where it is not one position, or cannot be known."""
        moves = self.tree.moves(row)
        for start, rest in ((self.tree.about.position, moves), *([(moves[0], moves[1:])] if moves else [])):
            try:
                return str(self.face.board(self._played(start, rest)))
            except BadInput:
                continue
        return ""

    def _played(self, start: str, moves: Sequence[str]) -> Any:
        position = self.face.parse(start)
        for move in moves:
            position = self.face.play(position, move)
        return position


def search(play: Play, at: int, engine: str, options: dict[str, Any], depth: int, stop: Stop) -> Found:
    """Search a position to a depth, and keep the tree."""
    position = play.positions[at]
    fitting = general_engines_for(play.game, position)
    entry = next((e for e in fitting if e.key == engine and e.info.get("records")), None)
    entry = entry or next((e for e in fitting if e.info.get("records")), None)
    if entry is None:
        raise SandboxError("no engine that searches a tree plays this game")
    if play.face.to_move(position) == TERMINAL:
        raise SandboxError("the game is over")
    recording = Recording(ROOM)
    own = options if entry.key == engine else {}
    limits = Limits(depth=depth, every_move=True, stop=stop)
    answer = recorded_by(entry.create(own), play.game, position, limits, recording)
    about = {
        "game": play.entry.key, "game_options": dict(play.options), "position": play.face.print(position),
        "engine": entry.key, "options": dict(own), "lost": recording.lost,
        "sides": list(sides_of(play.face, play.players)), "nodes": answer.counts.nodes,
    }  # fmt: skip
    tree = as_search_tree(nodes(recording, play.game, position), about)
    lost = f"; {count(recording.lost)} more had no room" if recording.lost else ""
    return Found(tree, f"{entry.title}, depth {depth}: {count(len(tree))} nodes{lost}")


def from_file(path: Path) -> Found:
    """A tree that `solve --tree` or a window saved."""
    tree = files.load(path)
    found = Found(tree, f"{path.name}: {tree.about.engine or 'a tree'}, {count(len(tree))} nodes")
    _ = found.face  # a game that is not known is said now
    return found
