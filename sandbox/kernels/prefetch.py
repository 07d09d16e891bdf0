"""Memory asked for before it is needed, so that waiting for it overlaps with work."""

from __future__ import annotations

from typing import Any

from sandbox.kernels.jit import intrinsic


@intrinsic("prefetch", "none(uint64[::1], int64)")
def prefetch(words: Any, at: int) -> None:
    """Tell the processor that the cache line of `words[at]` will be read; no answer depends on it."""
