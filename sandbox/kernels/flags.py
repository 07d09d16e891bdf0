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

    def equal(self: Any, other: Any) -> Any:
        same = self is other or (type(self) is type(other) and self._values == other._values)  # noqa: SLF001
        return same or by_option(self, other)

    def hashed(self: Any) -> int:
        return _hash_of(tuple(type(self).options))

    flags.__eq__, flags.__hash__ = equal, hashed


@functools.cache
def _hash_of(names: tuple[str, ...]) -> int:
    """What Numba's own hash comes to: it takes in the names of the options, not their values."""
    return hash(tuple(sorted(names)))
