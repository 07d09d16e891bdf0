"""Work for a cluster's workers, one of which dies of it, or is killed at it."""

import os
import signal
import time
from pathlib import Path


def squared(item, stop):
    """Slow, for items that come later; the first worker to meet a folder in which nobody died dies there."""
    number, folder = item
    if folder:
        mark = Path(folder) / "died"
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number * number


def deadly(item, stop):
    """Nobody survives this."""
    os.kill(os.getpid(), signal.SIGKILL)
