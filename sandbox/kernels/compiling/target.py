"""Which processor kernels are compiled for: the one that runs this, or any of a level.

x86-64-v3 is what x86 processors of Intel's since Haswell (2013) and of AMD's since Excavator (2015) can do, but for
the cheapest ones. Kernels compiled for it come with a package and run on all of them (`prebuilt`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LEVEL = "x86-64-v3"
NEEDED = frozenset(  # as LLVM names them
    [
        *("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf", "sse3"),
        *("sse4.1", "sse4.2", "ssse3", "xsave"),
    ]
)
SLOW_DEPOSIT = ("znver1", "znver2")  # PDEP is microcode in AMD's first two Zens: hundreds of cycles
CHOICE = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
FOR_ALL = {"NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_INTEL_SVML": "1"}
"""The environment in which Numba compiles for every processor of the level, without libraries not everybody has."""


def lacking(name: str, features: Mapping[str, bool]) -> str:
    """What keeps a processor from running kernels of the level as quickly as its own; nothing if it does."""
    missing = sorted(feature for feature in NEEDED if not features.get(feature))
    if missing:
        return f"{name} has no {', '.join(missing)}"
    return f"{name} deposits bits slowly" if name in SLOW_DEPOSIT else ""


def lacking_here() -> str:
    """What this processor lacks for the level; nothing if it suits."""
    from llvmlite import binding

    try:
        features = binding.get_host_cpu_features()
    except RuntimeError:  # LLVM cannot tell
        features = {}
    return lacking(binding.get_host_cpu_name(), features)


def deposits_fast() -> bool:
    """Whether the processor that is compiled for, which need not be this one, has PDEP in hardware."""
    import numba
    from llvmlite import binding

    config: Any = numba.config
    name = config.CPU_NAME or binding.get_host_cpu_name()
    if config.CPU_FEATURES is None:
        known = bool(binding.get_host_cpu_features().get("bmi2"))
    else:
        known = name == LEVEL or "+bmi2" in config.CPU_FEATURES.split(",")
    return known and name not in SLOW_DEPOSIT
