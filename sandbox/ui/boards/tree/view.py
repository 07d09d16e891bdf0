"""What is seen of a tree: which nodes, at what time of the search, what is picked, and what explains it. No pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree.anew import Anew
from sandbox.gametree.tree.causes import Stub, valued
from sandbox.gametree.tree.layout import Placed, View
from sandbox.gametree.tree.lectures import placed
from sandbox.gametree.tree.picture import HIGH, RADIUS, Moment, Picture, SimulatedMoment, drawn, place
from sandbox.layers import Discs, Labels, Layer, Role
from sandbox.ui.boards.tree.film import Film, film_of

OVERVIEW = (120, 60, 40, 28, 20, 14)  # nodes, nearest to the root: as many as can be read side by side
COLUMNS = 12
MOST_DRAWN = 300  # nodes, where more was asked for
OVER_ALL = -1
TOPS = (OVER_ALL, 1, 2, 3, 5, 0)  # an overview, or the best children of each node; 0 all
REACH = 0.85  # cells from a node, or from the words of what was cut off, that still mean it


class Sign(NamedTuple):
    """A node that is pointed out, and what for."""

    row: int
    words: str
    role: Role


@dataclass(frozen=True, slots=True)
class Target:
    """What lies at a place: a node, or what was cut off below one."""

    row: int
    stub: Stub | None = None


class TreeView:
    """One tree, looked at."""

    def __init__(self, found: Anew) -> None:
        self.found, self.tree, self.walk = found, found.tree, found.walk
        self.film: Film | None = film_of(found.tree, found.simulations)
        self.time = len(self.film) if self.film is not None else 0
        self.act = self._last_finished()
        self.top = OVER_ALL
        self.view = View(top=2)
        self.picked = self.root
        self.stub: Stub | None = None
        self.placed: Placed
        self.show_best(OVER_ALL)

    def _last_finished(self) -> int:
        """The act whose value is the search's: the last, unless it was broken off."""
        acts = self.tree.acts
        whole = [i for i, act in enumerate(acts) if not np.isnan(self.tree.value[act.start])]
        return whole[-1] if whole else len(acts) - 1

    @property
    def root(self) -> int:
        """The root of the act shown."""
        return self.tree.acts[self.act].start

    @property
    def at_end(self) -> bool:
        """Whether the search is over at the time shown."""
        return self.film is None or self.time >= len(self.film)

    # What is drawn -------------------------------------------------------------------------------------

    def _lay(self) -> Placed:
        besides = tuple(sign.row for sign in self.signs)
        view = replace(self.view, picked=self.picked, besides=besides)
        return placed(self.tree, self.walk, view, self.tree.acts[self.act])

    def _follow(self) -> None:
        """Lay out anew where something that is to be seen is not."""
        wanted = (self.picked, *(sign.row for sign in self.signs))
        if any(row not in self.placed.index for row in wanted):
            above = {parent for row in wanted for parent in self.tree.path(row)[:-1]}
            self.view = replace(self.view, folded=self.view.folded - above)
            self.placed = self._lay()

    @property
    def moment(self) -> Moment | SimulatedMoment | None:
        """The time that is drawn; None is the end."""
        return self.film.moment(self.time) if self.film is not None else None

    @property
    def picture(self) -> Picture:
        """What there is to see at the time shown."""
        return drawn(self.placed, self.moment)

    def marks(self, hovered: Target | None) -> list[Layer]:
        """Rings around what is picked, pointed at, and what explains it."""
        found: list[Layer] = []
        for sign in self.signs:
            found += self._ring("why", sign.row, sign.role, 1.7)
            at = self.place_of(sign.row)
            found.append(Labels(name="sign", xy=np.array([[at[0], at[1] - 0.86]]), texts=(sign.words,), role=sign.role))
        if hovered is not None and hovered.row != self.picked:
            found += self._ring("hovered", hovered.row, Role.EDGE, 1.5)
        return [*found, *self._ring("picked", self.picked, Role.TEXT, 1.9)]

    def _ring(self, name: str, row: int, role: Role, large: float) -> list[Layer]:
        if row not in self.placed.index:
            return []
        x, y = self.place_of(row)
        return [Discs(name=name, xyr=np.array([[x, y, RADIUS * large]]), role=role, filled=False)]

    def place_of(self, row: int) -> tuple[float, float]:
        """Where a drawn node is, in cells."""
        x, y = place(self.placed.xy[self.placed.index[row]])[0].tolist()
        return x, y

    def at(self, x: float, y: float) -> Target | None:
        """What is at a place, in cells."""
        if not len(self.placed.rows):
            return None
        where = place(self.placed.xy)
        away = np.hypot(where[:, 0] - x, where[:, 1] - y)
        near = int(np.argmin(away))
        found = (float(away[near]), Target(int(self.placed.rows[near])))
        for stub, column, level in self.placed.stubs:
            sx, sy = place(np.array([[column, level]]))[0].tolist()
            found = min(
                found, (float(np.hypot(sx - x, sy - HIGH / 2 + 0.6 - y)), Target(stub.row, stub)), key=_nearness
            )
        return found[1] if found[0] <= REACH else None

    # What is picked ------------------------------------------------------------------------------------

    @property
    def signs(self) -> list[Sign]:
        """What explains the node picked: the move that refutes it, and the one elsewhere that set its bound."""
        tree, row, causes = self.tree, self.picked, self.walk.causes
        if tree.visits is not None or tree.cause[row] != Cause.CUT:
            return []
        found, refuting = list[Sign](), causes.refuting(row)
        if refuting >= 0:
            found.append(Sign(refuting, "refutes", Role.HEAT))
        setter = int(causes.bounds_by[1][row])
        if setter >= 0 and tree.value[row] >= tree.beta[row]:
            side = tree.side(int(tree.parent[setter]))
            found.append(Sign(setter, f"{side} has {valued(-float(tree.value[setter]))}", Role.AGENT))
        return found

    def pick(self, row: int, stub: Stub | None = None) -> None:
        """Choose a node, or what was cut off below it."""
        self.picked, self.stub = row, stub
        act = self.tree.act_of(row)
        if act != self.tree.acts[self.act]:
            self.act = self.tree.acts.index(act)
            self.show_best(self.top)
        self._follow()

    def walk_to(self, key: str) -> bool:
        """The node above, below or beside; whether there is one."""
        found = {"Up": self._above, "Down": self._below, "Left": self._left, "Right": self._right}[key]()
        if found >= 0:
            self.pick(found)
        return found >= 0

    def _above(self) -> int:
        return int(self.tree.parent[self.picked])

    def _below(self) -> int:
        children = self.tree.children(self.picked)
        seen = [c for c in children if c in self.placed.index]
        if children and not seen:
            self.toggle(self.picked)
            seen = [c for c in children if c in self.placed.index]
        on_line = [c for c in seen if c in self.placed.line]
        return next(iter(on_line or seen), -1)

    def _left(self) -> int:
        return self._beside(-1)

    def _right(self) -> int:
        return self._beside(1)

    def _beside(self, by: int) -> int:
        xy, at = self.placed.xy, self.placed.index[self.picked]
        level = np.flatnonzero(xy[:, 1] == xy[at, 1])
        order = level[np.argsort(xy[level, 0])].tolist()
        to = order.index(at) + by
        return int(self.placed.rows[order[to]]) if 0 <= to < len(order) else -1

    def next_cut(self, by: int) -> bool:
        """Pick the next node in the search's order that was cut off; whether there is one."""
        cuts = np.flatnonzero(self.tree.cause == Cause.CUT)
        after = cuts[cuts > self.picked][:1] if by > 0 else cuts[cuts < self.picked][-1:]
        if after.size:
            self.pick(int(after[0]))
        return bool(after.size)

    # How much is drawn ---------------------------------------------------------------------------------

    def toggle(self, row: int) -> None:
        """Draw all children of a node, then none, then the best again."""
        view, at = self.view, self.placed.index.get(row, -1)
        hidden = int(self.placed.hidden[at]) if at >= 0 else 0
        if row in view.folded:
            view = replace(view, folded=view.folded - {row})
        elif hidden:
            view = replace(view, opened=view.opened | {row}, most=view.most + hidden)
        elif self.tree.children(row):
            view = replace(view, opened=view.opened - {row}, folded=view.folded | {row})
            if row in self.tree.path(self.picked):
                self.picked, self.stub = row, None
        self.view = view
        self.placed = self._lay()

    def show_best(self, top: int) -> None:
        """Draw so many children of each node, or an overview that can be read."""
        self.top, plain = top, View(top=2 if top == OVER_ALL else top, most=MOST_DRAWN)
        for most in OVERVIEW if top == OVER_ALL else (MOST_DRAWN,):
            self.view = replace(plain, most=most)
            self.placed = self._lay()
            if self.placed.width <= COLUMNS:
                return

    # Time ----------------------------------------------------------------------------------------------

    def go(self, time: int) -> None:
        """Show the tree after so many events, and what the last one was of."""
        if self.film is None or time == self.time:
            return
        self.time = time
        self.pick(self.film.row(time))


def _nearness(found: tuple[float, Target]) -> float:
    return found[0]
