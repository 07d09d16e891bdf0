"""Compiled kernels as plain files, one for each kernel and signature, in place of Numba's own index files.

Numba's index can be overtaken when two processes compile one kernel for two signatures at once, fails for
good on a file that a full disk cut short, and goes by the times of source files. Here a file is named after
all it depends on that its folder's name does not say, replaced in one step, and believed only if its
checksum and its key are right. What is not there may have come with the package (`prebuilt`), where the same is asked
of it. Whatever is wrong with both, the kernel is compiled anew.
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

from sandbox.kernels.compiling import prebuilt
from sandbox.kernels.compiling.cache import USED
from sandbox.kernels.compiling.shortcuts import give_up, working

CHECKSUM = 16
LONGEST_NAME = 140  # Windows' paths end at 260


class DiskCache:
    """What a Numba dispatcher asks for a function's compiled code."""

    def __init__(
        self, function: FunctionType, folder: Path, on_miss: Callable[[], None], find_prebuilt: prebuilt.Find | None
    ) -> None:
        self._function = function
        self._folder = folder
        self._on_miss = on_miss  # what must be done before the function can be compiled
        self._find_prebuilt = find_prebuilt

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(self._folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled code for these argument types, or None."""
        context.refresh()
        found = self._kept(signature, context) or self._prebuilt(signature, context)
        if found is None:
            self._on_miss()
        return found

    def _kept(self, signature: Any, context: Any) -> Any:
        with contextlib.suppress(Exception):  # a file may be missing, foreign or damaged in any way
            key = self._key(signature, context.codegen().magic_tuple())
            return _rebuilt(key, (self._folder / self._name(key)).read_bytes(), context)
        return None

    def _prebuilt(self, signature: Any, context: Any) -> Any:
        """Likewise of those that came with the package."""
        if self._find_prebuilt is None:
            return None
        with contextlib.suppress(Exception):
            key = self._key(signature, prebuilt.portable(context.codegen().magic_tuple()))
            found = _rebuilt(key, self._find_prebuilt(self._name(key)), context)
            prebuilt.take(self._function.__qualname__)
            return found
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
        key = self._key(signature, result.codegen.magic_tuple())
        content = serialize.dumps((key, result._reduce()))  # noqa: SLF001
        with contextlib.suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            _replace(self._folder / self._name(key), _checksum(content) + content)
            (self._folder / USED).touch()

    def enable(self) -> None:
        """Numba asks; ours is always on."""

    def disable(self) -> None:
        """Numba asks; ours is always on."""

    def flush(self) -> None:
        """Numba asks; there is no index to write."""

    def _key(self, signature: Any, magic: Any) -> tuple[Any, ...]:
        return (signature, magic, hashlib.sha256(self._function.__code__.co_code).hexdigest())

    def _name(self, key: tuple[Any, ...]) -> str:
        """What the file for a key is called."""
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        digest = hashlib.blake2b(f"{name} {key!r}".encode(), digest_size=8).hexdigest()
        return f"{name.replace('<', '').replace('>', '')[:LONGEST_NAME]}-{digest}.nbc"


def _rebuilt(key: tuple[Any, ...], content: bytes, context: Any) -> Any:
    """The compiled code in a file; raises if it is damaged or another's."""
    stored, payload = pickle.loads(_checked(content))  # noqa: S301  (our own cache, as Numba's)
    if stored != key:
        raise ValueError("the file is another kernel's")
    return compiler.CompileResult._rebuild(context, *payload)  # noqa: SLF001


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
