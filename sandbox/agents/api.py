"""What flows through a crowd: Settings and Agents → World → step → encounters and log."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.record.encounters import NONE
from sandbox.agents.resolver.rules import Rule
from sandbox.agents.ways import left
from sandbox.errors import BadInput
from sandbox.kernels.arrays import Floats
from sandbox.registry import Help, Range, Registry, Unit

if TYPE_CHECKING:
    from sandbox.agents.world import World
    from sandbox.level.edits.effect import Edit
    from sandbox.planning.api import Planner

TICK = 1 / 30  # seconds


class Resolver(StrEnum):
    """Who finds contacts. With `none` discs go through each other, and their overlaps are counted."""

    EVENTS = "events"
    ALL_PAIRS = "all-pairs"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Agents:
    """Who walks: rows of the same length."""

    places: Floats  # [n, 2] cells
    goals: Floats  # [n, 2]
    radius: Floats  # [n] cells
    speed: Floats  # [n] cells a second
    group: NDArray[np.int32]  # [n] who belongs together: a spawn area's number
    areas: tuple[Floats, ...] = ()  # rings, [m, 2] each: who is in its goal area has arrived
    area: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))  # [n] of areas; -1 none
    messages: tuple[str, ...] = ()  # what a person should know: who found no place

    def __len__(self) -> int:
        """How many."""
        return len(self.places)


def boxes_of(agents: Agents) -> Floats:
    """[n, 4] the box round the goal area of each: least x, y, greatest; NaN where it heads for none."""
    nowhere = np.full(4, np.nan)
    boxes = np.array([nowhere, *(np.append(r.min(axis=0), r.max(axis=0)) for r in agents.areas)])
    return boxes[agents.area + 1] if len(agents.area) else np.tile(nowhere, (len(agents), 1))


@runtime_checkable
class Policy(Protocol):
    """A registered frozen dataclass; its fields are its controls."""

    rule: ClassVar[Rule]  # of contact, where none is chosen

    def drive(self, world: World) -> Driver[Any]:
        """Take over the agents of a world."""


P = TypeVar("P", bound=Policy)


class Driver(ABC, Generic[P]):
    """A policy at work in one world: every tick it says how fast who would like to go where.

    What it remembers between ticks is in `memory`, arrays that are copied for checkpoints and put back.
    """

    resolved: ClassVar[bool] = True  # whether contacts are resolved beneath it, unless another resolver is chosen

    def __init__(self, world: World, policy: P) -> None:
        self.world, self.policy = world, policy
        self.waits = np.full(world.crowd.size, NONE)  # [agents] for whom each waits in this tick
        self.guided = np.ones(world.crowd.size, np.bool_)  # who gets a way of its own
        self.memory: dict[str, NDArray[Any]] = {}

    def close(self) -> None:
        """The run is over: let go of what does not go by itself."""

    def left(self, lengths: Floats) -> None:
        """How far each has still to go, 0 for who has no way. Modified: lengths."""
        left(self.world.crowd, self.world.roads.ways, lengths)

    def claims(self) -> Floats:
        """[n, 3] x, y, radius of discs that obstacles must not move into, beside those that agents are in."""
        return np.zeros((0, 3))

    def saved(self) -> Any:
        """What a checkpoint keeps of it."""
        return {name: array.copy() for name, array in self.memory.items()}

    def restore(self, saved: Any) -> None:
        """Be as when it was saved."""
        for name, array in self.memory.items():
            array[:] = saved[name]

    @abstractmethod
    def wish(self) -> None:
        """Set the crowd's velocities for this tick. They lead along the ways at full speed when it is called."""

    def replanned(self, agent: int) -> None:
        """An agent has got another way."""

    def moved(self) -> None:
        """A tick is over."""

    def edited(self, edit: Edit) -> None:
        """The level has changed."""

    def unlock(self, agents: NDArray[np.int64]) -> None:
        """These block each other: do what this policy can."""


Horizon = Annotated[float, Range(0.2, 5.0, 0.1), Unit("s"), Help("how far ahead it looks")]
"""The option of policies that look for who would be met."""


class Driven:
    """A policy that names its driver."""

    __slots__ = ()
    driver: ClassVar[type[Driver[Any]]]

    def drive(self, world: World) -> Driver[Any]:
        """Take over the agents of a world."""
        return self.driver(world, self)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a crowd walks."""

    policy: Policy
    planner: Planner
    rule: Rule | None = None  # the policy's own
    resolver: Resolver | None = None  # events, or what the policy brings
    seed: int = 0
    tick: float = TICK
    leave: bool = False  # agents leave the map when they arrive
    plans: int = 64  # ways planned in a tick at most, after the start

    def __post_init__(self) -> None:
        """Refuse what no crowd can walk by."""
        if not 1e-3 <= self.tick <= 0.25:
            raise BadInput("dt", f"{self.tick:g} s", "0.001 to 0.25 s")


policies: Registry[Policy] = Registry(
    "policy", "sandbox.agents.policies", "game_ai_sandbox.policies", "sandbox.agents.own.found"
)
