"""Pac-Man in the window: rounds go on by themselves, steps back and forth, who plays, and what each way is worth."""

from dataclasses import replace

import pygame
import pytest

from sandbox.games.general.library.pacman.face import PLAYING, PacManFace
from sandbox.games.general.library.pacman.reading import load, shipped
from sandbox.ui.boards.pacman.board import PacManBoard
from sandbox.ui.boards.pacman.cast import GHOSTS, LESSONS, PACMEN, Cast
from sandbox.ui.boards.pacman.figures import ghost_picture, pacman_picture
from sandbox.ui.boards.pacman.page import PacManPage
from sandbox.ui.boards.pacman.panel import WaysSection
from sandbox.ui.boards.pacman.plate import plate_picture, span_of
from sandbox.ui.boards.pacman.run import Run
from sandbox.ui.kit import Colour
from tests.ui.boards.test_general import Later
from tests.ui.test_app import key


class Played:
    """A run with a clock and a worker of its own."""

    def __init__(self, maze="small", cast=None):
        self.now, self.worker, self.failures = 0.0, Later(), []
        self.run = Run(self.worker, lambda: None, self.failures.append, clock=lambda: self.now, maze=maze)
        if cast is not None:
            self.run.recast(cast)

    def go(self, frames=1, seconds=0.25):
        for _ in range(frames):
            self.now += seconds
            self.run.tick()
            while self.worker.jobs:
                self.worker.work()
        return self.run


def test_the_picture_moves_from_one_position_to_the_next():
    played = Played("trap", Cast("minimax"))
    run = played.go()
    assert run.answer is not None
    assert not run.busy
    run.set_running(True)
    played.go(1)
    assert run.at == 1
    assert run.seen is run.moments[0]
    assert run.share == 0.0
    played.now += 0.1
    assert run.share == pytest.approx(0.5)
    played.go(1)
    assert run.moment.steps == run.at == 2


def test_an_agent_plays_to_the_end_and_one_steps_back_and_forth():
    played = Played("trap", LESSONS["trap"])
    run = played.run
    run.set_running(True)
    for _ in range(400):
        played.go(1)
        if run.over and not run.busy:
            break
    assert run.over
    assert not run.running
    last = run.at
    run.step(-1)
    assert (run.at, run.over) == (last - 1, False)
    assert run.answer is not None  # what was known stays known
    run.step(1)
    assert run.at == last
    run.step(-(10**6))
    assert run.at == 0
    run.step(10**6)
    assert run.at == last
    run.step(-(10**6))
    run.set_running(True)
    played.go(4)
    assert run.at > 0
    assert len(run.moments) == last + 1  # played again, not anew


def test_what_was_played_is_kept_round_by_round_and_can_be_taken_up():
    played = Played("trap", LESSONS["trap"])
    run, start = played.run, played.run.game.face().print(played.run.moment)
    run.set_running(True)
    played.go(8)
    run.set_running(False)
    assert len(run.rounds) == len(run.moments) - 1 > 2
    assert all(len(moves) == 1 + len(run.moment.ghosts) for moves in run.rounds[:-1])
    other = Played("trap", LESSONS["trap"]).run
    other.take("trap", start, [move for moves in run.rounds for move in moves])
    assert (other.moments, other.rounds, other.at) == (run.moments, run.rounds, len(run.rounds))
    run.step(-2)
    run.recast(Cast("minimax"))
    assert (run.rounds, run.moments) == (other.rounds[:-2], other.moments[:-2])


def test_a_person_steers_goes_straight_on_and_stands_before_a_wall():
    played = Played("thrash", Cast("you", ghosts="random"))
    run = played.go()
    run.steer("E")
    played.go(20)
    face = run.game.face()
    assert "E" not in face.moves(run.moment)
    before = run.moment.pacman
    played.go(4)
    assert run.moment.pacman == before
    assert run.moment.steps > 10
    run.steer("W")
    played.go(2)
    assert run.moment.pacman != before


def test_a_person_who_looks_back_and_steers_goes_on_from_there():
    played = Played("thrash", Cast("you", ghosts="random"))
    run = played.go()
    run.steer("E")
    played.go(6)
    run.step(-2)
    at, there, before = run.at, run.moment, list(run.rounds)
    run.steer("W")
    played.go(1)
    assert run.rounds[:at] == before[:at]
    assert run.rounds[at][0] == "W"
    assert run.moments[at] == there
    assert len(run.answers) == len(run.moments) == len(run.rounds) + 1


