"""Actions: everything that can be done, each with an id, a title and keys that can be rebound.

Menus, the command palette, tooltips and the sheet of keys all read this one registry, so that a key shown is
the key that works. An action belongs to a place (`where`): "" works everywhere, any other scope only while
the focus is inside a widget of that scope or the scope is among the registry's `places` (the tab shown).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

MAC_SIGNS = {"Ctrl": "⌘", "Alt": "⌥", "Shift": "⇧"}
SIGNS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Plus": "+"}
ORDER = ("Ctrl", "Alt", "Shift")


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do: a stable id, what to call it, its keys, the doing, and when it can be done."""

    id: str
    title: str
    keys: tuple[str, ...]
    run: Callable[[], object]
    enabled: Callable[[], bool] | None = None
    where: str = ""
    icon: str = ""
    once: bool = False  # a key that is held does it one time: what would be done and undone, or gone past

    @property
    def available(self) -> bool:
        """Whether it can be done now."""
        return self.enabled is None or self.enabled()


def normal_key(combo: str) -> str:
    """Return a combination as events spell it; raise ValueError where it is none."""
    parts = re.split(r"\+(?=.)", combo.strip())
    *mods, key = [part.strip() for part in parts]
    names = {mod.capitalize().replace("Control", "Ctrl").replace("Cmd", "Ctrl") for mod in mods}
    if not key.isprintable() or not key or (len(key) > 1 and "+" in key) or not names <= set(ORDER):
        raise ValueError(f"key {combo!r}: expected modifiers (Ctrl, Alt, Shift) and one key, e.g. Ctrl+Shift+K")
    key = "Plus" if key == "+" else key.upper() if len(key) == 1 else key
    return "".join(f"{mod}+" for mod in ORDER if mod in names) + key


def key_label(combo: str) -> str:
    """Return how a combination is shown on this system."""
    parts = combo.split("+")
    if sys.platform == "darwin":
        return "".join(MAC_SIGNS.get(p, SIGNS.get(p, p)) for p in parts)
    return "+".join(SIGNS.get(p, p) for p in parts)


class Actions:
    """The registry of actions."""

    def __init__(self) -> None:
        self._actions: dict[str, Action] = {}
        self._defaults: dict[str, tuple[str, ...]] = {}
        self._remembered: dict[str, tuple[str, ...]] = {}  # also of actions that are not registered (yet)
        self.places: tuple[str, ...] = ()

    def add(self, action: Action) -> Action:
        """Register an action; an id taken already is refused."""
        if action.id in self._actions:
            raise ValueError(f"action {action.id!r} is registered already")
        first = self._defaults[action.id] = tuple(normal_key(key) for key in action.keys)
        left = tuple(key for key in first if not self._given_away(key, action))
        self._actions[action.id] = replace(action, keys=self._remembered.get(action.id, left))
        return self._actions[action.id]

    def _given_away(self, key: str, action: Action) -> bool:
        """Whether a rival was given this key before the action came."""
        return any(key in other.keys and key not in self._defaults[other.id] for other in self._rivals(action))

    def remove(self, action_id: str) -> None:
        """Take an action out."""
        del self._actions[action_id], self._defaults[action_id]

    def __contains__(self, action_id: str) -> bool:
        return action_id in self._actions

    def __getitem__(self, action_id: str) -> Action:
        return self._actions[action_id]

    def all(self) -> list[Action]:
        """Return every action, in the order of registration."""
        return list(self._actions.values())

    def here(self, places: Iterable[str] = ()) -> list[Action]:
        """Return the actions that work in these places and everywhere."""
        scopes = {"", *self.places, *places}
        return [action for action in self._actions.values() if action.where in scopes]

    def label_of(self, key: str) -> str:
        """Return as it is shown the key that does now what this one did at first; itself if it did nothing."""
        doing = [action for action in self.here() if key in self._defaults[action.id]]
        keys = doing[-1].keys[:1] if doing else (key,)
        return "".join(map(key_label, keys))

    def own(self, action_id: str) -> tuple[str, ...]:
        """Return the keys an action had at first."""
        return self._defaults[action_id]

    def holders(self, combo: str, action_id: str) -> list[Action]:
        """Return the other actions that have a combination where this one has to do with it."""
        return [other for other in self._rivals(self._actions[action_id]) if combo in other.keys]

    def rebind(self, action_id: str, keys: Iterable[str]) -> list[Action]:
        """Give an action other keys; return the actions that had one of them in the same place and lost it."""
        action = replace(self._actions[action_id], keys=tuple(normal_key(key) for key in keys))
        losers = [other for other in self._rivals(action) if set(other.keys) & set(action.keys)]
        for other in losers:
            left = tuple(key for key in other.keys if key not in action.keys)
            self._actions[other.id] = replace(other, keys=left)
        self._actions[action_id] = action
        return losers

    def _rivals(self, action: Action) -> list[Action]:
        return [
            other
            for other in self._actions.values()
            if other.id != action.id and (other.where == action.where or not other.where or not action.where)
        ]

    def reset(self) -> None:
        """Give every action its first keys back, those that come later too."""
        self._remembered.clear()
        for action_id, keys in self._defaults.items():
            self._actions[action_id] = replace(self._actions[action_id], keys=keys)

    def rebound(self) -> dict[str, list[str]]:
        """Return the keys that differ from the first ones, to be remembered."""
        absent = {name: list(keys) for name, keys in self._remembered.items() if name not in self._actions}
        return absent | {a.id: list(a.keys) for a in self._actions.values() if a.keys != self._defaults[a.id]}

    def restore(self, rebound: Mapping[str, Iterable[str]]) -> list[str]:
        """Take up remembered keys, for actions that come later too. Return what is wrong with those that are none."""
        problems = []
        for name, keys in rebound.items():
            try:
                self._remembered[name] = tuple(map(normal_key, keys))
            except ValueError as error:
                problems.append(f"{name}: {error}")
        for name in self._remembered.keys() & self._actions.keys():
            self._actions[name] = replace(self._actions[name], keys=self._remembered[name])
        return problems

    def press(self, combo: str, places: Iterable[str] = (), *, repeat: bool = False) -> bool:
        """Do what a key stands for: the innermost place first, then everywhere."""
        for place in (*places, *self.places, ""):
            for action in self._actions.values():
                if action.where == place and combo in action.keys and action.available:
                    if not (repeat and action.once):
                        action.run()
                    return True
        return False
