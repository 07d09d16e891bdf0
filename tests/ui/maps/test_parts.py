"""Parts of the maps by themselves: bars of time, numbers of a selection, pictures, planners of one's own, copies."""

from types import SimpleNamespace

import pygame
import pytest

from sandbox.settings import assets_folder
from sandbox.ui import kit
from sandbox.ui.crowds.choice import Walking
from sandbox.ui.maps.files.autosave import Autosave
from sandbox.ui.maps.files.gallery import THUMB, _Plain
from sandbox.ui.maps.own_code import OwnRows
from sandbox.ui.maps.panels.results import COLUMNS
from sandbox.ui.maps.sections.timeline import HEAD, NAMES, ROW, TimelineBars
from sandbox.ui.maps.tools.parts.select_options import Numbers


@pytest.fixture
def put():
    """Puts a widget into a window of 400 by 200 and paints it."""
    pygame.display.init()
    pygame.font.init()
    look = kit.load_look(assets_folder())

    def put(widget):
        kit.Root(pygame.Surface((400, 200)), look, widget, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0).paint()
        return widget

    return put


def test_bars_of_time_lie_between_the_names_and_the_edge(put):
    bars = put(kit.Column([TimelineBars(lambda _: None, lambda _: None)])).children[0]
    found = bars._bars()
    assert (found.left - bars.rect.left, bars.rect.right - found.right) == (NAMES, 8)
    assert bars._row(2) == pygame.Rect(bars.rect.x, bars.rect.y + HEAD + 2 * ROW, bars.rect.w, ROW)


def test_numbers_follow_what_is_selected_and_each_edit():
    tool = SimpleNamespace(
        chosen=(), selection=SimpleNamespace(vertex=None, followers=[]), editing=SimpleNamespace(on_step=[])
    )
    numbers = Numbers(tool)
    assert tool.selection.followers == tool.editing.on_step == [numbers.follow]
    assert not any(field.enabled for field in (numbers.x, numbers.y, numbers.w, numbers.h))


def test_what_has_no_picture_takes_the_room_of_one(put):
    row = put(kit.Column([_Plain()], cross="start")).children[0]
    assert row.size_for() == THUMB
    assert THUMB[0] != THUMB[1]


@pytest.mark.parametrize("ticked", [True, False])
def test_a_planner_that_leaves_is_ticked_no_more(ticked):
    row, changed = SimpleNamespace(ticked=ticked), []
    asking = SimpleNamespace(row_changed=lambda row: changed.append(row.ticked))
    rows = [row]
    own = SimpleNamespace(
        session=SimpleNamespace(asking=asking, rows=rows), listed=SimpleNamespace(actions_of=lambda _: [])
    )
    OwnRows._leave(own, row)
    assert rows == []
    assert row.ticked is False
    assert changed == [False] * ticked


@pytest.mark.parametrize(("dirty", "kept", "soon"), [(True, True, 0), (True, False, 1), (False, True, -1)])
def test_a_copy_is_kept_of_what_is_unsaved_and_has_none(dirty, kept, soon):
    told = []
    autosave = SimpleNamespace(
        session=SimpleNamespace(history=SimpleNamespace(dirty=dirty)), recovery=SimpleNamespace(kept=kept),
        _keep_soon=lambda: told.append(1), forget=lambda: told.append(-1),
    )  # fmt: skip
    autosave._edited_unseen = lambda: Autosave._edited_unseen(autosave)
    Autosave._stepped(autosave)
    assert sum(told) == soon


def test_columns_of_numbers_stand_to_the_right():
    words = {"Planner", "Metric", "Result"}
    assert {column.title for column in COLUMNS if not column.number} == words


def test_who_arrives_stays_unless_somebody_says_otherwise():
    assert Walking().leave is False
