"""A stated signature is believed: compiling a recursive function infers its types once."""

from typing import Any

import pytest

from sandbox.kernels.jit import JIT_OFF

SOURCE = "def fibonacci(n): return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)"


def compiled(signature: str) -> Any:
    """The function above, past any cache."""
    from numba import njit

    from sandbox.kernels import inference

    inference.believe_signatures()
    scope: dict[str, Any] = {}
    exec(SOURCE, scope)
    scope["fibonacci"] = built = njit(scope["fibonacci"])
    if signature:
        built.compile(signature)
    return built


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_recursive_function_is_not_inferred_anew_at_its_own_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandbox.kernels import inference

    def costly(_infer: object) -> None:
        raise AssertionError("inferred although the signature says it")

    monkeypatch.setattr(inference, "_INFER", costly)
    assert compiled("int64(int64)")(10) == 55


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_without_a_signature_it_is_inferred() -> None:
    assert compiled("")(10) == 55
