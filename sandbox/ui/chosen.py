"""Which planners are ticked, with what options and in which colours: the same in every tab, and the next time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.planning.api import planners
from sandbox.registry import OWN
from sandbox.ui.forms import text_pairs

if TYPE_CHECKING:
    from sandbox.settings import Settings

FIRST_TICKED = ("astar", "jps", "hpa", "polyanya")
SERIES = 8  # colours a theme has for lines


class Chosen:
    """Read from the settings once; whoever changes something says so. `changes` counts that."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        remembered = {key for key in settings.planners if key in planners}
        self.ticked: set[str] = remembered or set(FIRST_TICKED)
        self._to_come = {key for key in settings.planners if key.startswith(OWN)} - remembered
        self.options = {entry.key: _options_of(entry.key, settings.planner_options) for entry in planners}
        self.colours = {entry.key: number % SERIES for number, entry in enumerate(planners)}
        self.colours |= {key: colour for key, colour in settings.planner_colours.items() if key in self.colours}
        self.changes = 0
        self._tell_all_apart()

    def join(self, key: str) -> None:
        """Code of the user's own was read: it is as it was left, where it has been before."""
        if key in self.options:
            return
        self.options[key] = _options_of(key, self.settings.planner_options)
        self.colours[key] = self.settings.planner_colours.get(key, len(self.colours) % SERIES)
        if key in self._to_come:
            self._to_come.discard(key)
            self.tick(key, on=True)

    def remember(self, key: str) -> None:
        """Tick this one as soon as it is there."""
        self._to_come.add(key)

    def tick(self, key: str, *, on: bool) -> None:
        """Tick a planner or not: all that are ticked differ in colour, as long as there are enough."""
        if on:
            self.ticked.add(key)
            self._tell_apart(key)
        else:
            self.ticked.discard(key)
            self._tell_all_apart()  # of many, two may have shared the colour that is free now, or another one
        self.keep()

    def _tell_all_apart(self) -> None:
        for entry in planners:
            if entry.key in self.ticked:
                self._tell_apart(entry.key)

    def _tell_apart(self, key: str) -> None:
        """Give a ticked planner a colour that no other ticked one has, as long as there are enough."""
        taken = {self.colours[other] for other in self.ticked if other != key}
        self.colours[key] = _free(self.colours[key], taken)

    def mark(self, key: str) -> str:
        """A planner's colour, as marks name it."""
        return f"series {self.colours[key]}"

    def keep(self) -> None:
        """Remember how it is now."""
        self.changes += 1
        there = [entry.key for entry in planners if entry.key in self.ticked]
        self.settings.planners = (*there, *sorted(self._to_come))
        self.settings.planner_options = {
            key: [f"{name}={text}" for name, text in text_pairs(values)]
            for key, values in self.options.items()
            if values
        }
        self.settings.planner_colours = dict(self.colours)


def apart(wanted: Sequence[int | None]) -> list[int]:
    """Colours as they are wanted, each given once while there are enough; who wants none gets what is left."""
    found: dict[int, int] = {}
    for at in sorted(range(len(wanted)), key=lambda at: wanted[at] is None):
        wish = wanted[at]
        found[at] = _free(at % SERIES if wish is None else wish, found.values())
    return [found[at] for at in range(len(wanted))]


def _free(usual: int, taken: Collection[int]) -> int:
    """The first colour from the usual one on that is not taken; the usual one if all are."""
    return next((n for n in ((usual + step) % SERIES for step in range(SERIES)) if n not in taken), usual)


def _options_of(key: str, remembered: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they were; without those that are no longer what they were."""
    known, values = {option.name: option for option in planners[key].options}, dict[str, Any]()
    for text in remembered.get(key, ()):
        name, _, value = text.partition("=")
        try:
            values[name] = known[name].parse(value, f"{key}.{name}")
        except (KeyError, SandboxError):
            continue
    return values
