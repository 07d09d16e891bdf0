"""Plug-ins: what is found by looking first is what `importlib.metadata` finds."""

from importlib.metadata import entry_points
from pathlib import Path

import pytest

from sandbox.plugins import plugins

POINTS = "[console_scripts]\nmine = mine:main\n\n[sandbox.gadgets]\nspade = mine:Spade\nfork = mine:Fork\n"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of distributions on the path, one of them with plug-ins."""
    for name, text in (("mine", POINTS), ("other", "[console_scripts]\nother = other:main\n")):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        (folder / "entry_points.txt").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.small
def test_plug_ins_are_found(installed: Path) -> None:
    assert {point.name for point in plugins("sandbox.gadgets")} == {"spade", "fork"}
    assert plugins("sandbox.gad") == ()


@pytest.mark.small
def test_every_group_there_is_is_found_too() -> None:
    for group in entry_points().groups:
        assert set(plugins(group)) == set(entry_points(group=group))
