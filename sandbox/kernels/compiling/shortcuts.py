"""What kernels take of Numba beyond what it documents, and what happens where that has changed.

Each shortcut makes compiling quicker or keeps what was compiled; none changes an answer. It is taken only if Numba's
version is among those known, if its own trial succeeds, and unless SANDBOX_PLAIN_NUMBA is set. Otherwise kernels are
compiled without it, and one warning names what is missing. ADR 2 lists the names of Numba's that are relied upon.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

VARIABLE = "SANDBOX_PLAIN_NUMBA"
KNOWN = ((0, 61), (0, 69))
"""The first version that will do and the first that nobody tried; pyproject.toml says the same."""

OPTIONS = ("no_cpython_wrapper", "no_cfunc_wrapper", "_nrt", "forceinline")
"""Options of `njit` that its documentation does not mention; each is a shortcut of its own."""


def working(name: str) -> bool:
    """Whether a shortcut can be taken."""
    return name in _working()


def give_up(name: str, error: Exception) -> None:
    """Go on without a shortcut that failed although its trial did not."""
    if working(name):
        _working().discard(name)
        _warn({name: error})


@functools.cache
def _working() -> set[str]:
    """The shortcuts that passed their trials."""
    if os.environ.get(VARIABLE, "0") not in ("", "0"):
        return set()
    failures = _failures()
    if failures:
        _warn(failures)
    return set(_TRIALS) - set(failures)


def _failures() -> dict[str, Exception]:
    """What does not work here, and why."""
    import numba

    if not is_known(numba.__version__):
        first, beyond = (".".join(map(str, v)) for v in KNOWN)
        unknown = RuntimeError(f"expected a version from {first} to below {beyond}")
        return dict.fromkeys(_TRIALS, unknown)
    failures: dict[str, Exception] = {}
    for name, trial in _TRIALS.items():
        try:
            trial()
        except Exception as error:  # noqa: BLE001  (Numba may have changed in any way)
            failures[name] = error
    return failures


def is_known(version: str) -> bool:
    """Whether a version of Numba, such as 0.61.2, is one of those that were tried."""
    first, beyond = KNOWN
    return first <= tuple(map(int, re.findall(r"\d+", version)[:2])) < beyond


def _warn(failures: dict[str, Exception]) -> None:
    import numba

    why = "; ".join(dict.fromkeys(f"{type(e).__name__}: {e}" for e in failures.values()))
    text = f"Numba {numba.__version__} is used without {', '.join(failures)}: compiling is slower ({why})"
    warnings.warn(text, RuntimeWarning, stacklevel=4)


class _AskedError(Exception):
    """A dispatcher asked its cache, as it should."""


class _Asked:
    """A cache that only tells that it is asked."""

    def load_overload(self, _signature: Any, context: Any) -> None:
        context.refresh()
        context.codegen().magic_tuple()
        raise _AskedError


def _nothing() -> int:
    return 0


def _dispatcher() -> Any:
    import numba

    return numba.njit(_nothing)


def _try_lock() -> None:
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock:
        pass


def _try_disk() -> None:
    """Dispatchers ask the cache they are given, and what they compile can be taken apart and put together."""
    from numba.core import compiler, serialize
    from numba.core.compiler_lock import global_compiler_lock

    from sandbox.kernels.compiling.disk import DiskCache

    _need(compiler.CompileResult, "_reduce", "_rebuild")
    _need(serialize, "dumps")
    with global_compiler_lock:
        built = _dispatcher()
        _need(built, "compile")
        _need(DiskCache, *(name for name in dir(built._cache) if not name.startswith("_")))  # noqa: SLF001
        built._cache = _Asked()  # noqa: SLF001
        with contextlib.suppress(_AskedError):
            built.compile(())
            raise AttributeError("a dispatcher does not ask its cache")


def _try_widening() -> None:
    from numba import types

    from sandbox.kernels.compiling.dispatchers import widened

    _need(_dispatcher(), "get_call_template")
    found = [widened(kind) for kind in (types.int32, types.literal(3), types.uint32, types.float32)]
    if found != [types.int64, types.int64, types.uint32, types.float32]:
        raise ValueError(f"short integers are widened to {found}")


def _try_option(name: str) -> None:
    """An option that is not known raises."""
    from numba.core.compiler import Flags
    from numba.core.registry import cpu_target

    cpu_target.options.parse_as_flags(Flags(), {name: True})


def _try_vectors() -> None:
    import numba

    _need(numba.config, "SLP_VECTORIZE")


def _try_steady() -> None:
    _need(_dispatcher(), "compile", "typeof_pyval")


def _try_compile() -> None:
    """Classes can be changed while one dispatcher compiles, and nobody else does."""
    _try_lock()
    _need(_dispatcher(), "compile")


def _try_flags() -> None:
    from sandbox.kernels.compiling import flags

    _try_compile()
    flags.trial()


def _try_signatures() -> None:
    from sandbox.kernels.compiling import inference

    _try_compile()
    _need(inference.INFERER, "return_types_from_partial", "_get_return_vars")
    _need(inference.VARIABLE, "getone")


def _try_operators() -> None:
    from sandbox.kernels.compiling import inference

    _try_compile()
    _need(inference.FUNCTION, "get_call_type")


def _need(thing: Any, *names: str) -> None:
    for name in names:
        getattr(thing, name)


_TRIALS: dict[str, Callable[[], None]] = {
    "lock": _try_lock,
    "disk": _try_disk,
    "widening": _try_widening,
    **{name: functools.partial(_try_option, name) for name in OPTIONS},
    "vectors": _try_vectors,
    "steady": _try_steady,
    "flags": _try_flags,
    "signatures": _try_signatures,
    "operators": _try_operators,
}


@contextlib.contextmanager
def taken() -> Iterator[None]:
    """Numba's classes with our shortcuts in them; afterwards, and for everybody else, they are as they were.

    Who calls this holds Numba's compiler lock, so that nobody else compiles meanwhile.
    """
    changes = _changes()
    before = [(owner, name, vars(owner)[name]) for owner, name, _ in changes]
    for owner, name, ours in changes:
        setattr(owner, name, ours)
    try:
        yield
    finally:
        for owner, name, theirs in before:
            setattr(owner, name, theirs)


def _changes() -> list[tuple[Any, str, Any]]:
    """Class, name, and what we put there."""
    changes: list[tuple[Any, str, Any]] = []
    if working("flags"):
        from sandbox.kernels.compiling import flags

        changes += flags.changes()
    if working("signatures"):
        from sandbox.kernels.compiling import inference

        changes.append((inference.INFERER, "return_types_from_partial", inference.declared_or_inferred))
    if working("operators"):
        from sandbox.kernels.compiling import inference

        changes.append((inference.FUNCTION, "get_call_type", inference.known_or_found))
    return changes
