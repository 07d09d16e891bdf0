"""The one way a kernel is compiled: `kernel`, `specialise`, `intrinsic`."""

import functools
import importlib.util
import inspect
import subprocess
import sys
import threading
import types
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from sandbox.errors import SandboxError
from sandbox.kernels import jit
from sandbox.kernels.compiling.texts import global_names
from sandbox.kernels.jit import Kernel, kernel, specialise
from tests.kernels.family import steps, walk
from tests.kernels.family.weights import double, triple, wrong_arity

pytestmark = pytest.mark.small
STEP = 1000  # what `untouched` adds


def test_the_whole_family_is_rebound_over_modules():
    """`walk` reaches `weight` through two kernels in another module; the text itself stays as it is."""
    twice, thrice = specialise(walk.walk, weight=double), specialise(walk.walk, weight=triple)
    assert walk.walk(4) == 6 + 4 * STEP
    assert twice(4) == 12 + 4 * STEP
    assert thrice(4) == 18 + 4 * STEP


def test_what_the_bindings_do_not_concern_is_shared():
    twin = specialise(walk.walk, weight=double)
    step = twin.callees["middle"].callees["step"]
    assert step is not steps.step
    assert step.callees["untouched"] is steps.untouched
    assert step.callees["weight"] is double


def test_twins_are_shared_when_the_bindings_that_reach_them_are_the_same():
    """`note` does not matter to `weight`, but both reach `middle`."""
    one = specialise(walk.walk, weight=double)
    assert specialise(walk.walk, weight=double) is one
    assert specialise(walk.power, weight=double).callees["middle"] is one.callees["middle"]


def test_names_are_derived_from_the_bindings():
    names = {specialise(walk.walk, weight=w).full_name for w in (double, triple)}
    assert len(names) == 2
    assert all(n.startswith("tests.kernels.family.walk.walk[") for n in names)
    assert any("double" in n for n in names)


def test_a_recursive_kernel_is_rebound_to_itself():
    twin = specialise(walk.power, weight=double)
    assert walk.power(3) == (STEP + 1) ** 3
    assert twin(3) == (STEP + 2) ** 3
    assert twin.callees["power"] is twin


def test_a_twin_can_be_specialised_again():
    twin = specialise(specialise(walk.walk, weight=double), note=triple)
    assert twin(3) == 6 + 3 * STEP


def test_unknown_bindings_are_refused():
    with pytest.raises(SandboxError, match=r"walk has no free name 'wieght'; it has .*'weight'"):
        specialise(walk.walk, wieght=double)


def test_a_free_name_of_what_is_replaced_is_not_a_free_name():
    with pytest.raises(SandboxError, match="no free name 'weight'"):
        specialise(walk.walk, step=double, weight=triple)


def test_what_is_bound_must_be_a_kernel():
    with pytest.raises(SandboxError, match="weight must be a kernel, not <built-in function abs>"):
        specialise(walk.walk, weight=abs)
    with pytest.raises(SandboxError, match="text must be a kernel"):
        specialise(abs, weight=double)


def test_what_is_bound_must_take_as_many_arguments():
    with pytest.raises(SandboxError, match=r"weight takes \(x\), but .*wrong_arity takes 2 arguments"):
        specialise(walk.walk, weight=wrong_arity)


def _made_elsewhere():
    """A kernel that has the same full name as `double`."""

    def double(x):
        return 20 * x

    double.__qualname__, double.__module__ = "double", "tests.kernels.family.weights"
    return kernel(double)


def test_different_bindings_under_one_name_are_refused():
    specialise(walk.walk, weight=double)
    with pytest.raises(SandboxError, match="two different bindings would be cached under one name"):
        specialise(walk.walk, weight=_made_elsewhere())


@kernel
def _uses_what_comes_later(x):
    return _defined_later(x) + steps_weight(x)


steps_weight = steps.weight


def test_a_name_that_is_not_defined_yet_is_refused():
    """It might turn out to be a kernel that should have been rebound."""
    later = globals().pop("_defined_later")
    try:
        with pytest.raises(SandboxError, match="uses '_defined_later', which is not defined"):
            specialise(_uses_what_comes_later, steps_weight=double)
    finally:
        globals()["_defined_later"] = later
    assert specialise(_uses_what_comes_later, steps_weight=double)(3) == 3 + 6


@kernel
def _defined_later(x):
    return x


