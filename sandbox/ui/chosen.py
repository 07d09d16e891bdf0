"""Which planners are ticked and with what options: the same in every tab, and the next time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.planning.api import planners
from sandbox.ui.forms import text_pairs

if TYPE_CHECKING:
    from sandbox.settings import Settings

FIRST_TICKED = ("astar", "jps", "hpa", "polyanya")


class Chosen:
    """Read from the settings once; whoever changes something says so. `changes` counts that."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        remembered = {key for key in settings.planners if key in planners}
        self.ticked: set[str] = remembered or set(FIRST_TICKED)
        self.options = {entry.key: _options_of(entry.key, settings.planner_options) for entry in planners}
        self.changes = 0

    def tick(self, key: str, *, on: bool) -> None:
        """Tick a planner or not."""
        (self.ticked.add if on else self.ticked.discard)(key)
        self.keep()

    def turn(self, key: str, on: bool) -> None:
        """The same, as boxes say it."""
        self.tick(key, on=on)

    def keep(self) -> None:
        """Remember how it is now."""
        self.changes += 1
        self.settings.planners = tuple(entry.key for entry in planners if entry.key in self.ticked)
        self.settings.planner_options = {
            key: [f"{name}={text}" for name, text in text_pairs(values)]
            for key, values in self.options.items()
            if values
        }


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
