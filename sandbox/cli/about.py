"""What a report of a fault should say of where it happened: versions, folders, the machine; nothing of the user's."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys

from sandbox import __version__
from sandbox.settings import PACKAGE, assets_folder, cache_folder, levels_folder

LIBRARIES = ("numpy", "numba", "llvmlite", "pygame-ce", "shapely", "platformdirs")
PREFIXES = ("SDL_", "NUMBA_", "GAME_AI_", "SANDBOX_")  # with which variables begin that change what we do


def about() -> list[str]:
    """One fact a line."""
    return [
        f"game-ai-sandbox {__version__}",
        f"Python {platform.python_version()} ({platform.python_implementation()}), {platform.machine()}",
        f"system {platform.platform()}, {os.cpu_count()} processors",
        *(f"{name} {_version(name)}" for name in LIBRARIES),
        f"installed {'as a package' if 'site-packages' in PACKAGE.parts else 'as a checkout'}",
        f"levels {_held(levels_folder())}, assets {_held(assets_folder())}",
        f"kernels {'kept' if cache_folder().is_dir() else 'none kept yet'}",
        f"kernels that came along: {_prebuilt()}",
        f"encoding {sys.getfilesystemencoding()}, output {getattr(sys.stdout, 'encoding', None)}",
        *(f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith(PREFIXES)),
    ]


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "is missing"


def _held(folder: os.PathLike[str]) -> str:
    """How much lies in a folder of ours."""
    try:
        return f"{len(os.listdir(folder))} files"  # noqa: PTH208  (names alone)
    except OSError:
        return "missing"


def _prebuilt() -> str:
    """How many, or why they are not used."""
    try:
        from sandbox.kernels.compiling.prebuilt import told
    except ImportError as error:  # a library is missing, which is told above
        return f"unknown: {error}"
    return told()
