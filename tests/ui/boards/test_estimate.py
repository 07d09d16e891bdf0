"""What learned patterns add is framed on the board, all of it or the chosen row's, as long as the section is open."""

import pytest

from sandbox.gametree.evaluation import account, evaluations, those_for
from sandbox.ui.boards.game.match import Match
from tests.ui.test_app import frames, settle


def compiled(game, position):
    """What the section asks for: to compile it takes longer than a window has patience."""
    played = Match.of(game, position)
    for entry in those_for(game):
        account(played.game, played.position, entry.create())


def judged(app, game, position, evaluation):
    app.services.warmer.state = type(app.services.warmer.state)(finished=True)
    compiled(game, position)
    tab = app.shell.tabs["boards"]
    tab.warmed()
    tab.session.pause(True)
    tab.session.begin(Match.of(game, position))
    settle(app)
    frames(app)
    keys = [entry.key for entry in those_for(game)]
    tab.estimate.which.value = keys.index(evaluation)
    tab.estimate._pick(keys.index(evaluation))
    if not tab.estimate.open:
        tab.estimate.toggle()
    settle(app)
    frames(app)
    return tab


@pytest.mark.parametrize(
    ("game", "position", "evaluation", "fields"),
    [("othello", "f5d6c3d3c4", "othello-patterns", 64), ("connect-four", "4453", "connect-four-windows", 42)],
)
def test_patterns_are_framed_on_the_board(app, game, position, evaluation, fields):
    tab = judged(app, game, position, evaluation)
    shares = {row[0]: row[-1] for row in tab.estimate.table.rows}
    assert len(tab.board.fields) == fields
    elsewhere = {"stones set", *(name for name, _ in evaluations[evaluation].cls.shapes.counts)}
    on_squares = [name for name in shares if name not in elsewhere]
    assert sum(tab.board.fields.values()) == pytest.approx(sum(shares[name] for name in on_squares))
    assert tab.estimate.key.visible
    assert "% to win" in tab.estimate.sum.text.replace(" ", " ")
    table = tab.estimate.table
    row = next(number for number, cells in enumerate(table.rows) if cells[0] == on_squares[0])
    table.selected = [row]
    table.on_select([row])
    assert sum(tab.board.fields.values()) == pytest.approx(shares[on_squares[0]])
    frames(app)
    tab.estimate.toggle()
    assert not tab.board.fields


def test_features_frame_nothing(app):
    tab = judged(app, "othello", "f5d6c3d3c4", "othello-positional")
    assert tab.estimate.table.rows
    assert not tab.board.fields
    assert not tab.estimate.key.visible
