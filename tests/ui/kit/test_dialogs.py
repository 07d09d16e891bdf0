"""The file dialog and the command palette."""

import os
import time
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import Action, Column, CommandPalette, FileDialog, KeySheet, Label, MenuItem
from sandbox.ui.kit.overlays.files import age_text, list_folder, size_text
from sandbox.ui.kit.overlays.palette import match_score, matches

from .driving import click, press, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "deep.json").write_text("{}", encoding="utf-8")
    for name in ("alpha.json", "Beta.json", "gamma.map", ".hidden", "notes.txt"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    return tmp_path


def shown(dialog: FileDialog) -> list[str]:
    return [row[0] for row in dialog.box.table.rows]


def test_folders_come_first_and_hidden_files_never(folder: Path) -> None:
    assert [entry.name for entry in list_folder(folder)] == [
        "inner",
        "alpha.json",
        "Beta.json",
        "gamma.map",
        "notes.txt",
    ]
    assert [entry.name for entry in list_folder(folder, (".json",))] == ["inner", "alpha.json", "Beta.json"]
    assert [entry.name for entry in list_folder(folder, (), "ETA")] == ["Beta.json"]


def test_dangling_links_are_left_out(folder: Path) -> None:
    (folder / "gone").symlink_to(folder / "nowhere")
    assert "gone" not in [entry.name for entry in list_folder(folder)]


def test_a_file_is_found_by_typing_and_opened_by_enter(make_root, folder: Path) -> None:
    told = []
    root = make_root(Column([]), (900, 700))
    dialog = FileDialog("open", told.append, folder=folder)
    dialog.open(root)
    assert shown(dialog) == ["inner/", "alpha.json", "Beta.json", "gamma.map", "notes.txt"]
    write(root, "bet")
    assert shown(dialog) == ["Beta.json"]
    press(root, "Enter")
    assert told == [folder / "Beta.json"]
    assert not root.floating


def test_a_path_may_be_typed_where_one_filters(make_root, folder: Path) -> None:
    told = []
    root = make_root(Column([]), (900, 700))
    dialog = FileDialog("open", told.append, folder=folder / "inner")
    dialog.open(root)
    write(root, str(folder))  # a folder is gone to, a file is opened, what is not there is said
    press(root, "Enter")
    assert dialog.folder == folder
    assert "alpha.json" in shown(dialog)
    root.focus.set(dialog.box.filter, ring=False)
    write(root, f"{folder}/nothing.json")
    press(root, "Enter")
    assert "no such file" in dialog.box.name_field.error
    root.focus.set(dialog.box.filter, ring=False)
    write(root, f"{folder}/alpha.json")
    press(root, "Enter")
    assert told == [folder / "alpha.json"]


def test_folders_are_walked_by_keyboard(make_root, folder: Path) -> None:
    told = []
    root = make_root(Column([]), (900, 700))
    dialog = FileDialog("open", told.append, folder=folder, types=[("Levels", (".json",)), ("All", ())])
    dialog.open(root)
    press(root, "Down", "Enter")
    assert dialog.folder == folder / "inner"
    assert shown(dialog) == ["deep.json"]
    press(root, "Alt+Up")
    assert dialog.folder == folder
    press(root, "Escape")
    assert told == []
    assert not root.floating


def test_saving_adds_the_suffix_and_asks_before_it_replaces(make_root, folder: Path) -> None:
    told = []
    root = make_root(Column([]), (900, 700))
    dialog = FileDialog("save", told.append, folder=folder, name="new", types=[("Levels", (".json",))])
    dialog.open(root)
    press(root, "Enter")
    assert told == [folder / "new.json"]
    dialog = FileDialog("save", told.append, folder=folder, name="alpha.json", types=[("Levels", (".json",))])
    dialog.open(root)
    press(root, "Enter")
    assert len(root.floating) == 2
    press(root, "Escape")
    assert len(told) == 1
    press(root, "Enter", "Enter")
    assert told[1:] == [folder / "alpha.json"]
    assert not root.floating


def test_what_is_not_there_is_said(make_root, folder: Path) -> None:
    root = make_root(Column([]), (900, 700))
    dialog = FileDialog("open", lambda _: None, folder=folder)
    dialog.open(root)
    dialog.box.name_field.text = "missing.json"
    dialog.accept()
    assert "no such file" in dialog.box.name_field.error
    dialog.box._typed_path(str(folder / "nowhere"))
    assert "no such folder" in dialog.box.path_field.error


@pytest.mark.skipif(os.name == "nt" or getattr(os, "geteuid", lambda: 1)() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_said(make_root, folder: Path) -> None:
    (folder / "inner").chmod(0)
    root = make_root(Column([]), (900, 700))
    dialog = FileDialog("open", lambda _: None, folder=folder)
    dialog.open(root)
    dialog.box.go(folder / "inner")
    (folder / "inner").chmod(0o755)
    assert dialog.box.path_field.error


def test_recent_files_and_pictures(make_root, folder: Path) -> None:
    told, asked = [], []

    def thumbnail(path: Path, size: tuple[int, int]) -> pygame.Surface:
        asked.append((path.name, size[0] > 50))
        return pygame.Surface((40, 40))

    root = make_root(Column([]), (1000, 700))
    recent = [folder / "gamma.map", folder / "gone.map"]
    dialog = FileDialog("open", told.append, folder=folder, recent=recent, thumbnail=thumbnail)
    dialog.open(root)
    press(root, "Down", "Down")
    assert asked == [("alpha.json", True)]
    button = next(w for w in root.floating[0].walk() if getattr(w, "text", "") == "gamma.map")
    assert not any(getattr(w, "text", "") == "gone.map" for w in root.floating[0].walk())
    root.paint()
    click(root, button)
    assert told == [folder / "gamma.map"]


@pytest.mark.small
@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1500, "1.5 KB"), (25_000, "25 KB"), (3e9, "3.0 GB")]
)
def test_sizes_in_words(size: int, text: str) -> None:
    assert size_text(size) == text


