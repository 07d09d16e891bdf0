"""A kernel with a free name, in a module of its own."""

from sandbox.kernels.jit import kernel

TEN = 10


@kernel
def weight(x):
    """A typed default."""
    return 1 * x


@kernel
def note(x):
    """Another free name."""


@kernel
def untouched(x):
    return x + 1000


@kernel
def step(x):
    note(x)
    return weight(x) + untouched(0)
