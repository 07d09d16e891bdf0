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
are shared. What is bound is taken as it is. A copy's `__qualname__` is derived from the bindings, since the
disk cache tells functions apart by name: the same bindings give the same kernel back, different bindings
under one name raise.

A kernel is *lazy*: importing a module of kernels costs nothing, Numba itself is imported and the function
compiled (or loaded from the disk cache) when it is first called. That keeps the window's first frame and
`--help` free of Numba's half second.

Bind only the domain (graph, game), the heuristic or evaluation, and the recorder; everything else is a
run-time flag, otherwise variants explode. Never make two kernels call each other (a cached pair crashes
the second process): use one kernel with a role argument. A kernel may call itself if it is given a
`signature`. A kernel sees globals only, and calls other kernels by a name of its own module (`from … import
popcount`, not `bits.popcount`). Arguments are positional. Called from Python, a kernel that returns a uint64
gives an int.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import time
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self, TypedDict, TypeVar, Unpack, cast, overload

import numpy as np

from sandbox.errors import SandboxError
from sandbox.kernels.compiling import dispatchers
from sandbox.kernels.compiling.steady import watched
from sandbox.kernels.compiling.texts import attributes_of_globals, copied, global_names, real

if TYPE_CHECKING:
    from pathlib import Path

F = TypeVar("F", bound=Callable[..., Any])

INSIDE = "~inside"
"""What the name of a kernel ends in that is compiled for other kernels only."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

STARTED = time.time()
"""When this process began to import kernels: a source that changed later may differ from what was imported."""

JIT_OFF: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""True when kernels run as plain Python."""

BOUNDS_CHECKED: bool = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")

_built: list[Any] = []  # every Numba dispatcher of this process
_lock = threading.RLock()


def _building() -> contextlib.AbstractContextManager[Any]:
    """Held while a kernel is made ready: Numba's own lock, for Numba calls back while it holds it."""
    return _lock if JIT_OFF else dispatchers.compiler_lock()


class Manner(TypedDict, total=False):
    """How a kernel is compiled and called."""

    signature: str
    lanes: bool
    counted: bool
    steady: bool
    inlined: bool


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(**manner: Unpack[Manner]) -> Callable[[F], F]: ...


def kernel(function: F | None = None, **manner: Unpack[Manner]) -> F | Callable[[F], F]:
    """Compile a function with our options, when first called. A recursive kernel states its signature.

    With `lanes` (and a signature), like operations on separate words are done side by side in vector
    registers. Numba leaves that off, since LLVM has miscompiled it: only for kernels of pure integer
    arithmetic whose every result is checked against known counts, such as move generators.

    With `counted=False`, references to arrays are not counted: for a kernel that is called from a hot loop and
    neither makes nor returns an array. Counting costs some 10 ns per array and call.

    A `steady` kernel is called from Python with the types of its first call, always, and they are not looked at
    again: Numba takes 0.2 µs for each array of a tuple, longer than many a search. The caller must keep
    to those dtypes and to contiguous arrays: any other is read as if it were one of them, which is undefined. With
    NUMBA_BOUNDSCHECK it is refused.

    An `inlined` kernel is put in the place of each of its calls, however long it is: for what a hot loop calls at
    several places with tuples of arrays, which are passed array by array, number by number; and for what a recursion
    calls, since for each call that is left Numba sets two words to zero wherever the recursion is entered.
    """
    if function is None:
        return lambda f: cast("F", Kernel(f, **manner))
    return cast("F", Kernel(function))


def intrinsic(operation: str, signature: str) -> Callable[[F], F]:
    """Compile to LLVM operations; the decorated body is their twin for calls from Python.

    `operation` is a method of llvmlite's IRBuilder (`ctlz`, `cttz`, …), or one of those that `compiling.llvm` writes
    (`clock`, `nth_set`, `prefetch`).
    """

    def decorate(twin: F) -> F:
        return cast("F", Intrinsic(twin, signature, operation))

    return decorate


