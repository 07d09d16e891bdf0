"""Run kernels in processes of their own, on a copy of the package that a test may edit."""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_CACHE_DIR", "SANDBOX_PREBUILT", "PYTHONPATH")


class Copy:
    """The lower layers of the package in a folder of their own, with an empty kernel cache."""

    def __init__(self, folder: Path):
        self.folder, self.cache = folder, folder / "cache"
        shutil.copytree(ROOT / "sandbox" / "kernels", folder / "sandbox" / "kernels")
        for file in (ROOT / "sandbox").glob("*.py"):
            shutil.copy(file, folder / "sandbox")

    def write(self, path: str, text: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        return file

    def run(self, script: str, **environment: str):
        """What the script printed last, as JSON."""
        outcome = self.start(script, **environment)
        assert outcome.returncode == 0, outcome.stderr
        return json.loads(outcome.stdout.splitlines()[-1])

    def start(self, script: str, **environment: str):
        plain = {k: v for k, v in os.environ.items() if k not in MODES}
        settings = {"PYTHONPATH": str(self.folder), "NUMBA_CACHE_DIR": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)],
            env=plain | settings | environment,
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
