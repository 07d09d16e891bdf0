"""What compiling costs, beside another checkout: `python -m benchmarks.compiling ../elsewhere [--rounds 2] [--write]`.

Each checkout does the warm-ups that both have, and then all of its own, in one process with an empty cache of its own,
in turn. Told are the processor's seconds of that process and the kernels it compiled.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

Warmup = tuple[str, Callable[[], object]]


def warmups() -> Iterator[Warmup]:
    """Those of every package of the checkout that this process imports, with names that tell packages apart."""
    import sandbox

    for package in pkgutil.iter_modules(sandbox.__path__, "sandbox."):
        if package.ispkg and importlib.util.find_spec(f"{package.name}.warm"):
            module = importlib.import_module(f"{package.name}.warm")
            found = module.warmups() if hasattr(module, "warmups") else ()
            yield from ((f"{package.name}: {name}", call) for name, call in found)


def serve(names: str) -> dict[str, Any]:
    """The names there are, if none is given; else what doing these costs."""
    found = list(warmups())
    if not names:
        return {"names": [name for name, _ in found]}
    from sandbox.kernels.jit import compiled

    wanted, began = set(json.loads(names)), time.process_time()
    for name, call in found:
        if name in wanted:
            call()
    return {"seconds": time.process_time() - began, "kernels": compiled()}


def asked(root: Path, names: list[str]) -> dict[str, Any]:
    """What a fresh process of a checkout says, that finds nothing compiled."""
    with tempfile.TemporaryDirectory() as cache:
        paths = {"PYTHONPATH": str(root), "NUMBA_CACHE_DIR": cache, "SANDBOX_PREBUILT": "0"}
        words = [sys.executable, "-P", __file__, "--serve", json.dumps(names) if names else ""]
        out = subprocess.run(words, cwd=root, env=os.environ | paths, stdout=subprocess.PIPE, check=True).stdout
    said: dict[str, Any] = json.loads(out)
    return said


def main() -> None:
    """Compare, print, and keep the table if told so."""
    parser = argparse.ArgumentParser(description="what compiling costs, beside another checkout")
    parser.add_argument("checkout", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="keep the table in results.md")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve is not None:
        print(json.dumps(serve(options.serve)))
        return
    roots = {"before": options.checkout.resolve(), "now": Path(__file__).resolve().parents[1]}
    names = {side: asked(root, [])["names"] for side, root in roots.items()}
    common = [name for name in names["now"] if name in names["before"]]
    cases = {"what both have": ("before", common), "the same now": ("now", common), "all now": ("now", names["now"])}
    runs = [
        {title: asked(roots[side], wanted) for title, (side, wanted) in cases.items()} for _ in range(options.rounds)
    ]
    rows = []
    for title, (_, wanted) in cases.items():
        seconds = [run[title]["seconds"] for run in runs]
        spread = f"{median(seconds):.0f} s ({min(seconds):.0f} to {max(seconds):.0f})"
        rows.append((title, str(len(wanted)), str(runs[0][title]["kernels"]), spread))
    from benchmarks.harness import section, table

    text = table(("", "warm-ups", "kernels", "processor's seconds"), rows)
    print(text)
    if options.write:
        section("Compiling", f"{text}\n\nMedians over the rounds ({options.rounds}); one process, empty caches.")


if __name__ == "__main__":
    main()
