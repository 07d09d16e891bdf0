"""What a person has chosen: policies, planner, rules, what the agents are like; remembered from start to start."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from sandbox.agents.api import Policy, Resolver, Settings, policies
from sandbox.agents.crowd import MOST
from sandbox.agents.muster import Muster
from sandbox.agents.resolver.rules import Rule
from sandbox.agents.warm import ALL_PAIRS, first_run
from sandbox.errors import SandboxError
from sandbox.kernels.warming.order import Names
from sandbox.level.warm import NAMES as OF_LEVELS
from sandbox.mesh.warm import NAMES as OF_MESHES
from sandbox.planning.api import Planner, planners
from sandbox.planning.warm import all_else, first_answer
from sandbox.registry import OWN, Entry, Help, Option, Range, options_of
from sandbox.ui.forms import text_pairs

FIRST_POLICY, FIRST_OTHER, FIRST_PLANNER = "keep-right", "push", "astar"
SPAWNED = 200  # agents that a drag puts down


class RuleChoice(StrEnum):
    """A rule of contact, or none chosen."""

    OWN = "the policy's own"
    STOP = "stop"
    SLIDE = "slide"
    PUSH = "push"
    PRIORITY = "priority"
    RIGHT = "right"


class ResolverChoice(StrEnum):
    """A resolver, or none chosen."""

    OWN = "as the policy asks"
    EVENTS = "events"
    ALL_PAIRS = "all-pairs"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Walking:
    """How everybody walks, whatever the policy."""

    rule: Annotated[RuleChoice, Help("what two discs do when they touch")] = RuleChoice.OWN
    resolver: Annotated[ResolverChoice, Help("who finds contacts; none: overlaps are only counted")] = (
        ResolverChoice.OWN
    )
    leave: Annotated[bool, Help("agents leave the map when they arrive")] = False
    seed: Annotated[int, Range(0, 999, 1), Help("another seed draws other places, sizes and speeds")] = 0


def disc_planners() -> list[Entry[Planner]]:
    """Those that plan for discs."""
    return [entry for entry in planners if not entry.info.get("own") and entry.create().promises.radius]


@dataclass(slots=True)
class Picked:
    """A registered thing and its options, of each key those set last."""

    key: str
    options: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, Any]:
        """The options of the one picked."""
        return self.options.setdefault(self.key, {})

    def texts(self) -> tuple[str, ...]:
        """As it is remembered."""
        return (self.key, *pairs(self.values))


class Choice:
    """Everything a run begins with, but the level."""

    def __init__(self) -> None:
        self.policies = [Picked(FIRST_POLICY), Picked(FIRST_OTHER)]
        self._to_come: dict[int, Sequence[str]] = {}  # by lane: code of the user's own that is not read yet
        self.planner = Picked(FIRST_PLANNER)
        self.muster: dict[str, Any] = {}
        self.walking: dict[str, Any] = {}
        self.spawned = SPAWNED
        self.layers = {"conflicts"}
        self.compared = False

    def settings(self) -> tuple[Settings, ...]:
        """One for each lane; raises BadInput for what cannot be."""
        walking, count = Walking(**self.walking), 2 if self.compared else 1
        planner = planners[self.planner.key].create(self.planner.values)
        rule = None if walking.rule is RuleChoice.OWN else Rule[walking.rule.name]
        resolver = None if walking.resolver is ResolverChoice.OWN else Resolver[walking.resolver.name]
        return tuple(
            Settings(self.policy(lane), planner, rule, resolver, walking.seed, leave=walking.leave)
            for lane in range(count)
        )

    @property
    def warm_ups(self) -> Names:
        """What a run of this needs compiled: its policies, all of the planner of ways, and what every level has."""
        picked = self.policies if self.compared else self.policies[:1]
        names = [name for choice in picked for name in first_run(policies[choice.key])]
        planner = planners[self.planner.key]
        names += [*first_answer(planner), *all_else(planner), *(f"level: {name}" for name in OF_LEVELS)]
        if planner.info["world"] == "mesh":
            names += [f"mesh: {name}" for name in OF_MESHES]
        if self.walking.get("resolver") is ResolverChoice.ALL_PAIRS:
            names.append(f"agents: {ALL_PAIRS}")
        return tuple(dict.fromkeys(names))

    def policy(self, lane: int) -> Policy:
        """The policy of a lane."""
        picked = self.policies[lane]
        return policies[picked.key].create(picked.values)

    @property
    def crowd(self) -> Muster:
        """What the agents are like."""
        return Muster(**self.muster)

    # Code of the user's own ----------------------------------------------------------------------------

    def pick(self, lane: int, key: str) -> None:
        """Take a policy."""
        self._to_come.pop(lane, None)
        self.policies[lane].key = key

    def remember(self, lane: int, texts: Sequence[str]) -> None:
        """Take this one as soon as it is there."""
        if texts and texts[0].startswith(OWN) and texts[0] not in policies:
            self._to_come[lane] = texts

    def follow(self, key: str) -> bool:
        """It came, changed or went; whether a lane walks by it."""
        for lane, picked in enumerate(self.policies):
            if self._to_come.get(lane, ("",))[0] == key and key in policies:
                _take_picked(picked, self._to_come.pop(lane), policies.keys(), policies)
            elif picked.key == key and key not in policies:
                picked.key = (FIRST_POLICY, FIRST_OTHER)[lane]
                return True
            elif picked.key == key:
                known = {option.name: option for option in policies[key].options}
                picked.options[key] = fitting(known, picked.values)
        return key in {picked.key for picked in self.policies}

    # Remembering ---------------------------------------------------------------------------------------

    def texts(self) -> dict[str, Sequence[str]]:
        """As it is remembered."""
        return {
            "policy": self._to_come.get(0) or self.policies[0].texts(),
            "other": self._to_come.get(1) or self.policies[1].texts(),
            "planner": self.planner.texts(),
            "muster": pairs(self.muster),
            "walking": pairs(self.walking),
            "spawned": (str(self.spawned),),
            "layers": tuple(sorted(self.layers)),
            "compared": ("on",) if self.compared else (),
        }

    def take(self, texts: Mapping[str, Sequence[str]]) -> None:
        """Remember; what is of no use any more is passed over."""
        disc_keys = {entry.key for entry in disc_planners()}
        for name, at in (("policy", 0), ("other", 1)):
            _take_picked(self.policies[at], texts.get(name, ()), policies.keys(), policies)
            self.remember(at, texts.get(name, ()))
        _take_picked(self.planner, texts.get("planner", ()), disc_keys, planners)
        self.muster = parsed(options_of(Muster), texts.get("muster", ()))
        self.walking = parsed(options_of(Walking), texts.get("walking", ()))
        count = next(iter(texts.get("spawned", ())), "")
        self.spawned = int(count) if count.isdigit() and 1 <= int(count) <= MOST else SPAWNED
        self.layers = set(texts.get("layers", self.layers))
        self.compared = bool(texts.get("compared", ()))


def fitting(known: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Without the options that are no longer what they were."""
    found = {}
    for name, value in values.items():
        with contextlib.suppress(SandboxError, KeyError):
            found[name] = known[name].check(value, name)
    return found


def _take_picked(picked: Picked, texts: Sequence[str], keys: Iterable[str], registry: Any) -> None:
    if texts and texts[0] in keys:
        picked.key = texts[0]
        picked.options[picked.key] = parsed(registry[picked.key].options, texts[1:])


def pairs(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Options as texts."""
    return tuple(f"{name}={value}" for name, value in text_pairs(values))


def parsed(options: Iterable[Option], texts: Sequence[str]) -> dict[str, Any]:
    """Options out of texts; what does not fit is left at its default."""
    known, values = {option.name: option for option in options}, {}
    for text in texts:
        name, _, value = text.partition("=")
        if name in known:
            try:
                values[name] = known[name].parse(value, name)
            except SandboxError:
                continue
    return values
