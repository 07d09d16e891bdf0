"""Weights that ship and were damaged since: every page opens, and whoever lets them judge is told in one line."""

import shutil

import pytest

from sandbox.cli.entry import run
from sandbox.gametree.evaluation import filed
from sandbox.settings import assets_folder
from tests.ui.test_app import app, frames, user  # noqa: F401  (fixtures)

SHIPPED = sorted(path.name for path in (assets_folder() / "weights").glob("*.weights"))
LEARNED = [filed._held, filed._words]


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """The same files, each ending in its first line."""
    folder = tmp_path / "assets" / "weights"
    shutil.copytree(assets_folder() / "weights", folder)
    for name in SHIPPED:
        (folder / name).write_bytes((folder / name).read_bytes()[:60])
    monkeypatch.setattr(filed, "assets_folder", lambda: tmp_path / "assets")
    for kept in LEARNED:
        kept.cache_clear()
    yield
    for kept in LEARNED:
        kept.cache_clear()


def test_every_page_opens_for_every_game(app, damaged):  # noqa: F811
    assert len(SHIPPED) >= 3
    bench, boards = app.shell.show("bench"), app.shell.show("boards")
    frames(app, 2)
    for page in bench.pages:
        entries = getattr(page, "entries", ())
        for number, _ in enumerate(entries if hasattr(page, "game") else ()):
            page.game.choose(number)
    for entry in boards.entries:
        boards.open_file(entry.key)
        frames(app, 2)


@pytest.mark.parametrize(("game", "evaluation"), [("connect-four", "connect-four-windows"), ("othello", "strongest")])
def test_whoever_lets_them_judge_is_told_in_one_line(game, evaluation, damaged, capsys):
    assert run(["solve", game, "--engine", "alphabeta", "--option", f"evaluation={evaluation}", "--depth", "2"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert ".weights" in said
