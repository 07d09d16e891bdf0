"""Which warm-up is next: what somebody waits for, then what is wanted soon, then the others from two ends.

    now    one after the other, from the front; ends what is less urgent, if all are busy
    soon   likewise, but ends nothing
    packages  whose warm-ups come before those of other packages

Of the others neighbours share kernels, so that one worker takes from the front and the other from the back.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Names = tuple[str, ...]


class Needs(NamedTuple):
    """What is needed, by the names of warm-ups, the first first. Names that are not known are passed over."""

    now: Names = ()
    soon: Names = ()
    packages: Names = ()

    def to_json(self) -> str:
        """As a line for the compiling child."""
        return json.dumps(self._asdict())

    @classmethod
    def of_json(cls, line: str) -> Needs:
        """From such a line."""
        said = json.loads(line)
        return cls(*(tuple(map(str, said.get(field, ()))) for field in cls._fields))


class Task(NamedTuple):
    """A warm-up to be done, and whether somebody waits for it."""

    name: str
    urgent: bool


class Order:
    """Every warm-up once, handed out in order of need. For several threads."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._left = list(names)
        self._needs = Needs()
        self._lock = threading.Lock()

    def add(self, names: Sequence[str]) -> None:
        """Have these done too."""
        with self._lock:
            self._left += names

    def need(self, needs: Needs) -> None:
        """From now on this is what is needed."""
        with self._lock:
            self._needs = needs

    def clear(self) -> None:
        """Nothing more is to be done."""
        with self._lock:
            self._left.clear()

    @property
    def pressing(self) -> bool:
        """Whether something is waited for that nobody has begun."""
        with self._lock:
            return any(name in self._left for name in self._needs.now)

    def is_urgent(self, name: str) -> bool:
        """Whether this is waited for."""
        return name in self._needs.now

    def is_soon(self, name: str) -> bool:
        """Whether this is wanted soon."""
        return name in self._needs.soon

    def take(self, *, from_front: bool) -> Task | None:
        """The next one; None if there is none."""
        with self._lock:
            name = next(self._by_need(from_front), None)
            if name is None:
                return None
            self._left.remove(name)
            return Task(name, self.is_urgent(name))

    def give_back(self, name: str) -> None:
        """What was broken off is the next of the rest."""
        with self._lock:
            self._left.insert(0, name)

    def _by_need(self, from_front: bool) -> Iterator[str]:
        for name in (*self._needs.now, *self._needs.soon):
            if name in self._left:
                yield name
        rest = self._left if from_front else self._left[::-1]
        yield from (name for name in rest if package_of(name) in self._needs.packages)
        yield from rest


def package_of(name: str) -> str:
    """The package a warm-up belongs to."""
    return name.partition(":")[0]
