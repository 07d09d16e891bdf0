"""The Game AI Sandbox: draw maps, watch planners, let crowds loose, play engines.

The public Python API; everything heavier than a version number is imported when first asked for.
"""

import time

__version__ = "0.1.0"

STARTED = time.perf_counter()
"""When the first line of ours ran: first-frame times count from here."""
