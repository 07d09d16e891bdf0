"""Single LLVM operations as Numba intrinsics. Imported only when a kernel that uses one is compiled."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import sigutils
from numba.extending import intrinsic

_WITH_ZERO_FLAG = ("ctlz", "cttz")  # their second operand says whether zero is undefined: never


def intrinsic_of(operation: str, signature: str, name: str) -> Any:
    """A callable for kernels that compiles to the IRBuilder method `operation`."""
    arguments, result = sigutils.normalize_signature(signature)

    def codegen(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        extra = (context.get_constant(types.boolean, False),) if operation in _WITH_ZERO_FLAG else ()
        return getattr(builder, operation)(*operands, *extra)

    return intrinsic(_typing_function(name, len(arguments), result(*arguments), codegen))


def _typing_function(name: str, arity: int, signature: Any, codegen: Any) -> Any:
    """Numba checks a typing function's parameter names, so it needs exactly as many as the operation."""
    parameters = ", ".join("abcd"[:arity])
    scope: dict[str, Any] = {"answer": (signature, codegen)}
    exec(f"def {name}(typingctx, {parameters}): return answer", scope)  # noqa: S102
    return scope[name]
