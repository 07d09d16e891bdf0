"""What loads kernels, loaded while they are being compiled elsewhere."""

from __future__ import annotations

from sandbox.kernels.jit import JIT_OFF


def load_compiler() -> None:
    """Import Numba and fill its tables: a third of a second that the first kernel's caller would wait for."""
    if JIT_OFF:
        return
    from sandbox.kernels.compiling import shortcuts

    if shortcuts.working("disk"):  # whose trial has Numba fill its tables
        from sandbox.kernels.compiling import disk, inference  # noqa: F401