def test_others_play_from_here_on():
    played = Played("small", Cast("reflex", ghosts="random"))
    run = played.go()
    run.set_running(True)
    played.go(6)
    run.step(-2)
    at = run.at
    run.recast(Cast("expectimax", 3, ghosts="together", ghost_depth=2))
    assert len(run.moments) == at + 1
    played.go(1)
    assert run.answer is not None
    assert len(run.answer.rows) == len(run.game.face().moves(run.moment))


@pytest.mark.parametrize("pacman", PACMEN)
@pytest.mark.parametrize("ghosts", GHOSTS)
def test_every_pair_plays_rounds(pacman, ghosts):
    played = Played("trap", Cast(pacman, 2, ghosts=ghosts, ghost_depth=2))
    played.go()
    if pacman == "you":
        played.run.steer("W")
    played.run.set_running(True)
    played.go(8)
    assert played.run.at >= 3
    assert not played.failures


def test_a_thinker_says_what_each_way_is_worth_and_thrashing_is_seen():
    played = Played("thrash", LESSONS["thrash"])
    run = played.go()
    assert {row.move: row.worth[0] for row in run.answer.rows} == {"E": 7.0, "W": 7.0}
    run.set_running(True)
    played.go(30)
    assert len({moment.pacman for moment in run.moments}) == 2
    assert run.moment.food.bit_count() == 2


@pytest.mark.parametrize("name", shipped())
def test_plates_have_the_size_of_what_is_open(name, app):
    maze = load(name).maze
    span = span_of(maze)
    for cell in (4, 23):
        picture = plate_picture(maze, cell, app.root.look.theme)
        assert abs(picture.get_width() - (span.wide + 1.1) * cell) < 3
        assert abs(picture.get_height() - (span.high + 1.1) * cell) < 3


def test_figures_look_where_they_go():
    colour = Colour(200, 60, 60)
    looks = {way: pygame.image.tobytes(ghost_picture(24, colour, way, False, 0), "RGBA") for way in ("", *"EWNS")}
    assert len(set(looks.values())) == 5
    east, west = (pacman_picture(24, 6, way) for way in "EW")
    assert east.get_at((21, 12)).a < 40 < east.get_at((3, 12)).a
    assert west.get_at((3, 12)).a < 40 < west.get_at((21, 12)).a


# In the window --------------------------------------------------------------------------------------


def page_of(app, name="pacman"):
    assert app.shell.tabs["boards"].open_file(name, strict=True)
    app.host.frame()
    page = app.shell.tabs["boards"].pages.current
    assert isinstance(page, PacManPage)
    return page


def test_ghosts_in_one_cell_are_all_seen():
    moment = PacManFace("small", limit=100, dice=False, stay=True).start()
    together = replace(moment, ghosts=(moment.ghosts[0],) * 3)
    assert [PacManBoard._aside(together, n) for n in range(3)] == [-1, 0, 1]
    assert {PacManBoard._aside(moment, n) for n in range(len(moment.ghosts))} == {0}


def test_the_page_opens_mazes_and_is_steered_by_keys(app):
    page = page_of(app, "pacman:trap")
    assert page.run.cast == LESSONS["trap"]
    page.open_maze("small")
    app.host.frame()
    assert page.run.cast.person
    key(app, pygame.K_LEFT)
    assert page.run.wanted == "W"
    assert page.run.running
    key(app, pygame.K_SPACE, unicode=" ")
    assert not page.run.running
    key(app, pygame.K_c, pygame.KMOD_CTRL)
    assert "P" in app.root.clipboard.get()


def test_what_is_not_known_yet_is_not_said_to_be_over():
    played = Played("trap", Cast(pacman="minimax", ghosts="chase"))
    section = WaysSection()
    section.follow(played.run)
    assert played.run.answer is None
    assert section.table.placeholder == "Not known yet"
    run = played.run
    run.set_running(True)
    played.go(600)
    assert run.over
    section.follow(run)
    assert section.table.placeholder == "The game is over"


def test_a_maze_is_pasted_or_refused_in_a_line(app):
    page = page_of(app)
    app.root.clipboard.put("#P..oG#")
    key(app, pygame.K_v, pygame.KMOD_CTRL)
    assert page.run.moment.food.bit_count() == 2
    assert page.run.moment.over == PLAYING
    app.root.clipboard.put("#..#")
    key(app, pygame.K_v, pygame.KMOD_CTRL)
    assert page.run.moment.food.bit_count() == 2
    app.host.frame()


def test_a_level_is_a_maze(app):
    from sandbox.settings import levels_folder

    page = page_of(app)
    page.open_path(levels_folder() / "corridor.json")
    app.host.frame()
    page.open_path(levels_folder() / "none.json")
    assert page.run.maze.endswith("corridor.json")
