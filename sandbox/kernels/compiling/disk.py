"""Compiled kernels as plain files, one for each kernel and signature, in place of Numba's own index files.

Numba's index can be overtaken when two processes compile one kernel for two signatures at once, fails for
good on a file that a full disk cut short, and goes by the times of source files. Here a file is named after
all it depends on that its folder's name does not say, replaced in one step, and believed only if its
checksum and its key are right; whatever is wrong with it, the kernel is compiled anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core import compiler, serialize

from sandbox.kernels.compiling.shortcuts import give_up, working

CHECKSUM = 16


class DiskCache:
    """What a Numba dispatcher asks for a function's compiled code."""

    def __init__(self, function: FunctionType, folder: Path, on_miss: Callable[[], None]) -> None:
        self._function = function
        self._folder = folder
        self._on_miss = on_miss  # what must be done before the function can be compiled

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(self._folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled code for these argument types, or None."""
        context.refresh()
        with contextlib.suppress(Exception):  # a file may be missing, foreign or damaged in any way
            key = self._key(signature, context.codegen())
            content = self._file(key).read_bytes()
            stored, payload = pickle.loads(_checked(content))  # noqa: S301  (our own cache, as Numba's)
            if stored == key:
                return compiler.CompileResult._rebuild(context, *payload)  # noqa: SLF001
        self._on_miss()
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code; where the disk refuses, the next process compiles again."""
        if not working("disk"):
            return
        try:
            self._save(signature, result)
        except Exception as error:  # noqa: BLE001  (Numba may have changed in any way)
            give_up("disk", error)

    def _save(self, signature: Any, result: Any) -> None:
        if result.library.has_dynamic_globals:
            text = f"{self._function.__qualname__} uses ctypes or a big global array and cannot be cached"
            warnings.warn(text, RuntimeWarning, stacklevel=3)
            return
        key = self._key(signature, result.codegen)
        content = serialize.dumps((key, result._reduce()))  # noqa: SLF001
        with contextlib.suppress(OSError):
            _replace(self._file(key), _checksum(content) + content)

    def enable(self) -> None:
        """Numba asks; ours is always on."""

    def disable(self) -> None:
        """Numba asks; ours is always on."""

    def flush(self) -> None:
        """Numba asks; there is no index to write."""

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        return (signature, codegen.magic_tuple(), hashlib.sha256(self._function.__code__.co_code).hexdigest())

    def _file(self, key: tuple[Any, ...]) -> Path:
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        digest = hashlib.blake2b(f"{name} {key!r}".encode(), digest_size=8).hexdigest()
        return self._folder / f"{name.replace('<', '').replace('>', '')[:150]}-{digest}.nbc"


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECKSUM).digest()


def _checked(content: bytes) -> bytes:
    if _checksum(content[CHECKSUM:]) != content[:CHECKSUM]:
        raise ValueError("the file is damaged")
    return content[CHECKSUM:]


def _replace(file: Path, content: bytes) -> None:
    """Write a file in one step. Nothing is synchronised: the checksum tells what a crash destroyed."""
    handle, temporary = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(temporary).replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
