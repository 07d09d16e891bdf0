"""A policy of the user's own: once a tick its process is told of the crowd, and says how fast each would like to go.

What comes back is only a wish. The resolver beneath moves the discs and sees to it that nothing overlaps; wishes that
are too fast are cut down, and those that are no numbers are refused. What it remembers is in its process: bytes to us,
kept with the checkpoints of a run and given back when time is turned back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from sandbox.agents.api import Driver, Policy, policies
from sandbox.agents.crowd import Presence
from sandbox.agents.record.encounters import NONE
from sandbox.agents.resolver.rules import Rule
from sandbox.own.child import STARTING, Child
from sandbox.own.crowd import COLUMNS
from sandbox.own.described import Own
from sandbox.own.failures import OwnCodeFailed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.agents.world import World

MOST_REMEMBERED: Final = 1 << 24  # bytes


class OwnPolicy(Own):
    """What every policy of the user's own is, beside its options."""

    rule: ClassVar[Rule] = Rule.SLIDE

    @staticmethod
    def again(key: str, options: dict[str, Any]) -> Policy:
        """See Own."""
        return policies[key].create(options)

    def drive(self, world: World) -> OwnDriver:
        """Take over the agents of a world."""
        return OwnDriver(world, self)


class OwnDriver(Driver[OwnPolicy]):
    """Asks its process every tick."""

    def __init__(self, world: World, policy: OwnPolicy) -> None:
        super().__init__(world, policy)
        self.child = Child(policy.what.source)
        n = world.crowd.size
        self.memory = {"waited": np.full(n, NONE), "vx": np.zeros(n), "vy": np.zeros(n)}
        self._remembered = b""
        self._knows = False  # whether its process remembers the same
        self._shown = -1  # the level's version it was told of
        self._answer = b""

    def close(self) -> None:
        """End its process."""
        self.child.end()

    def saved(self) -> Any:
        """What it remembers too."""
        return super().saved(), self._remembered

    def restore(self, saved: Any) -> None:
        """Be as when it was saved."""
        super().restore(saved[0])
        self._remembered, self._knows = saved[1], False

    def moved(self) -> None:
        """How everybody moved is reported in the next tick."""
        self.memory["vx"][:], self.memory["vy"][:] = self.world.crowd.vx, self.world.crowd.vy

    def wish(self) -> None:
        """Ask, and take what may be taken."""
        what, fresh = self.policy.what, self.child.fresh
        seconds = max(what.seconds, STARTING) if fresh else what.seconds  # it may have much to import or compile
        if fresh or self._shown != self.world.level.version:
            self._show_map(2 * STARTING if fresh else seconds)  # its process begins, beside much else perhaps
        kept = b"" if self._knows and not fresh else self._remembered
        self._answer = b""
        answer = self.child.ask(self._request(len(kept)), self._columns() + kept, seconds=seconds, events=self._take)
        assert answer is not None  # nobody stops it
        self._follow(str(answer["where"]))
        self._knows = True

    def _request(self, kept: int) -> dict[str, Any]:
        world = self.world
        return {
            "do": "wish",
            "kind": "policy",
            "options": self.policy.own_options,
            "size": world.crowd.size,
            "tick": world.tick,
            "now": world.seconds,
            "step": world.settings.tick,
            "seed": world.settings.seed,
            "kept": kept,
        }

    def _columns(self) -> bytes:
        """The crowd's columns, who is here, who has arrived."""
        crowd, world = self.world.crowd, self.world
        known = {"wish_x": crowd.vx, "wish_y": crowd.vy, "vx": self.memory["vx"], "vy": self.memory["vy"]}
        known |= {"goal_x": world.goals[:, 0], "goal_y": world.goals[:, 1]}
        columns = [known[name] if name in known else getattr(crowd, name) for name in COLUMNS]
        flags = [(crowd.presence == Presence.HERE).tobytes(), (world.arrived != NONE).tobytes()]
        return np.array(columns, np.float64).tobytes() + b"".join(flags)

    def _show_map(self, seconds: float) -> None:
        """The level as points see it, in cells."""
        derived, level = self.world.level.derived, self.world.level
        grid = derived.grid
        words = {
            "do": "map",
            "width": level.width,
            "height": level.height,
            "lowest8": int(derived.lowest8),
            "weighted": not level.uniform,
        }
        self.child.ask(words, grid.moves.tobytes() + grid.cost8.tobytes(), seconds=max(seconds, STARTING))
        self._shown = level.version

    def _take(self, block: bytes) -> None:
        self._answer = block

    def _follow(self, where: str) -> None:
        """Wishes become velocities, and waits are noted."""
        crowd, n = self.world.crowd, self.world.crowd.size
        if not 24 * n <= len(self._answer) <= 24 * n + MOST_REMEMBERED:
            raise OwnCodeFailed(where, f"wish left {len(self._answer):,} bytes", "columns as long as they were")
        wishes = np.frombuffer(self._answer, np.float64, 2 * n).reshape(2, n)
        waits = np.frombuffer(self._answer, np.int64, n, 16 * n)
        self._remembered = self._answer[24 * n :]
        here = crowd.presence == Presence.HERE
        odd = np.flatnonzero(here & ~np.isfinite(wishes).all(axis=0))
        if len(odd):
            wished = tuple(wishes[:, odd[0]].tolist())
            raise OwnCodeFailed(where, f"agent {odd[0]} wishes to go {wished}", "two finite numbers")
        self._set(wishes, here)
        self._wait(np.where(here & (waits >= 0) & (waits < n) & (waits != np.arange(n)), waits, NONE))

    def _set(self, wishes: NDArray[np.float64], here: NDArray[np.bool_]) -> None:
        crowd = self.world.crowd
        wished = np.hypot(*np.where(here, wishes, 0.0))
        cut = np.minimum(1.0, crowd.speed / np.maximum(wished, 1e-9)) * (1.0 - 1e-12)
        crowd.vx[:], crowd.vy[:] = np.where(here, wishes * cut, 0.0)

    def _wait(self, waits: NDArray[np.int64]) -> None:
        world, waited = self.world, self.memory["waited"]
        world.log.add_waits(world.tick, waited, waits)
        waited[:] = self.waits[:] = waits
