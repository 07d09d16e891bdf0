"""The script in docs/crowds.md runs as it stands there; every policy, rule and level it names exists."""

import re
from pathlib import Path

from sandbox.agents.api import policies
from sandbox.agents.resolver import Rule
from sandbox.settings import levels_folder

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/crowds.md").read_text(encoding="utf-8")


def test_the_script_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (script,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(script.strip().splitlines()) <= 24
    exec(compile(script, "docs/crowds.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["alone", "stop-and-wait", "keep-right", "at"]
    overlaps = [int(re.search(r"(\d+) ticks", line)[1]) for line in said[:3]]
    assert overlaps[0] > 0
    assert overlaps[1:] == [0, 0]


def test_the_table_has_every_policy_with_its_rule():
    rows = re.findall(r"^\| (`[^|]*) \| [^|]* \| ([a-z]+) \|$", TEXT, re.MULTILINE)
    told = {key: rule for keys, rule in rows for key in re.findall(r"`([a-z-]+)`", keys)}
    rules = {e.key: "none" if e.key == "alone" else Rule(e.cls.rule).name.lower() for e in policies}
    assert told == rules


def test_its_levels_ship():
    names = re.search(r"The levels (.*?) are made", TEXT, re.DOTALL)[1]
    assert all((levels_folder() / f"{name}.json").exists() for name in re.findall(r"`([a-z-]+)`", names))
