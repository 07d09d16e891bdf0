"""Output on any stream: a sign that its encoding lacks is spelt in the nearest letters instead.

Left alone, Python raises UnicodeEncodeError at a character that standard output cannot encode. Before Python 3.15 that
concerns redirected and piped output on Windows (cp1252, cp437), elsewhere ISO-8859 locales. What has no near letters,
and what is no text at all, as file names may be, is shown by its number.
"""

from __future__ import annotations

import codecs
import sys
import unicodedata

HANDLER = "nearest-letters"
"""The name under which Python's encoders know `_spell_out`."""

WORDS = "…... →-> ←<- ≤<= ≥>= ≠!= ≈~ ±+- ½1/2 ∞inf πpi εeps ΘTheta ßss æae ÆAE œoe ŒOE"  # a sign, and what spells it
NEAREST = {
    **dict(zip("·×µ–—−─│┌┬┐├┼┤└┴┘▶◀▼▲╱╲█•“”‘’", ".xu----|+++++++++><v^/\\#*\"\"''", strict=True)),
    **dict(zip("øØđĐłŁı", "oOdDlLi", strict=True)),
    **{sign: f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{word[0]: word[1:] for word in WORDS.split()},
    "°": " deg",
    "√": "sqrt ",
    "∛": "cbrt ",
    "α": "alpha",
    "λ": "lambda",
    "δ": "delta",
    "∂": "d",
    "⁺": "^+",
    **{sign: f"_{digit}" for digit, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    "Σ": "sum ",
    "\ufeff": "",  # a mark at the beginning of a file
    "β": "beta",
    "●": "(*)",
    "○": "( )",
}


def in_ascii(sign: str) -> str:
    """A sign in letters every encoding has: by our table, without its accents, or by its number."""
    if sign in NEAREST:
        return NEAREST[sign]
    if unicodedata.combining(sign):
        return ""  # the accent of the letter before it
    letters = "".join(c for c in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(c))
    plain = letters.isascii() and (sign.isalpha() or letters.isspace())
    return letters if plain else sign.encode("ascii", "backslashreplace").decode()


def _spell_out(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(in_ascii, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _spell_out)


def width(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide letter, none for an accent of its own."""
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def spelt(text: str) -> str:
    """A text as standard output will show it: columns are measured after signs became letters."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, HANDLER).decode(encoding)


def prepare_streams(encoding: str | None = None) -> None:
    """Let standard output and error take any text; with an encoding, standard output speaks that one."""
    for stream, wanted in ((sys.stdout, encoding), (sys.stderr, None)):
        if hasattr(stream, "reconfigure"):  # not where a script has put something of its own in its place
            stream.reconfigure(encoding=wanted, errors=HANDLER)