@kernel
def _endless(n):
    return _endless(n)


def test_recursion_needs_a_signature():
    with pytest.raises(SandboxError, match="_endless calls itself and needs a signature"):
        _endless(1)


@kernel(signature="int64(int64)")
def _ping(n):
    return 0 if n == 0 else _pong(n - 1)


@kernel(signature="int64(int64)")
def _pong(n):
    return 1 if n == 0 else _ping(n - 1)


@kernel
def _calls_ping(n):
    return _ping(n) + steps_weight(n)


def test_mutual_recursion_is_refused_instead_of_crashing_the_second_process():
    with pytest.raises(SandboxError, match="use one kernel with a role argument"):
        _ping(3)
    with pytest.raises(SandboxError, match="use one kernel with a role argument"):
        specialise(_calls_ping, steps_weight=double)


def test_a_kernel_sees_globals_only():
    seen = 3

    @kernel
    def closure(x):
        return x + seen

    with pytest.raises(SandboxError, match=r"uses \('seen',\); a kernel sees globals only"):
        closure(1)


@kernel
def _has_an_attribute_named_like_a_kernel(number):
    return number.real + steps_weight(1)


real = steps.weight


def test_an_attribute_is_not_a_callee():
    assert set(_has_an_attribute_named_like_a_kernel.callees) == {"steps_weight"}
    assert _has_an_attribute_named_like_a_kernel(2.0) == 3.0


@kernel
def _reaches_into_a_module(x):
    return steps.weight(x)


def test_a_kernel_is_imported_by_its_own_name():
    with pytest.raises(SandboxError, match=r"uses \['steps.weight'\]; import the kernel itself"):
        _reaches_into_a_module(1)


weight = steps.weight


@kernel
def _takes_only_a_number_from_a_module(x):
    return weight(x) + steps.TEN


def test_a_modules_numbers_may_be_used_beside_its_kernels():
    assert _takes_only_a_number_from_a_module(3) == weight(3) + steps.TEN


@kernel
def _many_names(a):
    return abs(a) + min(a, 1) + max(a, 2) + STEP + steps_weight(a) + _defined_later(a) + len((a,)) + int(a)


def test_all_global_names_are_found():
    assert set(_many_names.callees) == {"steps_weight", "_defined_later"}


def test_global_names_are_found_however_many_there_are():
    """From the 128th on the interpreter's instructions have a second part."""
    names = [f"g{i}" for i in range(300)]
    code = compile(f"lambda: ({', '.join(names)})", "many", "eval").co_consts[0]
    assert global_names(code) == set(names)


@kernel
def _wraps_around(word):
    return word * word + np.uint64(1)


def test_words_wrap_around_in_silence():
    """Also as plain Python, where NumPy would warn."""
    assert int(_wraps_around(np.uint64(2**63 + 3))) == ((2**63 + 3) ** 2 + 1) % 2**64


@kernel
def _first_used_by_many(n):
    total = 0
    for i in range(n):
        total += steps_weight(i)
    return total


