"""Reading levels needs neither compiled kernels nor a window."""

import subprocess
import sys

import pytest

from sandbox.settings import levels_folder
from tests.level.formats import fuzz

CODE = """
import sys
from pathlib import Path
from sandbox.level import formats
from sandbox.level.generators import generators
for path in sys.argv[1:]:
    formats.load(path)
print([name for name in ("numba", "pygame") if name in sys.modules])
"""


@pytest.mark.small
def test_loading_any_format_imports_neither_numba_nor_pygame(tmp_path):
    paths = [str(levels_folder() / "city.json")]
    for extension, files in fuzz.seeds().items():
        if extension != ".scen":
            path = tmp_path / f"a{extension}"
            path.write_bytes(files[0])
            paths.append(str(path))
    done = subprocess.run([sys.executable, "-c", CODE, *paths], capture_output=True, encoding="utf-8", check=False)
    assert done.stdout == "[]\n", done.stderr
