"""What Numba is told about types that it would otherwise find out, expensively, by itself. Imported with Numba.

What `+` gives for two int64 is found by asking every overload of `+` there is, for lists, strings, arrays and dates
too, at every `+` of every kernel: a tenth of what it cost to compile. Between plain numbers one answer is kept.

To type a call of a function by itself, Numba infers the types of the whole function anew without such calls, at
each of them and in every round of inference: for a search that calls itself three times that was two thirds of
what it cost to compile. A kernel that calls itself states its signature, so the answer is already there.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import typeinfer
from numba.core.types import functions

from sandbox.kernels.compiling.shortcuts import give_up

INFERER: Any = getattr(typeinfer, "TypeInferer", None)
VARIABLE: Any = getattr(typeinfer, "TypeVar", None)
FUNCTION: Any = getattr(functions, "BaseFunction", None)
_INFER = getattr(INFERER, "return_types_from_partial", None)
_FIND = getattr(FUNCTION, "get_call_type", None)
_known: dict[tuple[Any, ...], Any] = {}
_PLAIN = (types.Integer, types.Float, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)


def declared_or_inferred(infer: Any) -> Any:
    """The return type of a function that calls itself: what its signature states, if it has one."""
    try:
        names = (v.name for v in infer._get_return_vars())  # noqa: SLF001
        variables = (infer.typevars[name] for name in names if name in infer.typevars)
        declared = {variable.getone() for variable in variables if variable.locked}
    except AttributeError as error:
        give_up("signatures", error)
        declared = set()
    return declared.pop() if len(declared) == 1 else _INFER(infer)  # type: ignore[misc]


def known_or_found(function: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """The signature of a call of a builtin function; looked up once for the same types if they are plain numbers."""
    if kws or not all(isinstance(kind, _PLAIN) for kind in args):
        return _FIND(function, context, args, kws)  # type: ignore[misc]
    question = context, function, args
    if question not in _known:
        _known[question] = _FIND(function, context, args, kws)  # type: ignore[misc]
    return _known[question]
