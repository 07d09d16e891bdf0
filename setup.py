"""All is said in pyproject.toml, but for one thing it cannot say: `levels/` travels inside the package."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["sandbox", "sandbox.*"]), "sandbox.levels"],
    package_dir={"sandbox.levels": "levels"},
)
