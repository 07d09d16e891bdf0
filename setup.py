"""All is said in pyproject.toml, but for two things it cannot say.

`assets/` and `levels/` travel inside the package; and with SANDBOX_WITH_KERNELS=1 a wheel carries its kernels, compiled
for every x86-64-v3 processor and for the Python, the system and the libraries it is built with, so that its first start
compiles nothing where those are the same. Building it takes minutes, and what the package needs to run.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.build_py import build_py

WITH_KERNELS = os.environ.get("SANDBOX_WITH_KERNELS", "0") not in ("", "0")


class WithKernels(build_py):
    """Copies the package, then has the copy compile its kernels."""

    def run(self) -> None:
        """Copy and compile; in a checkout that is only linked to, nothing."""
        super().run()
        if not self.editable_mode:
            self._compile(Path(self.build_lib).resolve())

    def _compile(self, home: Path) -> None:
        known = os.environ.get("PYTHONPATH", "")  # pip's, for an environment of the build's own
        own = {"PYTHONPATH": os.pathsep.join(filter(None, (str(home), known))), "PYTHONDONTWRITEBYTECODE": "1"}
        words = ["sandbox.kernels", "warm", "--into", str(home / "sandbox" / "prebuilt")]
        subprocess.run([sys.executable, "-P", "-m", *words], env=os.environ | own, check=True)  # noqa: S603


class ForOnePython(Distribution):
    """What is named after the Python and the system it is for."""

    def has_ext_modules(self) -> bool:
        """Kernels are as little to be exchanged as modules in C."""
        return True


def needed() -> list[str]:
    """What the package needs to run."""
    with Path(__file__).with_name("pyproject.toml").open("rb") as project:
        return list(tomllib.load(project)["project"]["dependencies"])


setup(
    packages=[*find_packages(include=["sandbox", "sandbox.*"]), "sandbox.assets", "sandbox.levels"],
    package_dir={"sandbox.assets": "assets", "sandbox.levels": "levels"},
    **({"cmdclass": {"build_py": WithKernels}, "distclass": ForOnePython} if WITH_KERNELS else {}),
    **({"setup_requires": needed()} if WITH_KERNELS else {}),
)
