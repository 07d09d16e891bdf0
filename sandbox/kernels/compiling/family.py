"""A text and the kernels it reaches, rebound: what `specialise` in jit.py does."""

from __future__ import annotations

import builtins
import hashlib

from sandbox.errors import SandboxError
from sandbox.kernels.compiling.texts import copied, global_names
from sandbox.kernels.jit import Kernel

_specialised: dict[str, Kernel] = {}


class Family:
    """The kernels reachable from a text, without those that are replaced, and their twins under some bindings."""

    def __init__(self, root: Kernel, bindings: dict[str, Kernel]) -> None:
        self.bindings = bindings
        self.members: dict[Kernel, dict[str, Kernel]] = {}
        self._walk(root, ())
        self._check(root)
        self.touched = self._touched()

    def _walk(self, member: Kernel, callers: tuple[Kernel, ...]) -> None:
        if member in callers:
            raise SandboxError(
                f"{member.full_name} is called by a kernel it calls; use one kernel with a role argument"
            )
        if member not in self.members:
            _check_names(member)
            self.members[member] = member.callees
            for callee in self._kept(member):
                self._walk(callee, (*callers, member))

    def _kept(self, member: Kernel) -> list[Kernel]:
        """The callees of a member that are not replaced."""
        return [k for n, k in self.members[member].items() if n not in self.bindings and k is not member]

    def _check(self, root: Kernel) -> None:
        free = {name: k for callees in self.members.values() for name, k in callees.items()}
        for name, bound in self.bindings.items():
            if name not in free:
                raise SandboxError(f"{root.full_name} has no free name {name!r}; it has {sorted(free)}")
            _check_arity(name, bound, free[name])

    def _touched(self) -> set[Kernel]:
        """Members that mention a bound name, or mention a member that does."""
        touched = {k for k, callees in self.members.items() if set(self.bindings) & set(callees)}
        while more := {k for k in self.members if touched & set(self._kept(k))} - touched:
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
        used: set[str] = set()
        waiting = [member]
        while waiting:
            k = waiting.pop()
            used.update(set(self.bindings) & set(self.members[k]))
            waiting += self._kept(k)
        return {n: b for n, b in self.bindings.items() if n in used}


def _check_names(member: Kernel) -> None:
    """A name that is not there yet could turn out to be a kernel that should have been rebound."""
    scope = member.text.__globals__
    for name in sorted(global_names(member.text.__code__)):
        if name not in scope and not hasattr(builtins, name):
            raise SandboxError(f"{member.full_name} uses {name!r}, which is not defined (yet)")


def _check_arity(name: str, bound: Kernel, default: Kernel) -> None:
    mine, theirs = bound.text.__code__, default.text.__code__
    if mine.co_argcount != theirs.co_argcount:
        expected = ", ".join(theirs.co_varnames[: theirs.co_argcount])
        raise SandboxError(f"{name} takes ({expected}), but {bound.full_name} takes {mine.co_argcount} arguments")


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
    text = copied(member.text, member.text.__globals__)
    text.__qualname__ = member.text.__qualname__ + suffix
    twin = Kernel(text, **member.manner)
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
    return f"[{readable[:40]}~{digest}]"
