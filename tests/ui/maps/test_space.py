"""Space on the map: held it pans, tapped it plays."""

import pygame

from tests.ui.test_app import drag, frames


def space(app, kind, *, repeat=False):
    pygame.event.post(pygame.event.Event(kind, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0))
    if repeat:
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0))
    frames(app)


def counted(app):
    """The presses of Play."""
    presses = []
    actions = app.root.actions
    play = next(a for a in actions.all() if a.where == "maps" and "Space" in a.keys)
    actions.remove(play.id)
    actions.add(type(play)(play.id, play.title, play.keys, lambda: presses.append(1), where="maps"))
    return presses


def test_a_tap_plays_once_however_long_it_was_held(app):
    presses = counted(app)
    app.root.focus.set(app.shell.tabs["maps"].canvas)
    space(app, pygame.KEYDOWN, repeat=True)
    space(app, pygame.KEYDOWN, repeat=True)
    assert presses == []
    space(app, pygame.KEYUP)
    assert presses == [1]
    space(app, pygame.KEYUP)
    assert presses == [1]


def test_a_pan_with_space_held_plays_nothing(app):
    presses, canvas = counted(app), app.shell.tabs["maps"].canvas
    app.root.focus.set(canvas)
    steps = len(app.shell.tabs["maps"].history.labels)
    before = canvas.camera
    x, y = canvas.rect.center
    space(app, pygame.KEYDOWN, repeat=True)
    drag(app, (x, y), (x + 40, y + 20))
    space(app, pygame.KEYDOWN)
    space(app, pygame.KEYUP)
    assert presses == []
    assert canvas.camera != before
    assert len(app.shell.tabs["maps"].history.labels) == steps
    assert not canvas.space_held


def test_whoever_leaves_the_canvas_lets_go_of_space(app):
    presses, canvas = counted(app), app.shell.tabs["maps"].canvas
    app.root.focus.set(canvas)
    space(app, pygame.KEYDOWN)
    assert canvas.space_held
    app.root.focus.set(None)
    assert not canvas.space_held
    app.root.focus.set(canvas)
    space(app, pygame.KEYUP)
    assert presses == []
