"""A run and its past: any tick of it, hours back, at the cost of a few checkpoints.

Every few seconds the state of the world is kept. A tick in between is computed again from the checkpoint before it,
by a second world that plays the run's script; the ticks around it are kept too, for those who step and scrub.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.world import World

if TYPE_CHECKING:
    from sandbox.agents.api import Agents, Settings
    from sandbox.agents.crowd import Crowd
    from sandbox.agents.record.encounters import Open
    from sandbox.agents.record.script import Script
    from sandbox.agents.ways import Roads
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level

EVERY = 128  # ticks between two checkpoints
CHUNK = 32  # ticks kept together, for looking at
MOST_KEPT = 64 << 20  # bytes of them
MOST_CHECKED = 256 << 20  # bytes of checkpoints, about
LEAST_POINTS = 32  # that are kept whatever they take


class Frame(NamedTuple):
    """What there is to see of a tick: as it ended."""

    tick: int
    x: NDArray[np.float32]  # [agents]
    y: NDArray[np.float32]
    vx: NDArray[np.float32]
    vy: NDArray[np.float32]
    presence: NDArray[np.uint8]
    waits: NDArray[np.int32]  # [agents] for whom, -1: nobody


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Everything a world needs to go on from a tick."""

    tick: int
    crowd: Crowd
    roads: Roads
    arrays: tuple[NDArray[Any], ...]
    memory: Any  # of the policy
    clock: Any
    open: Open
    numbers: tuple[int, ...]  # rows of the log, edits, ways, and what else is counted


def checkpoint_of(world: World) -> Checkpoint:
    """What is needed to go on from here."""
    since = world.tick - world.deadlocks.every - 1
    numbers = (
        world.log.count, *_played(world), world.contacts, world.turn, world.deadlocks.named, world.book.lost,
    )  # fmt: skip
    memory = world.driver.saved()
    arrays = tuple(array.copy() for array in world.arrays)
    crowd, roads = world.crowd.copy(), world.roads.copy()
    return Checkpoint(
        world.tick, crowd, roads, arrays, memory, world.clock.state(), world.book.still_open(since), numbers
    )


def _played(world: World) -> tuple[int, int]:
    """How many edits and ways of the script there were so far."""
    if world.player is not None:
        return world.player.next_edit, world.player.next_way
    return len(world.script.edits), len(world.script.ways)


