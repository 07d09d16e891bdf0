"""Numba's compiler flags, compared quickly: a tenth of what compiling every kernel costs.

Numba looks overloads up under a key that holds its flags. Hashing and comparing those reads each of two dozen
options through a property, three times a look-up, fifty thousand times for a large kernel. The options that
were set are a dictionary, and two flags with equal dictionaries are equal.
"""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def changes() -> tuple[tuple[Any, str, Any], ...]:
    """A quick comparison and hash for the class of Numba's flags; what is equal to what stays as it was."""
    from numba.core import targetconfig

    flags: Any = targetconfig.TargetConfig
    by_option = flags.__eq__
    hashes: dict[Any, int] = {}

    def equal(self: Any, other: Any) -> Any:
        if type(self) is not type(other):
            return by_option(self, other)
        return _same(self._values, other._values, self.options)  # noqa: SLF001

    def hashed(self: Any) -> int:
        kind = type(self)
        if kind not in hashes:  # Numba takes in the names of the options, not their values
            hashes[kind] = hash(tuple(sorted(kind.options)))
        return hashes[kind]

    return (flags, "__eq__", equal), (flags, "__hash__", hashed)


def trial() -> None:
    """Raise where the quick comparison or hash differs from Numba's own."""
    from numba.core.compiler import Flags

    (_, _, equal), (_, _, hashed) = changes()
    plain, one, other = Flags(), Flags(), Flags()
    one.nrt, other.nrt = True, False
    for a in (plain, one, other):
        for b in (plain, one, other):
            if equal(a, b) != (a.values() == b.values()):
                raise ValueError("flags are compared in another way")
        if hashed(a) != hash(tuple(sorted(a.values()))):
            raise ValueError("flags are hashed in another way")


def _same(mine: dict[str, Any], yours: dict[str, Any], options: Any) -> bool:
    """Whether two sets of options say the same, one that is not set having its default."""
    if mine == yours:
        return True
    for name in mine.keys() | yours.keys():
        default = options[name].default
        if mine.get(name, default) != yours.get(name, default):
            return False
    return True
