"""Numba's compiler flags, compared quickly: a tenth of what compiling every kernel costs.

Numba looks overloads up under a key that holds its flags. Hashing and comparing those reads each of two dozen
options through a property, three times a look-up, fifty thousand times for a large kernel. The options that
were set are a dictionary, and two flags with equal dictionaries are equal.
"""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def compare_quickly() -> None:
    """Give Numba's flags a quick comparison, once; what is equal to what stays as it was."""
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

    flags.__eq__, flags.__hash__ = equal, hashed


def _same(mine: dict[str, Any], yours: dict[str, Any], options: Any) -> bool:
    """Whether two sets of options that were set come to the same, unset ones having their defaults."""
    if mine == yours:
        return True
    for name in mine.keys() | yours.keys():
        default = options[name].default
        if mine.get(name, default) != yours.get(name, default):
            return False
    return True