class Film:
    """A world that runs, and any of its ticks before. The level given is copied. With a script it plays that first."""

    def __init__(self, level: Level, agents: Agents, settings: Settings, script: Script | None = None) -> None:
        self._start = level.copy(), agents, settings
        self.world = World(level.copy(), agents, settings, script)
        self._again: World | None = None  # the second world
        self._points = [checkpoint_of(self.world)]
        self._chunks: OrderedDict[int, list[Frame]] = OrderedDict()
        self._kept = 0
        self._keep(self.world)

    @property
    def length(self) -> int:
        """How many ticks there are."""
        return self.world.tick

    def prepare(self, *said: Any) -> None:
        """Plan all first ways."""
        self.world.prepare(*said)
        if self.world.tick == 0:
            self._points = [checkpoint_of(self.world)]

    def step(self) -> None:
        """Go on by a tick."""
        if self.world.tick % EVERY == 0 and self._points[-1].tick < self.world.tick:
            self._points.append(checkpoint_of(self.world))
            self._thin()
        self.world.step()
        self._keep(self.world)

    def edit(self, edit: Edit) -> None:
        """Change the level at the end of the film."""
        self.world.edit(edit)

    def close(self) -> None:
        """It is looked at no more: policies let go of what they hold."""
        for world in (self.world, self._again):
            if world is not None:
                world.driver.close()

    def has(self, tick: int) -> bool:
        """Whether a tick can be shown without computing it again."""
        return tick // CHUNK in self._chunks and self._in_chunk(tick) is not None

    def frame(self, tick: int) -> Frame:
        """A tick as it was: computed again if need be, with those after it."""
        tick = min(max(tick, 0), self.length)
        found = self._in_chunk(tick)
        if found is None:
            self._compute(tick)
            found = self._in_chunk(tick)
        assert found is not None
        self._chunks.move_to_end(tick // CHUNK)
        return found

    def world_at(self, tick: int) -> World:
        """The world as it was, to look at what a frame does not hold. Not for stepping."""
        if tick >= self.length:
            return self.world
        return self._brought_to(tick)

    def cut(self, tick: int) -> None:
        """Forget what came after a tick: the film goes on from there, another way perhaps."""
        if tick >= self.length:
            return
        world = self._brought_to(tick)
        point = self._point_before(tick)
        self.world.driver.close()
        self.world, self._again = world, None
        world.player = None
        world.script.back_to(world.script.edits_from(tick), world.script.ways_from(tick))
        self._points = [p for p in self._points if p.tick <= point.tick]
        for number in [n for n in self._chunks if (n + 1) * CHUNK > tick]:
            self._forget(number)
        self._keep(world)

    def _thin(self) -> None:
        """Of a long run every second of the older checkpoints goes: memory is bounded, going far back takes longer."""
        room = max(LEAST_POINTS, MOST_CHECKED // max(_weight(self._points[-1]), 1))
        if len(self._points) > room:
            del self._points[1 : -LEAST_POINTS // 2 : 2]

    # The past.

    def _point_before(self, tick: int) -> Checkpoint:
        return next(p for p in reversed(self._points) if p.tick <= tick)

    def _brought_to(self, tick: int) -> World:
        world, point = self._second(), self._point_before(tick)
        if not point.tick <= world.tick <= tick:
            self._go_back(world, point)
        while world.tick < tick:
            world.step()
        return world

    def _second(self) -> World:
        if self._again is None:
            level, agents, settings = self._start
            self._again = World(level.copy(), agents, settings, self.world.script)
            self._go_back(self._again, self._points[0])
        return self._again

    def _go_back(self, world: World, point: Checkpoint) -> None:
        """Bring the second world to a checkpoint, its level by doing and undoing the run's edits."""
        player = world.player
        assert player is not None
        edits, target = world.script.edits, point.numbers[1]
        while player.next_edit > target:
            player.next_edit -= 1
            world.level.apply(edits[player.next_edit].inverse)
        while player.next_edit < target:
            world.level.apply(edits[player.next_edit].edit)
            player.next_edit += 1
        player.next_way = point.numbers[2]
        world.take(point, self.world.book, self.world.log)

    def _compute(self, tick: int) -> None:
        """Compute the ticks of a chunk again."""
        first = tick // CHUNK * CHUNK
        world = self._brought_to(first)
        self._keep(world)
        while world.tick < min(first + CHUNK - 1, self.length):
            world.step()
            self._keep(world)

    # Frames.

    def _in_chunk(self, tick: int) -> Frame | None:
        chunk = self._chunks.get(tick // CHUNK, [])
        return next((frame for frame in chunk if frame.tick == tick), None)

    def _keep(self, world: World) -> None:
        crowd, number = world.crowd, world.tick // CHUNK
        x, y, vx, vy = (column.astype(np.float32) for column in (crowd.x, crowd.y, crowd.vx, crowd.vy))
        frame = Frame(world.tick, x, y, vx, vy, crowd.presence.copy(), world.driver.waits.astype(np.int32))
        chunk = self._chunks.setdefault(number, [])
        if any(kept.tick == frame.tick for kept in chunk):
            return
        chunk.append(frame)
        self._chunks.move_to_end(number)
        self._kept += _size(frame)
        while self._kept > MOST_KEPT and len(self._chunks) > 2:
            self._forget(next(iter(self._chunks)))

    def _forget(self, number: int) -> None:
        self._kept -= sum(_size(frame) for frame in self._chunks.pop(number))


def _size(frame: Frame) -> int:
    return sum(part.nbytes for part in frame[1:])


def _weight(point: Checkpoint) -> int:
    """About how many bytes a checkpoint takes, what its policy remembers aside."""
    crowd: tuple[NDArray[Any], ...] = point.crowd
    ways: tuple[NDArray[Any], ...] = point.roads.ways
    return sum(part.nbytes for part in (*crowd, *ways, *point.arrays))
