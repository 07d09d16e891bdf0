"""A text that reaches its free names through another module."""

from sandbox.kernels.jit import kernel
from tests.kernels.family.steps import step


@kernel
def middle(x):
    return step(x)


@kernel
def walk(n):
    total = 0
    for i in range(n):
        total += middle(i)
    return total


@kernel(signature="int64(int64)")
def power(n):
    """It calls itself, and a free name through `middle`."""
    return 1 if n == 0 else middle(1) * power(n - 1)
