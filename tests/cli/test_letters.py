"""Whatever encoding standard output has, commands print, and what they print can be read."""

import ast
import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.cli import letters
from sandbox.cli.entry import run
from sandbox.cli.output import Output, aligned

ROOT = Path(__file__).resolve().parents[2]
ENCODINGS = ("ascii", "cp1252", "cp437", "latin-1")


@contextlib.contextmanager
def standard_output(encoding):
    """What is printed meanwhile, as bytes."""
    raw = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(raw, encoding=encoding)):
        yield raw
        sys.stdout.flush()
        raw.close = lambda: None  # so that it can still be read


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_prints_in_any_encoding(encoding, tmp_path):
    settings = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "XDG_CONFIG_HOME": str(tmp_path)} | {
        "XDG_DATA_HOME": str(tmp_path)
    }
    command = [sys.executable, "-m", "tests.cli.everything", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ | settings, capture_output=True, timeout=250, check=False)
    errors = ran.stderr.decode(encoding)
    assert "Traceback" not in errors
    assert ran.returncode == 0, errors
    assert ran.stdout.decode("utf-8", "replace").splitlines()[-1] == "ENDED []", errors


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_tables_fall_back_to_plain_rules_and_stay_aligned(encoding):
    with standard_output(encoding) as raw:
        letters.prepare_streams()
        Output().table(["Wörd", "n → m"], [["a…b ≤ c", "1.50"], ["µ", "−2.50"]])
    lines = raw.getvalue().decode(encoding).splitlines()
    assert len(set(map(len, lines))) == 1
    assert {line[-4:] for line in lines[2:]} == {"1.50", "2.50"}
    assert set(lines[1]) <= {"-", "─", " "}


def test_signs_become_their_nearest_letters():
    with standard_output("ascii") as raw:
        letters.prepare_streams()
        print("Othello · 3 × 4 → ≤ ½, Čapek … \udcff 東")
    assert raw.getvalue() == b"Othello . 3 x 4 -> <= 1/2, Capek ... \\udcff \\u6771\n"


def test_no_letters_say_something_else():
    with standard_output("ascii") as raw:
        letters.prepare_streams()
        print("a≠b ¼ 10² é e\u0301 ﬁ ß x\u00a0y")
    assert raw.getvalue() == b"a!=b \\xbc 10^2 e e fi ss x y\n"


def test_wide_letters_and_accents_of_their_own_stay_in_line():
    lines = aligned(["file", "n"], [["東京", "1"], ["e\u0301e\u0301", "22"], ["abcd", "3"]]).splitlines()
    assert {letters.width(line) for line in lines} == {8}


def test_with_standard_error_closed_nothing_of_it_reaches_standard_output(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert run(["solve", "tic-tac-toe", "--json", "--depth", "2"]) == 0
    assert run(["plan", "nowhere", "--start", "1,1", "--goal", "2,2", "--json"]) == 2
    assert [line[:1] for line in capsys.readouterr().out.splitlines()] == ["{"]


def test_json_is_utf_8_everywhere():
    with standard_output("utf-16") as raw:
        assert run(["list", "planners", "--json"]) == 0
        assert sys.stdout.encoding == "utf-8"
    assert b'"key": "astar"' in raw.getvalue()


def test_a_file_name_that_is_no_text_is_shown_by_its_numbers():
    with standard_output("utf-8") as raw:
        letters.prepare_streams()
        print("näme\udcff.json")
    assert raw.getvalue().decode() == "näme\\udcff.json\n"


def test_a_stream_of_a_scripts_own_is_left_alone():
    with contextlib.redirect_stdout(io.StringIO()) as mine:
        letters.prepare_streams("utf-8")
        Output().table(["→"], [["√"]])
    assert mine.getvalue() == "→\n─\n√\n"
    with contextlib.redirect_stdout(None):  # as with pythonw
        letters.prepare_streams("utf-8")
        assert letters.spelt("→") == "→"


def test_every_sign_our_commands_print_has_letters():
    """Outside the window, whose fonts are its own."""
    sources = [p for p in (ROOT / "sandbox").rglob("*.py") if "ui" not in p.parts]
    trees = (ast.walk(ast.parse(p.read_text(encoding="utf-8"))) for p in sources)
    texts = [n.value for tree in trees for n in tree if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    signs = {c for text in texts for c in text if ord(c) > 126} - set("\ud800\udfffɏ")
    assert len(signs) > 15
    assert [c for c in sorted(signs) if letters.in_ascii(c).startswith(("\\x", "\\u"))] == []