def test_a_first_call_from_several_threads():
    answers, start = [], threading.Barrier(4)

    def call():
        start.wait()
        answers.append(_first_used_by_many(10))

    threads = [threading.Thread(target=call) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert answers == [45] * 4


def test_a_ready_kernel_calls_what_numba_made_with_no_frame_between():
    double(1)
    assert isinstance(double, Kernel)
    if not jit.JIT_OFF:
        assert double.func is double.ready()
        assert type(double).__call__ is Kernel.__mro__[1].__call__


class Numbers(NamedTuple):
    """What a steady kernel is called with."""

    some: NDArray[np.int64]
    others: NDArray[np.float64]


@kernel(counted=False, steady=True)
def _total(numbers: Numbers, times: int) -> float:
    total = 0.0
    for i in range(numbers.some.shape[0]):
        total += times * numbers.some[i] + steps_weight(1)
    return total + numbers.others[0]


def test_a_steady_kernel_is_called_without_a_look_at_types():
    for member in (_total, specialise(_total, steps_weight=triple)):
        weight = 1 if member is _total else 3
        for count in range(5):
            numbers = Numbers(np.arange(count), np.full(1, 0.5))
            assert member(numbers, 2) == count * (count - 1) + count * weight + 0.5
        if not (jit.JIT_OFF or jit.BOUNDS_CHECKED):
            assert member.func is next(iter(member.ready().overloads.values())).entry_point


@kernel(counted=False, inlined=True)
def _share(numbers: Numbers, i: int) -> float:
    return numbers.some[i] * steps_weight(i)


@kernel
def _shares(numbers: Numbers) -> float:
    total = _share(numbers, 0)
    for i in range(1, numbers.some.shape[0]):
        total += _share(numbers, i)
    return total


def test_an_inlined_kernel_is_no_call_in_its_family_and_in_twins():
    numbers = Numbers(np.arange(1, 5), np.zeros(1))
    for member, weight in ((_shares, 1), (specialise(_shares, steps_weight=triple), 3)):
        assert member(numbers) == weight * (2 * 1 + 3 * 2 + 4 * 3)
        inner = next(k for k in member.callees.values() if k.text.__name__ == "_share")
        assert inner.manner == {"counted": False, "inlined": True}
        if not jit.JIT_OFF:
            assert inner.inside().targetoptions["forceinline"]


@kernel
def _first(numbers: Numbers) -> float:
    return numbers.others[0]


@kernel(counted=False)
def _uncounted(numbers: Numbers) -> float:
    return _first(numbers) + _first(numbers)


@pytest.mark.skipif(jit.JIT_OFF, reason="nothing is compiled")
def test_what_a_kernel_that_counts_no_references_calls_counts_none_either():
    """Numba hands the option down to callees that do not say otherwise: 10 to 18 % of a search by alpha-beta."""
    assert _uncounted(Numbers(np.zeros(1, np.int64), np.full(1, 0.5))) == 1.0
    inner = next(k for k in _uncounted.callees.values() if k.text.__name__ == "_first")
    assert _uncounted.inside().targetoptions["_nrt"] is False
    assert "_nrt" not in inner.inside().targetoptions


class _Binding(functools.partial):
    """A `partial` by the rule of Python 3.14: kept on a class, it is a method of the class's instances."""

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)


def _holding(thing):
    """An instance of a class that keeps the thing, as evaluations keep their kernels."""
    return type("Holder", (), {"kept": thing})()


def test_a_kernel_kept_on_a_class_is_the_kernel_on_every_python(monkeypatch):
    """Also where `partial` binds: jit.py is read again over one that does."""
    monkeypatch.setattr(functools, "partial", _Binding)
    spec = importlib.util.spec_from_file_location("jit_over_today", jit.__file__)
    today = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(today)
    assert issubclass(today.Kernel, _Binding)
    for made in (today.kernel(steps_weight.text), today.intrinsic("ctlz", "i8(u8)")(steps_weight.text), double):
        assert _holding(made).kept is made
        assert type(_holding(made)).kept is made


def test_that_rule_of_partials_binds():
    """The test above would see a kernel that is bound."""
    assert _holding(_Binding(len)).kept.__self__ is not None


def test_kernels_keep_name_and_text():
    assert double.__name__ == "double"
    assert double.__module__ == "tests.kernels.family.weights"
    assert repr(double) == "<kernel tests.kernels.family.weights.double>"
    assert steps.weight.__doc__ == "A typed default."
    assert inspect.signature(specialise(walk.walk, weight=double)) == inspect.signature(walk.walk)


TYPED = """
from sandbox.kernels.jit import kernel, specialise
@kernel
def half(x: int) -> float:
    return x / 2
@kernel
def halves(n: int) -> float:
    return half(n) * n
@kernel
def third(x: int) -> float:
    return x / 3
reveal_type(half)
reveal_type(specialise(halves, half=third))
halves("many")
specialise(halves, half=3)
"""


@pytest.mark.slow
def test_mypy_sees_functions(tmp_path):
    """The decorated text, and what is made of it, keep the text's type."""
    pytest.importorskip("mypy")
    (tmp_path / "typed.py").write_text(TYPED, encoding="utf-8")
    words = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        str(tmp_path / "cache"),
        str(tmp_path / "typed.py"),
    ]
    said = subprocess.run(words, capture_output=True, encoding="utf-8", check=False).stdout
    lines = [line.partition(": ")[2] for line in said.splitlines() if line.startswith(str(tmp_path))]
    assert [line.partition(": ")[0] + line.partition(" is ")[2] for line in lines[:2]] == [
        'note"def (x: int) -> float"',
        'note"def (n: int) -> float"',
    ]
    assert 'incompatible type "str"' in lines[2]
    assert 'incompatible type "int"' in lines[3]
