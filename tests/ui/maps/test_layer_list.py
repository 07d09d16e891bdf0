"""The list of layers: a head over each group, and every line with its number; made anew only when it is another."""

from types import SimpleNamespace

from sandbox.ui.kit import Label
from sandbox.ui.maps.panels.layers_panel import LayerList, Line


def listed(groups, monkeypatch):
    monkeypatch.setattr(LayerList, "_head", lambda _, group, lines: Label(f"{group} of {len(lines)}"))
    monkeypatch.setattr(LayerList, "_line", lambda _, number, line: Label(f"{number} {line.text}"))
    made = LayerList(SimpleNamespace(lines=[Line(group, text, {0: text}) for group, text in groups]))
    made.refresh()
    return made


def test_a_head_stands_over_the_first_line_of_each_group(monkeypatch):
    found = listed([("A*", "closed"), ("A*", "path"), ("HPA*", "sectors")], monkeypatch)
    texts = [label.text for label in found.children]
    assert texts == ["A* of 3", "0 closed", "1 path", "HPA* of 3", "2 sectors"]
    alone = listed([("A*", "closed"), ("A*", "path")], monkeypatch)
    assert [label.text for label in alone.children] == ["A* of 2", "0 closed", "1 path"]


def test_it_is_made_anew_when_it_is_another_or_somebody_says_so(monkeypatch):
    found = listed([("A*", "closed")], monkeypatch)
    before = list(found.children)
    found.refresh()
    assert list(found.children) == before
    found.refresh(anew=True)
    assert list(found.children) != before
    found.layers.lines = []
    found.refresh()
    (none,) = found.children
    assert none.text not in {label.text for label in before}
