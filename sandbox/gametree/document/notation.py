"""Games in any notation there is: read from what was pasted, written for what it is wanted for.

Read are our own JSON, GGF (Othello servers), move lists with or without numbers (`4453`, `1. f5 d6 2. c3`, `7=5+2
5=4+1`), Othello transcripts without their passes, and boards of so many characters with the side to move, in whatever
letters other programs use. What cannot be read says at which move it failed, and what could have stood there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from sandbox.errors import BadInput
from sandbox.games.api import Face
from sandbox.games.two_words.notation import choice, is_start, shortened
from sandbox.gametree.document.files import FORMAT, from_json
from sandbox.gametree.document.model import ROOT, GameDocument

PASS = "pass"  # noqa: S105  (no password)
PASSES = {"pass", "pa", "--", "ps", "pass."}
LETTERS: Final = {**dict.fromkeys("xX*@bB#●", "X"), **dict.fromkeys("oOwW○", "O"), **dict.fromkeys("-._·~", "-")}
BOARDS: Final = {"othello": 64, "connect-four": 42, "tic-tac-toe": 9, "morris": 9}
KINDS = ("moves", "position", "json", "ggf")


def read(key: str, text: str, options: Mapping[str, Any] | None = None) -> GameDocument:
    """A game from whatever was pasted; of another game if the text names one."""
    bare = text.strip()
    if bare.startswith("{") and FORMAT in bare:
        try:
            return from_json(json.loads(bare), "the game pasted")
        except json.JSONDecodeError as error:
            raise BadInput(f"the game pasted:{error.lineno}", error.msg, "a game as JSON") from None
    if re.search(r"\(;\s*GM\[", bare, re.IGNORECASE):
        return from_ggf(bare)
    document = GameDocument(key, options)
    if is_start(bare):
        return document
    if (board := _board(key, bare)) is not None:
        return GameDocument(key, options, board)
    if key == "tree":
        return _tree(options, bare)
    document.play_all(list(_moves(key, document.face, document.plies[ROOT].position, bare)))
    return document


def _board(key: str, text: str) -> str | None:
    """A position as its face reads it, if the text is one in any letters."""
    if key == "nim":
        return None if "=" in text else text
    size = BOARDS.get(key, 0)
    squares = "".join(text.split())
    if not size or len(squares) not in (size, size + 1) or any(c not in LETTERS for c in squares):
        return None
    cells = "".join(LETTERS[c] for c in squares)
    return f"{cells[:size]} {cells[size:]}".strip()


def _tree(options: Mapping[str, Any] | None, text: str) -> GameDocument:
    """A list and the path in it; or the path alone."""
    end = text.rindex("]") + 1 if text.startswith("[") and "]" in text else 0
    document = GameDocument("tree", options, text[:end] or "-")
    document.play_all(text[end:].split())
    return document


def _moves(key: str, face: Face[Any], position: Any, text: str) -> Iterator[str]:
    """The moves of a list, one by one as they are legal; passes left out are put in."""
    for number, word in enumerate(_words(key, text), start=1):
        legal = face.moves(position)
        move = PASS if word.lower() in PASSES else word
        if move not in legal and move.lower() in legal:
            move = move.lower()
        if move not in legal and tuple(legal) == (PASS,):
            yield PASS
            position = face.play(position, PASS)
            legal = face.moves(position)
            move = word.lower()
        if move not in legal:
            raise BadInput(f"move {number} of {shortened(text)!r}", f"{word!r}", choice(legal))
        yield move
        position = face.play(position, move)


def _words(key: str, text: str) -> list[str]:
    """The words that name moves: without numbers (`1.`), results, and what other programs put between."""
    text = re.sub(r"\{[^}]*\}|;[^\n]*", " ", text)  # comments
    text = re.sub(r"\b\d+\s*\.(\.\.)?|(?<!\S)(1-0|0-1|1/2-1/2|\*)(?!\S)", " ", text)
    if key == "connect-four":
        return list(re.sub(r"[\s,;]", "", text))
    if key == "othello":
        return re.findall(r"[a-hA-H][1-8]|pass|--|pa|\S", text, re.IGNORECASE)
    if key == "tic-tac-toe" and re.fullmatch(r"(?:[\s,]*[a-cA-C][1-3])+\s*", text):
        return re.findall(r"[a-cA-C][1-3]", text)
    return re.split(r"[\s,;]+", text.strip())


# GGF, the Generic Game Format of Othello servers (M. Buro, I. Durdanovic): (;GM[Othello]…BO[8 …]B[d3//1.2]W[c3];)


def from_ggf(text: str) -> GameDocument:
    """The first game of a GGF text."""
    fields = re.findall(r"([A-Za-z]+)\[([^\]]*)\]", text.split(";)", maxsplit=1)[0])
    known = {name.upper(): value.strip() for name, value in fields if name.upper() not in ("B", "W")}
    if not known.get("GM", "").lower().startswith("othello"):
        raise BadInput("GGF", f"a game of {shortened(known.get('GM', '?'))!r}", "Othello")
    document = GameDocument("othello", start=_ggf_board(known.get("BO", "")))
    for number, (name, side) in enumerate((("PB", "black"), ("PW", "white"))):
        document.renamed(number, known.get(name, side))
    at = ROOT
    for number, (name, value) in enumerate(((n.upper(), v) for n, v in fields if n.upper() in ("B", "W")), start=1):
        at = _ggf_move(document, at, name, value.split("/")[0].strip().lower(), number)
    document.title = " ".join(known[k] for k in ("EV", "DT") if known.get(k))
    document.ended = known.get("RE", "")
    return document


def _ggf_move(document: GameDocument, at: int, side: str, move: str, number: int) -> int:
    where = f"GGF, move {number}"
    move = PASS if move in PASSES else move
    if move != PASS and document.face.moves(document.plies[at].position) == (PASS,):
        at = document.play(at, PASS)
    if document.mover(at) != "BW".index(side):
        raise BadInput(where, f"a move of {side}", "one of the side whose turn it is")
    try:
        return document.play(at, move)
    except BadInput as error:
        raise BadInput(where, error.found, error.expected) from None


def _ggf_board(text: str) -> str:
    if not text:
        return "-"
    size, *rest = text.split()
    squares = "".join(rest)
    if size != "8" or len(squares) != 65 or any(c not in LETTERS for c in squares):
        raise BadInput("GGF, BO", shortened(text), "8, 64 squares of - * O, and the side to move")
    cells = "".join(LETTERS[c] for c in squares)
    return f"{cells[:64]} {cells[64]}"


def write(document: GameDocument, kind: str, at: int | None = None) -> str:
    """A game (the line through a ply, the main line if none is named) for other programs: one of KINDS."""
    if kind not in KINDS:
        raise BadInput("format", f"{kind!r}", "one of " + ", ".join(KINDS))
    if kind == "json":
        from sandbox.gametree.document.files import to_json

        return json.dumps(to_json(document), ensure_ascii=False, indent=1)
    if kind == "position":
        return document.face.print(document.plies[document.line()[-1] if at is None else at].position)
    if kind == "ggf":
        return _ggf(document, at)
    return listed(document.key, document.moves(at))


def listed(key: str, moves: tuple[str, ...]) -> str:
    """A move list as the game writes it; a pass only at the end of Othello's, where no move after it tells of it."""
    if key == "othello":
        return "".join(move for move in moves if move != PASS) + (PASS if moves[-1:] == (PASS,) else "")
    return ("" if key == "connect-four" else " ").join(moves)


def _ggf(document: GameDocument, at: int | None) -> str:
    if document.key != "othello":
        raise BadInput("format", "'ggf'", "Othello, the only game it is for")
    start = document.plies[ROOT].position
    board = "".join("*" if c == "X" else c for c in f"{start.cells}{start.side}")
    squares = " ".join(board[i : i + 8] for i in range(0, 64, 8))
    names = [
        _ggf_text(p.name or p.engine or side) for p, side in zip(document.players, ("black", "white"), strict=True)
    ]
    line, sides = document.line(at), "BW"
    moves = "".join(f"{sides[document.mover(a)]}[{_ggf_name(document.plies[b].move)}]" for a, b in pairwise(line))
    result = document.face.utility(document.plies[line[-1]].position, 0)
    result_text = _ggf_text(document.ended) or ("?" if result is None else f"{result:+.3f}")
    return f"(;GM[Othello]PB[{names[0]}]PW[{names[1]}]RE[{result_text}]TY[8]BO[8 {squares} {board[64]}]{moves};)"


def _ggf_text(text: str) -> str:
    return re.sub(r"[\[\];()\s]+", " ", text).strip()


def _ggf_name(move: str) -> str:
    return "PA" if move == PASS else move.upper()
