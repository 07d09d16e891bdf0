"""Files in the window: dropped, imported, exported, saved, generated; and what is never lost or overwritten."""

import time

import numpy as np
import pygame
import pytest

from sandbox.level import formats
from sandbox.level.edits import AddPolygon, PaintCells, SetTitle
from sandbox.level.model import WALL, Level, Obstacle, Rect
from sandbox.settings import data_folder
from sandbox.ui.kit import FileDialog, Form, Table
from sandbox.ui.maps.files.gallery import CardBox, picture_of
from sandbox.ui.maps.files.generating import GeneratorSheet
from tests.ui.maps.test_autosave import button, wait, words_on_top
from tests.ui.test_app import click, frames, key, maps


@pytest.fixture
def tab(app):
    return maps(app)


@pytest.fixture
def drawn(tmp_path):
    """A level with something of everything a picture can hold, as files of several formats."""
    level = Level.empty(30, 20)
    level.apply(PaintCells.of(Rect(4, 4, 12, 6), WALL))
    level.apply(AddPolygon(Obstacle.of_cells([(20, 5), (25, 5), (22, 12)])))
    for name in ("drawn.json", "drawn.png", "drawn.map", "drawn.geojson"):
        formats.save(level, tmp_path / name)
    return tmp_path


def on_top(app, kind):
    return next(w for box in app.root.floating for w in box.walk() if isinstance(w, kind))


def test_a_dropped_level_opens_unless_something_would_be_lost(app, tab, drawn):
    assert app.root.on_drop(str(drawn / "drawn.json"))
    assert (tab.level.width, len(tab.level.polygons)) == (30, 1)
    tab.editing.step("Title", SetTitle("precious"))
    assert app.root.on_drop(str(drawn / "drawn.map"))
    frames(app, 2)
    assert tab.level.title == "precious"
    assert "Save your changes?" in words_on_top(app)
    click(app, button(app, "Don't save"))
    frames(app, 2)
    assert tab.files.path.name == "drawn.map"
    assert not tab.level.polygons


def test_a_dropped_picture_asks_how_to_read_it(app, tab, drawn):
    assert app.root.on_drop(str(drawn / "drawn.png"))
    wait(app, lambda: "30 × 20 cells" in words_on_top(app))
    on_top(app, Form).on_change("mode", "threshold")
    wait(app, lambda: not tab.services.reader.busy)
    frames(app, 2)
    click(app, button(app, "Import"))
    frames(app, 2)
    assert tab.level.code_at(5, 4.5) == 0
    assert tab.level.code_at(1, 1) == WALL, "dark is wall"
    assert tab.files.path is None
    assert tab.history.dirty, "what was imported is in no file of ours yet"


def test_polygons_are_imported_and_a_broken_file_says_why(app, tab, drawn):
    before = tab.level
    (drawn / "broken.geojson").write_text('{"type": "FeatureCollection", "features": [7]}', encoding="utf-8")
    assert app.root.on_drop(str(drawn / "broken.geojson"))
    wait(app, lambda: "broken.geojson: key features[0]" in words_on_top(app))
    click(app, button(app, "Import"))
    frames(app, 2)
    assert tab.level is before
    assert app.root.on_drop(str(drawn / "drawn.geojson"))
    wait(app, lambda: "1 polygon" in words_on_top(app))
    click(app, button(app, "Import"))
    frames(app, 2)
    assert len(tab.level.polygons) == 1
    assert not app.root.on_drop(str(drawn / "notes.txt"))


def test_an_export_is_a_copy(app, tab, drawn):
    assert app.root.on_drop(str(drawn / "drawn.json"))
    tab.editing.step("Title", SetTitle("not saved by an export"))
    tab.files.export()
    frames(app, 2)
    dialog = on_top(app, Table)
    assert dialog.is_mounted
    tab.files._export_to(drawn / "copy.map")
    frames(app, 2)
    assert "cannot hold everything" in words_on_top(app)
    assert tab.history.dirty
    assert tab.files.path.name == "drawn.json"
    assert formats.load(drawn / "copy.map").width == 30


