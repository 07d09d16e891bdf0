"""Start the Game AI Sandbox; everything happens in sandbox.cli."""

import sys
from pathlib import Path

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:  # PYTHONSAFEPATH is set
    sys.path.insert(0, HERE)

from sandbox.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
