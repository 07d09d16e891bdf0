"""What loads kernels, loaded while they are being compiled elsewhere."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from sandbox.kernels.jit import JIT_OFF


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """For whatever makes very many objects that stay: to look through them meanwhile would hold up frames by 30 ms."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def load_compiler() -> None:
    """Import Numba and fill its tables: a third of a second that the first kernel's caller would wait for."""
    if JIT_OFF:
        return
    from sandbox.kernels.compiling import shortcuts

    with undisturbed():
        if shortcuts.working("disk"):  # whose trial has Numba fill its tables
            from sandbox.kernels.compiling import disk, inference  # noqa: F401