def test_an_export_follows_the_type_chosen():
    dialog = FileDialog("save", print, name="a.map", types=[("M", (".map",)), ("P", (".png",)), ("All", ())])
    assert dialog.named_as("a.map", 1) == "a.png"
    assert dialog.named_as("a.b", 1) == "a.b"
    assert dialog.named_as("a.png", 2) == "a.png"


def test_saving_an_example_never_writes_over_another_level_of_that_name(app, tab):
    mine = data_folder() / "levels" / f"{tab.files.name}.json"
    formats.save(Level.empty(3, 3), mine)
    before = mine.read_bytes()
    tab.editing.step("Title", SetTitle("another"))
    tab.files.save()
    frames(app, 2)
    assert mine.read_bytes() == before
    assert tab.history.dirty
    assert f"{tab.files.name} 2.json" in words_on_top(app)


def test_cancelling_the_generator_brings_everything_back(app, tab):
    tab.editing.step("Title", SetTitle("mine"))
    tab.editing.step("Wall", PaintCells.one(3, 3, WALL))
    tab.files.save()
    before, steps = tab.level, tab.history.labels
    tab.files.open_generator()
    wait(app, lambda: tab.level is not before)
    app.root.floating[-1].close()
    frames(app, 2)
    assert tab.level is before
    assert tab.history.labels == steps
    tab.editing.undo()
    assert tab.level.code_at(3, 3) != WALL


def test_a_kept_generated_level_is_asked_about(app, tab):
    before = tab.level
    tab.files.open_generator()
    wait(app, lambda: tab.level is not before)
    on_top(app, GeneratorSheet)
    click(app, button(app, "Keep"))
    frames(app, 2)
    assert tab.history.dirty
    assert tab.files.path is None
    assert not tab.files.may_leave(print)


def test_thumbnails_are_made_of_levels_alone(drawn, app):
    picture = picture_of(drawn / "drawn.json", (120, 80), "dark")
    assert picture.get_size() == (120, 80)
    (drawn / "notes.txt").write_text("no level", encoding="utf-8")
    assert picture_of(drawn / "notes.txt", (120, 80), "dark") is None
    (drawn / "bad.json").write_text("{", encoding="utf-8")
    assert picture_of(drawn / "bad.json", (120, 80), "dark") is None


def test_the_gallery_is_walked_by_arrows_and_searched_by_words(app, tab):
    tab.files.open_gallery()
    wait(app, lambda: any(isinstance(w, CardBox) for box in app.root.floating for w in box.walk()))
    focus = app.root.focus
    names = []
    for code in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP):
        key(app, code)
        names.append(focus.widget.card.path.stem)
    assert len(set(names)) == 4, names
    assert names[0] == names[4]
    key(app, pygame.K_UP)
    assert focus.widget.placeholder == "Find"
    for letter in "doorw":
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    frames(app, 2)
    key(app, pygame.K_RETURN)
    assert tab.files.name == "doorway"
    assert not app.root.floating


def test_recent_files_come_newest_first_and_only_if_they_are_there(tab, drawn):
    for name in ("drawn.json", "drawn.map"):
        tab.files.open_path(str(drawn / name))
    assert [p.name for p in tab.files.recent()[:2]] == ["drawn.map", "drawn.json"]
    (drawn / "drawn.map").unlink()
    assert tab.files.recent()[0].name == "drawn.json"


def test_a_large_level_is_saved_and_opened_the_same(tab, tmp_path):
    level = Level(np.random.default_rng(1).integers(0, 11, (700, 900)).astype(np.uint8))
    tab.show_level(level, "large")
    tab.files._save_to(tmp_path / "large.json", time.time)
    tab.files.open_path(str(tmp_path / "large.json"))
    assert tab.level is not level
    assert tab.level.same_as(level)
