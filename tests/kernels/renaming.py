"""Numba with some of its names changed, everywhere at once, as a later release might have them.

Goes first in a process of its own: `python renaming.py NAME,NAME script`. Sources of Numba that mention a name are
compiled from a text that has another one in its place; a module of such a name is found under the other only.
"""

import importlib.machinery
import importlib.util
import re
import runpy
import sys
from pathlib import Path

SUFFIX = "_of_later"


class Later:
    """Finds Numba's modules as they might be later."""

    def __init__(self, names):
        self.names = names
        self.pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")

    def find_spec(self, fullname, path=None, target=None):
        if fullname.split(".")[0] != "numba":
            return None
        name = fullname.rpartition(".")[2]
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        found = importlib.machinery.PathFinder.find_spec(fullname.removesuffix(SUFFIX), path)
        if found is None or not (found.origin or "").endswith(".py"):
            return found
        text = Path(found.origin).read_text(encoding="utf-8")
        loader = Changed(fullname, found.origin, self.pattern.sub(_later, text))
        inside = found.submodule_search_locations
        if not self.pattern.search(text) and not name.endswith(SUFFIX):
            return found
        return importlib.util.spec_from_file_location(
            fullname, found.origin, loader=loader, submodule_search_locations=inside
        )


def _later(name):
    """Numba's configuration is what is written in capitals."""
    return name[0] + (SUFFIX.upper() if name[0].isupper() else SUFFIX)


class Changed(importlib.machinery.SourceFileLoader):
    """A source whose text is another one."""

    def __init__(self, fullname, path, text):
        super().__init__(fullname, path)
        self.text = text

    def get_code(self, fullname):
        return compile(self.text, self.path, "exec")


if __name__ == "__main__":
    sys.meta_path.insert(0, Later(sys.argv[1].split(",")))
    runpy.run_path(sys.argv[2], run_name="__main__")
