"""A virtual screen whose pixels can be looked at."""

import os
import struct
import subprocess
import time

import numpy as np

# When its last client leaves, as xdotool does at once, a server would start anew and refuse whoever comes: -noreset.
XVFB = ("Xvfb", "-noreset", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-displayfd")


class Screen:
    """A virtual screen whose pixels lie in a file."""

    def __init__(self, folder):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            [*XVFB, str(write), "-fbdir", str(folder)],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as pipe:
            self.display = f":{pipe.readline().strip()}"
        self.file = folder / "Xvfb_screen0"

    def pixels(self):
        """[height, width, 3] of what is on it (an X window dump: its header says how long it is)."""
        data = self.file.read_bytes()
        header = struct.unpack(">25I", data[:100])
        width, height, line, colours = header[4], header[5], header[12], header[19]
        begin = header[0] + 12 * colours
        rows = np.frombuffer(data, np.uint8, line * height, begin).reshape(height, line)
        return rows[:, : 4 * width].reshape(height, width, 4)[..., 2::-1]

    def close(self):
        self.server.terminate()
        self.server.wait()


def until(condition, seconds=280):  # kernels may have to be compiled first
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.2)
