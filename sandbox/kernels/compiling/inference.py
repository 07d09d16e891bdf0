"""What Numba is told about types that it would otherwise find out, expensively, by itself. Imported with Numba.

What `+` gives for two int64 is found by asking every overload of `+` there is, for lists, strings, arrays and dates
too, at every `+` of every kernel: a tenth of what it cost to compile. Between plain numbers one answer is kept.

To type a call of a function by itself, Numba infers the types of the whole function anew without such calls, at
each of them and in every round of inference: for a search that calls itself three times that was two thirds of
what it cost to compile. A kernel that calls itself states its signature, so the answer is already there.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.typeinfer import TypeInferer
from numba.core.types.functions import BaseFunction

_INFER = TypeInferer.return_types_from_partial
_FUNCTION: Any = BaseFunction
_FIND = _FUNCTION.get_call_type
_known: dict[tuple[Any, ...], Any] = {}
_PLAIN = (types.Integer, types.Float, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)


def _declared_or_inferred(infer: Any) -> Any:
    """The return type of a function that calls itself."""
    variables = (infer.typevars[v.name] for v in infer._get_return_vars() if v.name in infer.typevars)  # noqa: SLF001
    declared = {variable.getone() for variable in variables if variable.locked}
    return declared.pop() if len(declared) == 1 else _INFER(infer)


def believe_signatures() -> None:
    """From now on, the return type a signature states is taken for what a function's own calls give."""
    TypeInferer.return_types_from_partial = _declared_or_inferred


def _known_or_found(function: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """The signature of a call of a builtin function."""
    if kws or not all(isinstance(kind, _PLAIN) for kind in args):
        return _FIND(function, context, args, kws)
    question = context, function, args
    if question not in _known:
        _known[question] = _FIND(function, context, args, kws)
    return _known[question]


def remember_operators() -> None:
    """From now on, a builtin function of plain numbers is looked up once for the same types."""
    _FUNCTION.get_call_type = _known_or_found