class Kernel(functools.partial[Any]):
    """A function that is compiled on its first call, together with the kernels it mentions.

    It is a `partial` because that is the callable whose target can be exchanged without a Python frame in
    between: once compiled, calling a kernel costs what calling Numba's dispatcher costs. Unlike a `partial`
    of Python 3.14 and later, which a class would hand out as a method, a kernel is the same wherever it is kept.
    """

    text: Callable[..., Any]
    manner: Manner
    signature: str
    steady: bool
    binds: dict[str, Kernel]

    def __new__(cls, text: Callable[..., Any], *_: Any, **__: Any) -> Self:
        """Make one that still has to be compiled."""
        return super().__new__(cls, text)

    def __init__(self, text: Callable[..., Any], **manner: Unpack[Manner]) -> None:
        self._call(self._first_call)
        functools.update_wrapper(self, text)
        self.text = text
        self.manner = manner
        self.signature = manner.get("signature", "")
        self.steady = manner.get("steady", False) and not JIT_OFF
        self.binds = {}
        self._ready: Any = None
        self._inside: Any = None

    def __get__(self, instance: object, owner: type | None = None) -> Self:
        """A kernel kept on a class is the kernel: nothing is bound to it."""
        return self

    def __repr__(self) -> str:
        return f"<kernel {self.full_name}>"

    @property
    def full_name(self) -> str:
        """The name by which a kernel is told apart."""
        return f"{self.text.__module__}.{self.text.__qualname__}"

    @property
    def callees(self) -> dict[str, Kernel]:
        """The kernels this one mentions, by the names it uses for them."""
        scope = self.text.__globals__ | self.binds
        named = {n: thing for n in self.text.__code__.co_names if isinstance(thing := scope.get(n), Kernel)}
        used = global_names(self.text.__code__) if named else set()
        return {n: k for n, k in named.items() if n in used}

    @property
    def origins(self) -> frozenset[tuple[str, Path]]:
        """The modules from which this kernel and all it reaches come, and their files."""
        texts = [k.text for k in reachable(self)]
        return frozenset((t.__module__, real(t.__code__.co_filename)) for t in texts)

    def ready(self) -> Any:
        """What really runs: the compiled dispatcher, or a plain function when the JIT is off."""
        if self._ready is None:
            with _building():
                self._make_ready()
        return self._ready

    def inside(self) -> Any:
        """What other kernels call: compiled without the wrapper for Python's calls.

        Unpacking a tuple of arrays is most of what a small kernel costs to compile. One that is already
        there with its wrapper is used as it is.
        """
        if JIT_OFF or self._ready is not None:
            return self.ready()
        if self._inside is None:
            self._inside = self._build(INSIDE, no_cpython_wrapper=True, no_cfunc_wrapper=True)
        return self._inside

    def _first_call(self, *args: Any) -> Any:
        self.ready()
        return self.func(*args)

    def _call(self, target: Callable[..., Any]) -> None:
        """From now on, calling this kernel calls the target."""
        self.__setstate__((target, (), {}, self.__dict__))  # type: ignore[attr-defined]

    def _make_ready(self) -> None:
        if self._ready is not None:
            return  # another thread was faster
        self._ready = self._build()
        if self.steady:
            self._call(watched(self._ready) if BOUNDS_CHECKED else self._settle)
        else:
            self._call(_quietly(self._ready) if JIT_OFF else self._ready)

    def _settle(self, *args: Any) -> Any:
        """The first call of a steady kernel: from now on it is the machine code for these types."""
        with _building():
            self._call(dispatchers.settled(self._ready, args))
        return self.func(*args)

    def _build(self, suffix: str = "", **options: bool) -> Any:
        """The function over a new globals dict; the kernels it calls are put there when they are needed.

        They are not when compiled code is found on disk: loading it takes a fraction of what making a
        dispatcher for every kernel of the family would.
        """
        self._check()
        scope = dict(self.text.__globals__)
        twin = copied(self.text, scope)
        twin.__qualname__ += suffix  # the disk cache tells kernels apart by name
        if JIT_OFF:
            self._fill(scope, twin)
            return twin
        options |= {"forceinline": self.manner.get("inlined", False)}  # said either way: else a caller's holds
        if not self.manner.get("counted", True):
            options["_nrt"] = False  # not said otherwise: here a caller's shall hold
        built = _dispatcher(twin, options)
        dispatchers.keep_on_disk(built, self.origins, functools.partial(self._fill, scope, built))
        if self.signature:
            with dispatchers.vectors(self.manner.get("lanes", False)):
                built.compile(self.signature)
            built.disable_compile()
        return built

    def _fill(self, scope: dict[str, Any], built: Any) -> None:
        """Put what really runs in the place of the kernels a text mentions."""
        scope.update({n: built if k is self else k.inside() for n, k in self.callees.items()})

    def _check(self) -> None:
        """Refuse what would crash or go stale, before anything is compiled."""
        callees = set(self.callees.values())
        if self in callees and not self.signature:
            raise SandboxError(f"{self.full_name} calls itself and needs a signature")
        if any(self in reachable(k) for k in callees - {self}):
            raise SandboxError(f"{self.full_name} is called by a kernel it calls; use one kernel with a role argument")
        if through := self._called_through_modules():
            raise SandboxError(f"{self.full_name} uses {through}; import the kernel itself")
        if self.text.__closure__:
            raise SandboxError(f"{self.full_name} uses {self.text.__code__.co_freevars}; a kernel sees globals only")

    def _called_through_modules(self) -> list[str]:
        """Kernels that a text reaches as attributes of a module, where they cannot be compiled or rebound."""
        code, scope = self.text.__code__, self.text.__globals__
        modules = {n: vars(m) for n in global_names(code) if isinstance(m := scope.get(n), types.ModuleType)}
        named = [(m, n) for m, inside in modules.items() for n in code.co_names if isinstance(inside.get(n), Kernel)]
        reached = attributes_of_globals(code) if named else set()  # or it is a global of that name
        return [f"{m}.{n}" for m, n in named if (m, n) in reached]


