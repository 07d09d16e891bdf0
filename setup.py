"""All is said in pyproject.toml, but for one thing it cannot say: `assets/` and `levels/` travel inside the package."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["sandbox", "sandbox.*"]), "sandbox.assets", "sandbox.levels"],
    package_dir={"sandbox.assets": "assets", "sandbox.levels": "levels"},
)
