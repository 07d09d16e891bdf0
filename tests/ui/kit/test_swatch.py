"""A swatch: a disc as large as its box, with a rim where its colour is anybody's."""

import pytest

from sandbox.ui.kit import Column, Swatch
from sandbox.ui.kit.style.theme import Colour

OWN = Colour(200, 100, 50)


@pytest.mark.parametrize(("role", "radii"), [("accent", [8.0]), (OWN, [8.0, 7.0])])
def test_a_disc_fills_its_box(make_root, role, radii, monkeypatch) -> None:
    swatch = Swatch(role, size=16)
    root = make_root(Column([swatch], cross="start"))
    drawn = []
    monkeypatch.setattr(swatch.look.painter, "disc", lambda _, at, radius, ink: drawn.append((at, radius, ink)))
    swatch.paint(root.surface, swatch.rect)
    assert [radius for _, radius, _ in drawn] == radii
    assert {at for at, _, _ in drawn} == {swatch.rect.center}
    assert drawn[-1][2] == (OWN if role == OWN else swatch.look.theme.mark("accent"))
