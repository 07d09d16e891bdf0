"""The one way a kernel is compiled, cached and specialised.

`@kernel` is our one set of Numba options. `specialise(text, **bindings)` compiles the *same source*
again with some of its free names bound to other kernels, so that best-first search is written once for
every graph and alpha-beta once for every game:

    @kernel
    def neighbours(...): ...            # a typed default, so that mypy, readers and JIT-off runs see a function

    @kernel
    def search(...):
        ... neighbours(...) ... record(...) ...

    search_recorded = specialise(search, record=record_event)

What `specialise` does: it walks the family of kernels reachable from the text; every member that
mentions a bound name, or a member that does, is copied over a new globals dict and jitted anew; the others
are shared. A copy's `__qualname__` is derived from the bindings, since Numba's disk cache tells functions
apart by name alone: the same bindings give the same kernel back, different bindings under one name raise.

A kernel is *lazy*: importing a module of kernels costs nothing, Numba itself is imported and the function
compiled (or loaded from the disk cache) when it is first called. That keeps the window's first frame and
`--help` free of Numba's half second.

Bind only the domain (graph, game), the heuristic or evaluation, and the recorder; everything else is a
run-time flag, otherwise variants explode. Never make two kernels call each other (a cached pair crashes
the second process): use one kernel with a role argument. A kernel may call itself if it is given a
`signature`. Arguments are positional.
"""

from __future__ import annotations

import hashlib
import os
import threading
import types
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from typing import Any, TypeVar, cast, overload

import numpy as np

from sandbox.errors import SandboxError

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}

