"""What the texts show is so: their commands are understood, and do what they say; their Python runs."""

import argparse
import importlib
import re
import shlex
from pathlib import Path

import pytest

from sandbox.cli import entry
from sandbox.cli.entry import command_names, run
from sandbox.games.api import games
from sandbox.gametree.api import engines_for
from sandbox.gametree.play.levels import LEVELS
from sandbox.lessons.reading import shipped as shipped_lessons
from sandbox.level.formats import load
from sandbox.own import folder as own
from sandbox.planning.api import planners
from sandbox.planning.grid.heuristics import heuristics
from sandbox.settings import levels_folder

ROOT = Path(__file__).parents[1]
TEXTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
TEXTS += sorted((ROOT / "docs").rglob("*.md"))
STARTED = re.compile(
    r"^ *(?:\$ )?(?:python3 start\.py|(?:python3? )?main\.py|game-ai-sandbox) ([a-z].*)$", re.MULTILINE
)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
ELSEWHERE = " --on "  # workers on other machines: tests/bench/test_cluster.py
HOURS = re.compile(  # or what they made
    r"^learn .* --games \d{4,}|^learn .*weights$|^match othello .*weights=|^study .*-|^experiment |^book connect-four"
)
PLACEHOLDER = re.compile(r"[A-Z]{3,}| [A-Z]\b|…|\.\.\.|\[|own-(?!zigzag)")  # or a file that the reader has written
ENDS_WITH = {"simulate door --policy all --check": 1}  # `alone` overlaps, as the text says; else 0


def commands_of(text):
    """The commands a text shows on lines of their own, without remarks and without those of `start.py` itself."""
    lines = text.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    found = [STARTED.match(line)[1] for line in lines if STARTED.match(line)]
    shown = [re.split(r" {2,}#?", line)[0].strip() if "--player" not in line else line for line in found]
    return [line for line in dict.fromkeys(shown) if line.split()[0] in command_names()]


def named_in(text):
    """The whole commands that a text names in its sentences: what is asked of them, too, and nothing left open."""
    spans = [span for span in SPAN.findall(text.read_text(encoding="utf-8")) if not PLACEHOLDER.search(span)]
    whole = [span for span in dict.fromkeys(spans) if len(span.split()) > 1 and not span.split()[1].startswith("--")]
    return [span for span in whole if span.split()[0] in command_names()]


SHOWN = {(text, line) for text in TEXTS for line in commands_of(text)}


def ids(value):
    return str(value.relative_to(ROOT)) if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("text", "line"), sorted(SHOWN), ids=ids)
def test_every_command_that_a_text_shows_is_understood(text, line, monkeypatch):
    """Its name, its options and what they may be."""
    name, *words = shlex.split(line)
    monkeypatch.setattr(importlib.import_module(f"sandbox.cli.commands.{name}"), "run", lambda _: 0)
    assert entry.run([name, *words]) == 0


def test_commands_are_shown():
    assert len(SHOWN) > 40


@pytest.fixture
def beside(tmp_path, monkeypatch):
    """A folder with what the texts take for granted: a benchmark, and a game played elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(own, "data_folder", lambda: tmp_path)
    for folder in ("path/to", "maps"):
        (tmp_path / folder).mkdir(parents=True)
        assert run(["queries", "caves", "--count", "6", "-o", f"{folder}/map.scen"]) == 0
    (tmp_path / "game.ggf").write_text(
        "(;GM[Othello]PB[lynx]PW[kitty]TI[10:00]TY[8]"
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3]W[d3];)",
        encoding="utf-8",
    )
    yield tmp_path
    planners.drop("own-zigzag")


@pytest.mark.slow
@pytest.mark.parametrize("text", [text for text in TEXTS if commands_of(text) or named_in(text)], ids=ids)
def test_every_command_that_a_text_shows_does_it(text, beside):
    """In their order, for one reads what another wrote; then those its sentences name."""
    for line in dict.fromkeys([*commands_of(text), *named_in(text)]):
        if ELSEWHERE in line or HOURS.search(line):
            continue
        assert run(shlex.split(line)) == ENDS_WITH.get(line, 0), line


def options_of(name):
    """All that a command understands."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    importlib.import_module(f"sandbox.cli.commands.{name}").add_arguments(parser)
    return set(parser._option_string_actions)


NAMED = {
    (text, span)
    for text in TEXTS
    for span in SPAN.findall(text.read_text(encoding="utf-8"))
    if len(span.split()) > 1 and span.split()[0] in command_names() and " --" in span
}


@pytest.mark.parametrize(("text", "span"), sorted(NAMED), ids=ids)
def test_every_option_that_is_named_with_a_command_is_its_own(text, span):
    name = span.split()[0]
    if name not in ("convert", "generate"):  # whose options are formats' and generators', too
        assert set(re.findall(r"(?<= |\[)--[a-z][a-z-]*", span)) <= options_of(name)


def test_options_are_named():
    assert len(NAMED) > 50


@pytest.mark.parametrize("text", [t for t in TEXTS if PYTHON.search(t.read_text(encoding="utf-8"))], ids=ids)
def test_the_python_of_a_text_runs(text, monkeypatch, capsys):
    """Block after block, from the folder of a checkout."""
    monkeypatch.chdir(levels_folder().parent)
    names = {"level": load(levels_folder() / "flood.json")}
    for number, block in enumerate(PYTHON.findall(text.read_text(encoding="utf-8"))):
        exec(compile(block, f"{text.name}, {number}", "exec"), names)
    capsys.readouterr()


COUNTED = {
    ("CHANGELOG.md", "Lessons: twelve texts"): 12 - len(shipped_lessons()),
    ("CHANGELOG.md", "Six games:"): 6 - len(games.keys()),
    ("CHANGELOG.md", "Twelve engines for every game"): 12 - min(len(engines_for(game)) for game in games),
    ("CHANGELOG.md", "Five levels for people"): 5 - len(LEVELS),
    ("CHANGELOG.md", "with eight heuristics"): 8 - len(heuristics.keys()),
}


@pytest.mark.parametrize(("name", "words"), COUNTED)
def test_what_a_text_counts_is_there(name, words):
    assert words in (ROOT / name).read_text(encoding="utf-8")
    assert COUNTED[name, words] == 0
