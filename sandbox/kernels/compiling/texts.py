"""Python functions as texts: which globals they mention, and copies that see others."""

from __future__ import annotations

import dis
import functools
import itertools
import types
from opcode import opmap
from pathlib import Path
from typing import Any


@functools.cache
def real(file: str) -> Path:
    """Where a file really is: a start asks this hundreds of times, of the same few dozen."""
    return Path(file).resolve()


def copied(text: Any, scope: dict[str, Any]) -> types.FunctionType:
    """The same code under the same name, looking up its globals elsewhere."""
    twin = types.FunctionType(text.__code__, scope, text.__name__, text.__defaults__, text.__closure__)
    twin.__annotations__ = {}
    twin.__module__ = text.__module__
    twin.__doc__ = text.__doc__
    twin.__qualname__ = text.__qualname__
    return twin


@functools.cache
def global_names(code: types.CodeType) -> set[str]:
    """The names a function loads as globals (`co_names` alone has its attributes too)."""
    names: set[str] = set()
    extended = 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        argument = extended | low
        extended = argument << 8 if operation == opmap["EXTENDED_ARG"] else 0
        if operation == opmap["LOAD_GLOBAL"]:
            names.add(code.co_names[argument >> 1])
    inner = (c for c in code.co_consts if isinstance(c, types.CodeType))
    return names.union(*(global_names(c) for c in inner))


def attributes_of_globals(code: types.CodeType) -> set[tuple[str, str]]:
    """The attributes a function loads of globals, each with the global's name."""
    steps = (step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG")
    return {(at.argval, then.argval) for at, then in itertools.pairwise(steps) if at.opname == "LOAD_GLOBAL"}
