"""Numba's dispatchers as kernels use them, with every shortcut that works."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from sandbox.kernels.compiling import shortcuts

_lock = threading.RLock()


def compiler_lock() -> contextlib.AbstractContextManager[Any]:
    """Numba's own lock, for Numba calls our cache while it holds it."""
    if not shortcuts.working("lock"):
        return _lock
    from numba.core.compiler_lock import global_compiler_lock

    return cast("contextlib.AbstractContextManager[Any]", global_compiler_lock)


def known_options(options: dict[str, bool]) -> dict[str, bool]:
    """Those options this Numba knows."""
    return {name: value for name, value in options.items() if shortcuts.working(name)}


def take_shortcuts(built: Any) -> None:
    """Let a dispatcher compile, and be called by kernels, with our shortcuts. Others are left alone."""
    if shortcuts.working("widening"):
        built.get_call_template = functools.partial(_call_widened, built.get_call_template)
    if any(map(shortcuts.working, ("flags", "signatures", "operators"))):
        built.compile = functools.partial(_compile, built.compile)


def _compile(compile_plainly: Callable[[Any], Any], signature: Any) -> Any:
    """What a dispatcher does when it meets new types."""
    with compiler_lock(), shortcuts.taken():
        return compile_plainly(signature)


def keep_on_disk(built: Any, origins: frozenset[tuple[str, Path]], fill: Callable[[], None]) -> None:
    """Give a dispatcher its disk cache where these origins belong; `fill` is called before it compiles."""
    from sandbox.kernels.compiling import cache

    if shortcuts.working("disk") and all(file.is_file() for _, file in origins):
        from sandbox.kernels.compiling import disk, prebuilt

        found = prebuilt.finder(origins)
        built._cache = disk.DiskCache(built.py_func, cache.folder(origins), fill, found)  # noqa: SLF001
    else:  # a notebook's kernels are in no file
        fill()


def settled(built: Any, args: tuple[Any, ...]) -> Callable[..., Any]:
    """The machine code for the types of these arguments, or what chooses it anew at each call."""
    if shortcuts.working("steady"):
        code = built.compile(tuple(map(built.typeof_pyval, args)))
        if callable(code):
            return cast("Callable[..., Any]", code)
    return cast("Callable[..., Any]", built)


def compilations(built: Any) -> int:
    """How often a dispatcher compiled, rather than loaded from the disk cache."""
    with contextlib.suppress(AttributeError):
        return sum(built.stats.cache_misses.values())
    return len(built.signatures)


def taken_prebuilt() -> int:
    """How many kernels were among those that came with the package."""
    from sandbox.kernels.compiling import prebuilt

    return prebuilt.taken()


def _call_widened(get_call_template: Callable[..., Any], args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """How a kernel calls a kernel: with constants and short integers as plain ones.

    Numba would compile the callee once more for every constant it is given and for every mixture of int32
    (what arrays of indices hold) and int64.
    """
    return get_call_template(tuple(map(widened, args)), kws)


def widened(kind: Any) -> Any:
    """The type a kernel gets for one that it is given."""
    from numba import types

    known: Any = types
    plain = known.unliteral(kind)
    short = isinstance(plain, known.Integer) and plain.signed and plain.bitwidth < 64
    return known.int64 if short else plain


@contextlib.contextmanager
def vectors(wanted: bool) -> Iterator[None]:
    """Whether LLVM puts like operations side by side, while one kernel is compiled."""
    if not shortcuts.working("vectors"):
        yield
        return
    import numba

    config: Any = numba.config
    before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, int(wanted)
    try:
        yield
    finally:
        config.SLP_VECTORIZE = before
