"""Tables copied as CSV: what is written with its unit on the screen has it in the head of its column."""

import ast
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import sandbox.ui
from sandbox.ui.boards.duel.words import COLUMNS as OF_A_DUEL
from sandbox.ui.kit import TableColumn, TableModel

MODULES = sorted(m.name for m in pkgutil.walk_packages(sandbox.ui.__path__, "sandbox.ui.") if "__main__" not in m.name)
UNIT = re.compile(r"\d\s*(ns|µs|ms|s|min|h|B|kB|MB|cells|plies)$")
LOCAL = {"figure"}  # the format of a column whose title names what it counts


def written(column):
    """The unit a column writes behind its numbers."""
    found = UNIT.search(column.text(12))
    return found[1] if found else ""


def columns_of(module):
    """Every column of a table that a module makes, wherever it makes it."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "TableColumn":
            given = {word.arg: word.value for word in call.keywords if word.arg in ("format", "unit")}
            if getattr(given.get("format"), "id", "") not in LOCAL:
                made = {name: eval(ast.unparse(value), vars(module)) for name, value in given.items()}
                yield call.lineno, TableColumn("Title", number=True, **made)


def test_a_number_written_with_a_unit_is_copied_with_one():
    made = [(name, line, c) for name in MODULES for line, c in columns_of(importlib.import_module(name))]
    assert len(made) > 60
    assert sum(1 for *_, column in made if written(column)) >= 8
    assert [(name, line, written(c)) for name, line, c in made if written(c) and not c.unit] == []


def test_a_column_of_times_is_in_one_unit_however_they_are_shown():
    place = next(n for n, column in enumerate(OF_A_DUEL) if column.title == "Time")
    rows = [
        tuple(seconds if n == place else None for n in range(len(OF_A_DUEL))) for seconds in (0.000012, 0.0345, 6.7)
    ]
    shown = [OF_A_DUEL[place].text(row[place]) for row in rows]
    assert [words.split()[-1] for words in shown] == ["µs", "ms", "s"]
    head, *copied = (line.split(",")[place] for line in TableModel(OF_A_DUEL, rows).csv().splitlines())
    assert head == "Time (s)"
    assert [float(text) for text in copied] == pytest.approx([0.000012, 0.0345, 6.7])
