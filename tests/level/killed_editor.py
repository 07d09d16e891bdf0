"""Edits, keeps copies and saves as fast as it can, until it is killed: run by `test_recovery`.

A copy every 0.05 s instead of every few seconds, a save every 0.15 s: nearly every kill meets a write.
"""

import sys
import time
from pathlib import Path

from sandbox.level import formats
from sandbox.level.edits import Line, SetTitle
from sandbox.level.model import WALL, Level
from sandbox.level.recovery import Recovery, SourceFile


def main(folder: Path) -> None:
    level, recovery = Level.empty(40, 30), Recovery(folder / "unsaved")
    print("ready", flush=True)
    kept = saved = time.monotonic()
    for n in range(1, 1_000_000):
        level.apply(SetTitle(str(n)))
        level.apply(Line(n % 40, 0, n * 7 % 40, 29, n % 2 * WALL, 2))
        print("done", n, ";", flush=True)
        now = time.monotonic()
        if now - saved > 0.15:
            formats.save(level, folder / "mine.json")
            recovery.drop()
            kept = saved = now
        elif now - kept > 0.05:
            recovery.keep(level.copy(), SourceFile(str(folder / "mine.json"), "mine"), recovery.ticket)
            kept = now
        if now in (kept, saved):
            print("safe", n, ";", flush=True)
        time.sleep(0.002)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
