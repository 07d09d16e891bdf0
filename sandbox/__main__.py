"""`python -m sandbox`: the same as `game-ai-sandbox`."""

import sys

from sandbox.cli import main

if __name__ == "__main__":
    sys.exit(main())
