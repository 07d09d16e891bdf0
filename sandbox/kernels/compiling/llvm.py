"""LLVM operations as Numba intrinsics. Imported only when a kernel that uses one is compiled."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sandbox.kernels.compiling.target import deposits_fast

_WITH_ZERO_FLAG = ("ctlz", "cttz")  # their second operand says whether zero is undefined: never


def intrinsic_of(operation: str, signature: str, name: str) -> Any:
    """A callable for kernels that compiles to the IRBuilder method `operation`, or to one of ours below."""
    typed: Any = eval(signature, vars(types))  # noqa: S307  (ours, such as "int64(uint64)")

    def codegen(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        if operation in _OURS:
            return _OURS[operation](builder, *operands)
        if operation == "prefetch":
            return _prefetch(context, builder, typed.args[0], *operands)
        extra = (context.get_constant(types.boolean, False),) if operation in _WITH_ZERO_FLAG else ()
        return getattr(builder, operation)(*operands, *extra)

    return intrinsic(_typing_function(name, len(typed.args), typed, codegen))


def _typing_function(name: str, arity: int, signature: Any, codegen: Any) -> Any:
    """Numba checks a typing function's parameter names, so it needs exactly as many as the operation."""
    parameters = ", ".join("abcd"[:arity])
    scope: dict[str, Any] = {"answer": (signature, codegen)}
    exec(f"def {name}(typingctx, {parameters}): return answer", scope)  # noqa: S102
    return scope[name]


def _clock(builder: Any) -> Any:
    """Nanoseconds of the monotonic clock, asked from the C library by name (so that it can be cached)."""
    word, number = ir.IntType(64), ir.IntType(32)
    pair = _variable(builder, ir.ArrayType(word, 2))
    address = builder.bitcast(pair, word.as_pointer())
    if sys.platform == "win32":
        tick = round(time.get_clock_info("perf_counter").resolution * 1e9)
        counter = ir.FunctionType(number, [word.as_pointer()])
        builder.call(_symbol(builder, counter, "QueryPerformanceCounter"), [address])
        return builder.mul(builder.load(address), word(tick))
    clock = ir.FunctionType(number, [number, word.as_pointer()])
    builder.call(_symbol(builder, clock, "clock_gettime"), [number(time.CLOCK_MONOTONIC), address])
    seconds, nanoseconds = (builder.load(builder.gep(address, [number(i)])) for i in (0, 1))
    return builder.add(builder.mul(seconds, word(1_000_000_000)), nanoseconds)


def _nth_set(builder: Any, word: Any, number: Any) -> Any:
    """The set bit that has `number` others below it, alone."""
    if deposits_fast():
        kind = ir.FunctionType(word.type, [word.type, word.type])
        wanted = builder.shl(ir.Constant(word.type, 1), number)
        return builder.call(_symbol(builder, kind, "llvm.x86.bmi.pdep.64"), [wanted, word])
    left, gone, one = _variable(builder, word.type), _variable(builder, word.type), ir.Constant(word.type, 1)
    builder.store(word, left)
    builder.store(ir.Constant(word.type, 0), gone)
    again, body, done = (builder.append_basic_block(name) for name in ("again", "body", "done"))
    builder.branch(again)
    builder.position_at_end(again)
    builder.cbranch(builder.icmp_signed("<", builder.load(gone), number), body, done)
    builder.position_at_end(body)
    bits = builder.load(left)
    builder.store(builder.and_(bits, builder.sub(bits, one)), left)
    builder.store(builder.add(builder.load(gone), one), gone)
    builder.branch(again)
    builder.position_at_end(done)
    bits = builder.load(left)
    return builder.and_(bits, builder.neg(bits))


def _prefetch(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Ask for the cache line of an item, to be read, and to be kept in all caches."""
    item = builder.gep(context.make_array(kind)(context, builder, array).data, [at])
    address, word = builder.bitcast(item, ir.IntType(8).as_pointer()), ir.IntType(32)
    asking = ir.FunctionType(ir.VoidType(), [address.type, word, word, word])
    to_read, keep, data = word(0), word(3), word(1)
    builder.call(_symbol(builder, asking, "llvm.prefetch.p0i8"), [address, to_read, keep, data])
    return context.get_dummy_value()


def _variable(builder: Any, kind: Any) -> Any:
    """Room on the stack, taken once for each call of the function."""
    with builder.goto_entry_block():
        return builder.alloca(kind)


def _symbol(builder: Any, kind: Any, name: str) -> Any:
    return builder.module.globals.get(name) or ir.Function(builder.module, kind, name)


_OURS: dict[str, Callable[..., Any]] = {"clock": _clock, "nth_set": _nth_set}
