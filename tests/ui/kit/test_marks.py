"""What widgets keep between two paints: never older than what they show."""

import numpy as np
import pygame
import pytest

from sandbox.ui.kit import Button, Checkbox, Column, Label


def painted(make_root, widget, size=(240, 60)) -> np.ndarray:
    """The picture of a widget that was painted only as it is now."""
    root = make_root(Column([widget]), size)
    return pygame.surfarray.array3d(root.surface)


@pytest.mark.parametrize(
    ("make", "change"),
    [
        (lambda: Button("Open", icon="plus"), lambda b: setattr(b, "text", "Close")),
        (lambda: Button("Open", icon="plus"), lambda b: setattr(b, "icon", "minus")),
        (lambda: Button("Open", icon="plus"), lambda b: setattr(b, "enabled", False)),
        (lambda: Label("Some words"), lambda w: setattr(w, "text", "Others")),
        (lambda: Label("Some words"), lambda w: setattr(w, "role", "dim")),
        (lambda: Label("Some words"), lambda w: setattr(w, "enabled", False)),
        (lambda: Checkbox("Some words"), lambda w: setattr(w, "enabled", False)),
    ],
)
def test_what_is_kept_between_paints_follows_every_change(make_root, make, change) -> None:
    kept, fresh = make(), make()
    root = make_root(Column([kept]), (240, 60))
    before = pygame.surfarray.array3d(root.surface)
    change(kept)
    root.paint()
    change(fresh)
    after = pygame.surfarray.array3d(root.surface)
    assert (after == painted(make_root, fresh)).all()
    assert (after != before).any()
