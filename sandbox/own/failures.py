"""What went wrong in the user's code, for people: the file and line of theirs where it was, and all the rest below."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sandbox.errors import BadInput

MOST_DETAILS: Final = 20_000  # letters of a traceback that are kept
LONGEST: Final = 300  # of its last line
HOST: Final = str(Path(__file__).parent)


class OwnCodeFailed(BadInput):
    """Code of the user's broke: where, with which words, and the whole traceback."""

    def __init__(self, where: str, found: str, expected: str = "", details: str = "") -> None:
        super().__init__(where, found, expected)
        self.args = (where, found, expected, details)  # what pickling passes on
        self.details = details or str(self)


def of_error(error: BaseException, is_own: Callable[[str], bool]) -> dict[str, Any]:
    """An exception as a message: `where`, `found`, `details`, without the frames that are ours."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if is_own(frame.filename)]
    where = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
    if isinstance(error, SyntaxError) and error.filename and is_own(error.filename):
        where = f"{Path(error.filename).name}:{error.lineno}"
    shown = error.with_traceback(_from_own(error.__traceback__, is_own))
    details = "".join(traceback.format_exception(type(shown), shown, shown.__traceback__))
    return {"where": where, "found": _words(error), "details": details[-MOST_DETAILS:]}


def _words(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return f"sys.exit({'' if error.code is None else repr(error.code)}) was called"
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except BaseException:  # noqa: BLE001  (an exception of the user's may break when it is printed)
        text = "(what it says cannot be printed)"
    name = type(error).__name__
    line = f"{name}: {text}" if text else name
    return " ".join(line.split())[:LONGEST]


def _from_own(trace: Any, is_own: Callable[[str], bool]) -> Any:
    """The traceback from the first frame of the user's on."""
    at = trace
    while at is not None and not is_own(at.tb_frame.f_code.co_filename):
        at = at.tb_next
    return at if at is not None else trace


def last_line(said: str, is_own: Callable[[str], bool]) -> str:
    """Where the interpreter was when it was ended: the first frame of the user's in what `faulthandler` wrote."""
    for file, line in re.findall(r'File "([^"\n]+)", line (\d+)', said):
        if is_own(file):
            return f"{Path(file).name}:{line}"
    return ""
