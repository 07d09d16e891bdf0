"""The promise behind `@kernel(steady=True)`, that its types never change, held to in runs that look at bounds."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def watched(ready: Any) -> Callable[..., Any]:
    """Return a compiled kernel that refuses other types than those of its first call."""
    import numba

    first: list[tuple[Any, ...]] = []

    @functools.wraps(ready)
    def call(*args: Any) -> Any:
        types = tuple(_counted_alike(numba.typeof(arg)) for arg in args)
        if not first:
            first.append(types)
        if types != first[0]:
            odd = next((a, b) for a, b in zip(first[0], types, strict=True) if a != b)
            raise TypeError(f"{ready.__name__} is steady: found {odd[1]}, expected {odd[0]} as in its first call")
        return ready(*args)

    return call


def _counted_alike(kind: Any) -> Any:
    """Whole numbers of any width are taken out of their objects alike."""
    from numba import types

    return types.int64 if isinstance(kind, types.Integer) else kind