class Intrinsic(Kernel):
    """Machine instructions inside kernels; called from Python, their twin."""

    def __init__(self, twin: Callable[..., Any], signature: str, operation: str) -> None:
        super().__init__(twin, signature=signature)
        self.operation = operation
        self._call(twin)

    def _make_ready(self) -> None:
        self._ready = self._ready or self._build()  # calls from Python go on to the twin

    def inside(self) -> Any:
        """The instructions themselves."""
        return self.ready()

    def _build(self, suffix: str = "", **options: bool) -> Any:  # noqa: ARG002  (nothing to choose)
        if JIT_OFF:
            return self.text
        from sandbox.kernels.compiling.llvm import intrinsic_of

        return intrinsic_of(self.operation, self.signature, self.text.__name__)


def specialise(text: F, **bindings: Callable[..., Any]) -> F:
    """Compile `text` and its family again with free names bound to other kernels.

    Every binding is a kernel. Raises SandboxError for a name that is free nowhere in the family and for
    two different bindings that would carry the same name.
    """
    from sandbox.kernels.compiling.family import Family

    root = _as_kernel("text", text)
    bound = {name: _as_kernel(name, bindings[name]) for name in sorted(bindings)}
    with _lock:
        return cast("F", Family(root, bound).twin_of(root))


def compiled() -> int:
    """How many kernels this process compiled, rather than loaded from the disk cache."""
    return sum(map(dispatchers.compilations, _built))


def prebuilt() -> int:
    """How many kernels this process took from those that came with the package."""
    return dispatchers.taken_prebuilt() if _built else 0


def _as_kernel(name: str, thing: Any) -> Kernel:
    if not isinstance(thing, Kernel):
        raise SandboxError(f"{name} must be a kernel, not {thing!r}")
    return thing


def reachable(root: Kernel) -> Iterator[Kernel]:
    """A kernel and all it calls, however indirectly, each once."""
    seen = {root}
    waiting = [root]
    while waiting:
        member = waiting.pop()
        yield member
        more = set(member.callees.values()) - seen
        seen |= more
        waiting += more


def _quietly(twin: Callable[..., Any]) -> Callable[..., Any]:
    """Python that overflows and divides by zero as silently as compiled code does."""

    @functools.wraps(twin)
    def call(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return twin(*args)

    return call


def _dispatcher(twin: types.FunctionType, options: dict[str, bool]) -> Any:
    """Numba's dispatcher for a function."""
    import numba  # half a second that the first frame does not wait for

    built: Any = numba.njit(**OPTIONS, **dispatchers.known_options(options))(twin)
    dispatchers.take_shortcuts(built)
    _built.append(built)
    return built
