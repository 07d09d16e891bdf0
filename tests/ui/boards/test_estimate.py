"""What learned patterns add is framed on the board, all of it or the chosen row's, as long as the section is open."""

import pytest

from sandbox.gametree.evaluation import account, those_for
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
    assert sum(tab.board.fields.values()) + shares["stones set"] == pytest.approx(sum(shares.values()))
    assert tab.estimate.key.visible
    assert "% to win" in tab.estimate.sum.text.replace(" ", " ")
    table = tab.estimate.table
    table.selected = [0]
    table.on_select([0])
    assert sum(tab.board.fields.values()) == pytest.approx(shares[table.rows[0][0]])
    frames(app)
    tab.estimate.toggle()
    assert not tab.board.fields


def test_features_frame_nothing(app):
    tab = judged(app, "othello", "f5d6c3d3c4", "othello-positional")
    assert tab.estimate.table.rows
    assert not tab.board.fields
    assert not tab.estimate.key.visible
