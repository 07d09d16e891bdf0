"""What Numba is told about types that it would otherwise find out, expensively, by itself. Imported with Numba.

To type a call of a function by itself, Numba infers the types of the whole function anew without such calls, at
each of them and in every round of inference: for a search that calls itself three times that was two thirds of
what it cost to compile. A kernel that calls itself states its signature, so the answer is already there.
"""

from __future__ import annotations

from typing import Any

from numba.core.typeinfer import TypeInferer

_INFER = TypeInferer.return_types_from_partial


def _declared_or_inferred(infer: Any) -> Any:
    """The return type of a function that calls itself."""
    variables = (infer.typevars[v.name] for v in infer._get_return_vars() if v.name in infer.typevars)  # noqa: SLF001
    declared = {variable.getone() for variable in variables if variable.locked}
    return declared.pop() if len(declared) == 1 else _INFER(infer)


def believe_signatures() -> None:
    """From now on, the return type a signature states is taken for what a function's own calls give."""
    TypeInferer.return_types_from_partial = _declared_or_inferred