@pytest.mark.small
@pytest.mark.parametrize(("age", "text"), [(5, "5 s ago"), (125, "2 min ago"), (7300, "2 h ago")])
def test_ages_in_words(age: float, text: str) -> None:
    assert age_text(1e9 - age, 1e9) == text


# The palette --------------------------------------------------------------------------------------------------


@pytest.mark.small
@given(st.text("abc ", max_size=5), st.text("abcd ", max_size=12))
def test_a_match_is_a_subsequence(query: str, text: str) -> None:
    letters = iter(text)
    possible = all(char in letters for char in query.replace(" ", ""))
    if not possible:
        assert match_score(query, text) is None


@pytest.mark.small
def test_the_best_match_comes_first() -> None:
    items = [MenuItem(text) for text in ("Save as", "Show all shortcuts", "Open a file", "Export SVG")]
    assert matches("sa", items)[0].text == "Save as"
    assert matches("of", items)[0].text == "Open a file"
    assert matches("zz", items) == []
    assert len(matches("", items)) == 4


def test_the_palette_runs_what_is_typed(make_root) -> None:
    runs = []
    root = make_root(Column([]))
    for name in ("Open", "Save", "Save a copy", "Quit"):
        root.actions.add(Action(name, name, (), lambda name=name: runs.append(name)))
    root.actions.add(Action("off", "Saver", (), lambda: runs.append("off"), enabled=lambda: False))
    CommandPalette.of_actions(root).open(root)
    write(root, "sav")
    press(root, "Down", "Enter")
    assert runs == ["Save a copy"]
    assert not root.floating


def test_the_sheet_of_keys_shows_them(make_root) -> None:
    root = make_root(Column([]))
    root.actions.add(Action("open", "Open", ("Ctrl+O",), lambda: None))
    root.actions.add(Action("mute", "No key", (), lambda: None))
    box = KeySheet(root.actions.all()).open(root)
    words = [widget.text for widget in box.walk() if isinstance(widget, Label)]
    assert "Open" in words
    assert "Ctrl+O" in words
    assert "No key" not in words


@pytest.mark.small
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set here")
@pytest.mark.parametrize(("zone", "day"), [("UTC0", "2001-09-09"), ("EAST-14", "2001-09-09"), ("WEST12", "2001-09-08")])
def test_the_day_of_a_file_is_the_one_here(monkeypatch, zone, day):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert age_text(1e9, 1.1e9) == day
    finally:
        monkeypatch.undo()
        time.tzset()
