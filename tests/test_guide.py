"""The texts beside the code: no link leads nowhere, the guide's pictures are taken, its commands are commands."""

import ast
import re
from pathlib import Path

import pytest

from sandbox.ui.tabs import TABS

ROOT = Path(__file__).parents[1]
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_link_leads_nowhere(text):
    ends = [end for end, _ in LINK.findall(text.read_text(encoding="utf-8")) if "://" not in end]
    assert [end for end in ends if not (text.parent / end).exists()] == []


def test_every_picture_of_the_guide_is_taken_by_the_script_and_shown():
    script = ast.parse((ROOT / "docs/screenshots/guide.py").read_text(encoding="utf-8"))
    kept = {
        node.args[0].value
        for node in ast.walk(script)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "keep"
    }
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/guide").glob("*.md"))
    assert kept == {path.stem for path in (ROOT / "docs/guide").glob("*.png")}
    assert all(f"({name}.png)" in pages for name in kept)


MODIFIERS = r"(?:(?:Ctrl|Alt|Shift)\+)+"
KEYS = re.compile(rf"(?<![\w+])({MODIFIERS}(?:[A-Z0-9]|F\d+|[A-Z][a-z]+(?: ?(?:Up|Down))?|[→←,])(?!\w)|F\d{{1,2}}\b)")
SIGNS = {"→": "Right", "←": "Left", " ": ""}


def keys_in(text):
    """Combinations of keys, as the window spells them."""
    return {"".join(SIGNS.get(sign, sign) for sign in found) for found in KEYS.findall(text)}


@pytest.fixture(scope="module")
def keys_of_the_window():
    """Every text in the window's sources that is a key and nothing else; and those of the tabs, which are counted."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "sandbox/ui").rglob("*.py"))
    texts = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    tabs = {f"Ctrl+{number}" for number in range(1, len(TABS) + 1)}
    return tabs | {text for text in texts if isinstance(text, str) and KEYS.fullmatch(text)}


@pytest.mark.parametrize("text", [*TEXTS, ROOT / "CHANGELOG.md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_key_that_a_text_names_is_one_of_the_window(text, keys_of_the_window):
    assert keys_in(text.read_text(encoding="utf-8")) - keys_of_the_window == set()


def test_the_guides_commands_are_commands():
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/guide").glob("*.md"))
    said = re.findall(r"(?:Without a window: |, )`([a-z]+) ", pages)
    assert len(said) > 5
    assert [word for word in said if not (ROOT / f"sandbox/cli/commands/{word}.py").is_file()] == []


SAID = re.compile(r"\bADR (\d+)")
FILE = re.compile(
    r"`((?:sandbox|kernels|planning|gametree|level|mesh|games|bench|agents|ui|tests|benchmarks|docs)/[\w./-]+)`"
)


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_and_decision_a_text_names_is_there(text):
    said = text.read_text(encoding="utf-8")
    names = {name for name in FILE.findall(said) if not name.endswith(".")}
    assert [n for n in sorted(names) if not any((top / m).exists() for top in _TOPS for m in (n, f"{n}.py"))] == []
    assert [n for n in SAID.findall(said) if not list((ROOT / "docs" / "adr").glob(f"{int(n):04}-*.md"))] == []


_TOPS = (ROOT, ROOT / "sandbox", ROOT / "sandbox" / "planning")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_every_name_of_the_code_that_a_text_quotes_is_there(name):
    sources = [ROOT / "start.py", ROOT / "pyproject.toml", *(ROOT / "sandbox").rglob("*.py")]
    words = set(re.findall(r"\w+", "".join(path.read_text(encoding="utf-8") for path in sources)))
    quoted = re.findall(r"`([^`\n]+)`", (ROOT / name).read_text(encoding="utf-8"))
    said = {word for one in quoted if "/" not in one and "." not in one for word in re.findall(r"[A-Za-z_]\w+", one)}
    assert said
    assert said - words <= {"fastmath", "op"}  # an option we do not take; an operator, in a rule about operators


def test_pictures_in_the_tree_are_those_that_a_text_shows():
    """The rest is made when asked for (docs/screenshots/take.sh)."""
    kept = {path for kind in ("png", "gif", "jpg") for path in (ROOT / "docs").rglob(f"*.{kind}")}
    shown = {(text.parent / end).resolve() for text in TEXTS for end, _ in LINK.findall(text.read_text("utf-8"))}
    assert kept
    assert {path.relative_to(ROOT).as_posix() for path in kept - shown} == set()
