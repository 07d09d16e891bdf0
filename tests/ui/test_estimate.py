"""The estimate's section: silent while folded, then every feature of the position on the board."""

import numpy as np
import pytest

from sandbox.games.api import games
from sandbox.gametree.evaluation import account, best_for
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.panel.estimate import Estimate
from sandbox.ui.kit import Section


class Now:
    """A worker that works at once."""

    def __init__(self):
        self.jobs = 0

    def submit(self, job):
        self.jobs += 1
        job.done(job.work(np.zeros(1, np.uint8)))


@pytest.fixture
def estimate():
    return Estimate(Now(), Section("Depths"), lambda _: None)


def test_it_computes_nothing_while_folded_or_not_ready(estimate):
    estimate.follow(Match.new(games["othello"]), ready=True)
    assert estimate.worker.jobs == 0
    estimate.open = True
    estimate.follow(Match.new(games["othello"]), ready=False)
    assert estimate.worker.jobs == 0


def test_it_shows_the_features_the_largest_share_first(estimate):
    estimate.open = True
    match = Match.of("othello", "f5d6c3d3c4f4")
    estimate.follow(match, ready=True)
    features = account(match.game, match.position, best_for("othello").create())
    assert {row[0]: row[3] for row in estimate.table.rows} == {f.name: f.share for f in features}
    shares = [abs(row[3]) for row in estimate.table.rows]
    assert shares == sorted(shares, reverse=True)
    assert "for Black" in estimate.sum.text


def test_it_says_when_there_is_nothing_to_judge(estimate):
    estimate.open = True
    estimate.follow(Match.of("connect-four", "1212121"), ready=True)
    assert "over" in estimate.sum.text
    assert not list(estimate.table.rows)
    estimate.follow(Match.new(games["nim"]), ready=True)
    assert estimate.sum.text.startswith("Nothing")
