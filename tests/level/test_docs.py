"""The example in docs/level-model.md runs as printed."""

import re
from pathlib import Path


def test_the_example_runs():
    text = Path(__file__).parents[2].joinpath("docs", "level-model.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(example, "docs/level-model.md", "exec"), {})
