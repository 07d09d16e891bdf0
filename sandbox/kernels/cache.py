"""Where compiled kernels are kept, and why a stale one is impossible.

Numba's disk cache notices an edit in the file of the kernel itself, but not in another file the kernel
calls into, nor a change of NUMBA_BOUNDSCHECK. So the *folder's name* is a digest over every
kernel-bearing source, the versions of Python and Numba, the CPU and the environment that matters. Old
folders are swept. When the user's cache folder cannot be written, a temporary one serves this process.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import numba
from llvmlite import binding as llvm

from sandbox.settings import cache_folder

PACKAGE = Path(__file__).resolve().parent.parent
WITHOUT_KERNELS = ("ui", "cli", "bench", "assets", "levels")
RELEVANT = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DISABLE_INTEL_SVML")
KEEP_DAYS = 14
KEEP_FOLDERS = 4


def kernel_sources() -> list[Path]:
    """Every source whose edit may change a kernel, in a stable order."""
    files = (p for p in PACKAGE.rglob("*.py") if p.relative_to(PACKAGE).parts[0] not in WITHOUT_KERNELS)
    return sorted(files)


def digest() -> str:
    """Change whenever any compiled kernel might."""
    h = hashlib.blake2b(digest_size=10)
    for part in (sys.version, numba.__version__, llvm.get_host_cpu_name(), *(os.environ.get(n, "") for n in RELEVANT)):
        h.update(part.encode() + b"\0")
    for source in kernel_sources():
        h.update(source.relative_to(PACKAGE).as_posix().encode() + b"\0" + source.read_bytes())
    return h.hexdigest()


@cache
def folder() -> Path:
    """Where this process keeps its kernels (made if need be)."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(chosen) if chosen else cache_folder() / "kernels"
    mine = base / digest()
    try:
        mine.mkdir(parents=True, exist_ok=True)
        (mine / "used").touch()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="game-ai-sandbox-kernels-"))
    return mine


def sweep() -> list[Path]:
    """Remove the folders of earlier versions: older than two weeks, or beyond the newest few."""
    others = [f for f in folder().parent.iterdir() if f != folder() and (f / "used").exists()]
    others.sort(key=lambda f: (f / "used").stat().st_mtime, reverse=True)
    horizon = time.time() - KEEP_DAYS * 86400
    stale = [f for i, f in enumerate(others) if i >= KEEP_FOLDERS or (f / "used").stat().st_mtime < horizon]
    for old in stale:
        with contextlib.suppress(OSError):
            shutil.rmtree(old)
    return stale