JIT_OFF: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""True when kernels run as plain Python."""

_specialised: dict[str, Kernel] = {}
_built: list[Any] = []  # every Numba dispatcher of this process
_lock = threading.RLock()


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, signature: str) -> Callable[[F], F]: ...


def kernel(function: F | None = None, *, signature: str = "") -> F | Callable[[F], F]:
    """Compile a function with our options, when first called. A recursive kernel states its signature."""
    if function is None:
        return lambda f: cast("F", Kernel(f, signature))
    return cast("F", Kernel(function, signature))


def intrinsic(operation: str, signature: str) -> Callable[[F], F]:
    """Compile to one LLVM operation; the decorated body is its twin for JIT-off runs.

    `operation` is a method of llvmlite's IRBuilder (`ctlz`, `cttz`, `lshr`, …).
    """
    return lambda twin: cast("F", Intrinsic(twin, signature, operation))


class Kernel:
    """A function that is compiled on its first call, together with the kernels it mentions."""

    def __init__(self, text: Callable[..., Any], signature: str = "", binds: dict[str, Kernel] | None = None) -> None:
        self.text = text
        self.signature = signature
        self.binds = binds or {}
        self._ready: Any = None
        update_wrapper(self, text)

    def __call__(self, *args: Any) -> Any:
        if JIT_OFF:
            with np.errstate(over="ignore"):  # unsigned words wrap around, as they do when compiled
                return self.ready()(*args)
        return (self._ready or self.ready())(*args)

    def __repr__(self) -> str:
        return f"<kernel {self.full_name}>"

    @property
    def full_name(self) -> str:
        """The name by which a kernel is told apart."""
        return f"{self.text.__module__}.{self.text.__qualname__}"

    @property
    def callees(self) -> dict[str, Kernel]:
        """The kernels this one mentions, by the names it uses for them."""
        scope = self.text.__globals__
        found = {n: self.binds.get(n, scope.get(n)) for n in _free_names(self.text.__code__)}
        return {n: k for n, k in found.items() if isinstance(k, Kernel)}

    def ready(self) -> Any:
        """What really runs: the compiled dispatcher, or a plain function when the JIT is off."""
        with _lock:
            if self._ready is None:
                self._ready = self._build()
        return self._ready

    def _build(self) -> Any:
        callees = self.callees
        scope = dict(self.text.__globals__)
        scope.update({n: k.ready() for n, k in callees.items() if k is not self})
        twin = _copy(self.text, scope)
        own_names = [n for n, k in callees.items() if k is self]
        if own_names and not self.signature:
            raise SandboxError(f"{self.full_name} calls itself and needs a signature")
        if JIT_OFF:
            scope.update(dict.fromkeys(own_names, twin))
            return twin
        return self._compile(twin, scope, own_names)

    def _compile(self, twin: Any, scope: dict[str, Any], own_names: list[str]) -> Any:
        dispatcher = _numba().njit(**OPTIONS)(twin)
        scope.update(dict.fromkeys(own_names, dispatcher))
        _built.append(dispatcher)
        if self.signature:
            dispatcher.compile(self.signature)
            dispatcher.disable_compile()
        return dispatcher


class Intrinsic(Kernel):
    """One machine instruction, with a Python twin."""

    def __init__(self, twin: Callable[..., Any], signature: str, operation: str) -> None:
        super().__init__(twin, signature)
        self.operation = operation

    def _build(self) -> Any:
        if JIT_OFF:
            return self.text
        from sandbox.kernels.llvm import intrinsic_of  # noqa: PLC0415  (Numba stays unimported until needed)

        _numba()
        return intrinsic_of(self.operation, self.signature, self.text.__name__)


def specialise(text: F, **bindings: Callable[..., Any]) -> F:
    """Compile `text` and its family again with free names bound to other kernels.

    Every binding is a kernel. Raises SandboxError for a name that is free nowhere in the family and for
    two different bindings that would carry the same name.
    """
    root = _as_kernel("text", text)
    bound = {name: _as_kernel(name, bindings[name]) for name in sorted(bindings)}
    with _lock:
        return cast("F", _Family(root, bound).twin_of(root))


def compiled() -> int:
    """How many kernels this process compiled, rather than loaded from the disk cache."""
    return sum(sum(d.stats.cache_misses.values()) for d in _built)


def _as_kernel(name: str, thing: Any) -> Kernel:
    if not isinstance(thing, Kernel):
        raise SandboxError(f"{name} must be a kernel, not {thing!r}")
    return thing


class _Family:
    """The kernels reachable from a text, and their twins under some bindings."""

    def __init__(self, root: Kernel, bindings: dict[str, Kernel]) -> None:
        self.bindings = bindings
        self.members: dict[Kernel, dict[str, Kernel]] = {}
        self._walk(root)
        self._check(root)
        self.touched = self._touched()

    def _walk(self, member: Kernel) -> None:
        if member not in self.members:
            self.members[member] = member.callees
            for callee in member.callees.values():
                self._walk(callee)

    def _check(self, root: Kernel) -> None:
        free = {name for callees in self.members.values() for name in callees}
        for name in self.bindings:
            if name not in free:
                raise SandboxError(f"{root.full_name} has no free name {name!r}; it has {sorted(free)}")

    def _touched(self) -> set[Kernel]:
        """Members that mention a bound name, or mention a member that does."""
        touched = {k for k, callees in self.members.items() if set(self.bindings) & set(callees)}
        while more := {k for k, c in self.members.items() if touched & set(c.values())} - touched:
            touched |= more
        return touched

    def twin_of(self, member: Kernel) -> Kernel:
        """The member under the bindings: itself if they do not concern it."""
        if member not in self.touched:
            return member
        rebound = {n: self._rebound(n, k, member) for n, k in self.members[member].items()}
        return _remember(member, rebound, self._relevant(member))

    def _rebound(self, name: str, callee: Kernel, member: Kernel) -> Kernel:
        if name in self.bindings:
            return self.bindings[name]
        return callee if callee is member else self.twin_of(callee)

    def _relevant(self, member: Kernel) -> dict[str, Kernel]:
        """The bindings that reach this member: they alone make its name, so that twins are shared."""
        seen: set[Kernel] = set()
        used: set[str] = set()

        def visit(k: Kernel) -> None:
            if k not in seen:
                seen.add(k)
                used.update(set(self.bindings) & set(self.members[k]))
                for callee in self.members[k].values():
                    visit(callee)

        visit(member)
        return {n: b for n, b in self.bindings.items() if n in used}


def _remember(member: Kernel, rebound: dict[str, Kernel], bindings: dict[str, Kernel]) -> Kernel:
    """Make a twin, or give back the one made before under the same name and bindings."""
    name = member.full_name + _suffix(bindings)
    known = _specialised.get(name)
    if known is None:
        known = _specialised[name] = _twin(member, rebound, _suffix(bindings))
    if known.text.__code__ is not member.text.__code__ or _differ(known, member, rebound):
        raise SandboxError(f"two different bindings would be cached under one name: {name}")
    return known


def _twin(member: Kernel, rebound: dict[str, Kernel], suffix: str) -> Kernel:
    text = _copy(member.text, dict(member.text.__globals__))
    text.__qualname__ = member.text.__qualname__ + suffix
    twin = Kernel(text, member.signature)
    twin.binds = {n: (twin if k is member else k) for n, k in rebound.items()}
    return twin


def _differ(known: Kernel, member: Kernel, rebound: dict[str, Kernel]) -> bool:
    wanted = {n: (known if k is member else k) for n, k in rebound.items()}
    return known.binds != wanted


def _suffix(bindings: dict[str, Kernel]) -> str:
    """Readable names, and a digest of the full ones: file names are short, collisions are not."""
    full = ",".join(f"{name}={bound.full_name}" for name, bound in bindings.items())
    digest = hashlib.blake2b(full.encode(), digest_size=5).hexdigest()
    readable = ",".join(bound.text.__name__ for bound in bindings.values())
    return f"[{readable[:60]}~{digest}]"


def _copy(text: Any, scope: dict[str, Any]) -> types.FunctionType:
    twin = types.FunctionType(text.__code__, scope, text.__name__, text.__defaults__, text.__closure__)
    twin.__annotations__ = {}
    twin.__module__ = text.__module__
    twin.__doc__ = text.__doc__
    twin.__qualname__ = text.__qualname__
    return twin


def _free_names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _free_names(constant)


@cache
def _numba() -> Any:
    """Numba, with its disk cache in our folder."""
    import numba  # noqa: PLC0415  (half a second that the first frame does not wait for)

    from sandbox.kernels.cache import folder  # noqa: PLC0415

    numba.config.CACHE_DIR = str(folder())
    return numba
