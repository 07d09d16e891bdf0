"""A stated signature is believed: compiling a recursive function infers its types once."""

from typing import Any

import pytest

from sandbox.kernels.jit import JIT_OFF

SOURCE = "def fibonacci(n): return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)"


def compiled(signature: str) -> Any:
    """The function above, past any cache."""
    from numba import njit

    from sandbox.kernels.compiling.dispatchers import take_shortcuts

    scope: dict[str, Any] = {}
    exec(SOURCE, scope)
    scope["fibonacci"] = built = njit(scope["fibonacci"])
    take_shortcuts(built)
    if signature:
        built.compile(signature)
    return built


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_recursive_function_is_not_inferred_anew_at_its_own_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandbox.kernels.compiling import inference

    def costly(_infer: object) -> None:
        raise AssertionError("inferred although the signature says it")

    monkeypatch.setattr(inference, "_INFER", costly)
    assert compiled("int64(int64)")(10) == 55


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_without_a_signature_it_is_inferred() -> None:
    assert compiled("")(10) == 55


SUM = "def total(a, b, c): return (a + b) + (b + c) + (c + a)"


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_an_operator_of_numbers_is_looked_up_once_for_the_same_types(monkeypatch: pytest.MonkeyPatch) -> None:
    import operator

    from numba import njit

    from sandbox.kernels.compiling import inference
    from sandbox.kernels.compiling.dispatchers import take_shortcuts

    asked: list[Any] = []
    find = inference._FIND

    def counted(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if operator.add in (function.typing_key, getattr(function, "key", (None,))[0]):
            asked.append(args)
        return find(function, context, args, kws)

    monkeypatch.setattr(inference, "_FIND", counted)
    monkeypatch.setattr(inference, "_known", {})
    scope: dict[str, Any] = {}
    exec(SUM, scope)
    total = njit(scope["total"])
    take_shortcuts(total)
    assert total(1, 2, 3) == 12
    assert total(0.5, 1.5, 2.0) == 8.0  # other types are other questions
    assert asked
    assert len(set(asked)) == len(asked)


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_only_questions_about_plain_numbers_alone_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import types

    from sandbox.kernels.compiling import inference

    asked: list[Any] = []
    monkeypatch.setattr(inference, "_FIND", lambda *question: asked.append(question) or len(asked))
    monkeypatch.setattr(inference, "_known", {})
    numbers, words = (types.int64, types.float64), types.Array(types.uint64, 1, "C")
    assert [inference.known_or_found("+", "here", numbers, {}) for _ in range(2)] == [1, 1]
    for args, kws in (((types.int64, words), {}), ((words,), {}), (numbers, {"axis": types.int64})):
        first = inference.known_or_found("+", "here", args, kws)
        assert inference.known_or_found("+", "here", args, kws) == first + 1
    assert inference.known_or_found("+", "here", numbers, {}) == 1
    assert inference.known_or_found("-", "here", numbers, {}) == 8
    assert asked[0] == ("+", "here", numbers, {})
