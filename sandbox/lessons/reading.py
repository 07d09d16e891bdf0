"""A lesson out of its file: Markdown, `# title`, `## step`, and fenced blocks of TOML (docs/lessons.md).

Every fault is reported, each with its line; a lesson with faults is not opened.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandbox.errors import BadInput
from sandbox.lessons.model import Figure, Guess, Half, Lesson, OnMap, Step, Task
from sandbox.lessons.scenes import boxes, known, number, read_scene, text, whole
from sandbox.settings import assets_folder

ENDING = ".md"
LARGEST = 1 << 20  # bytes
KINDS = ("scene", "guess", "figures", "task")
FENCE = "```"
MARKUP = re.compile(r"\*\*(\S.*?)\*\*|(?<![\w*])\*([^\s*][^*]*)\*(?!\w)|`([^`]+)`")  # bold, italic, code
AT_LINE = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")


def shipped() -> list[Path]:
    """The lessons that come with the sandbox, in their order."""
    return sorted((assets_folder() / "lessons").glob(f"*{ENDING}"))


def found(name: str) -> Path:
    """A file, or a lesson that ships by its name, with or without its number."""
    path = Path(name)
    if path.is_file():
        return path
    for lesson in shipped():
        if name in (lesson.stem, lesson.stem.partition("-")[2]):
            return lesson
    names = ", ".join(lesson.stem.partition("-")[2] for lesson in shipped())
    raise BadInput(name, "no such lesson", f"a file, or one of {names}")


def load(path: Path) -> Lesson:
    """Read a lesson; the first of its faults is raised."""
    lesson, faults = load_with_faults(path)
    if faults:
        raise faults[0]
    return lesson


def load_with_faults(path: Path) -> tuple[Lesson, list[BadInput]]:
    """Read a lesson as far as it can be, and all that is wrong with it."""
    if path.stat().st_size > LARGEST:
        raise BadInput(str(path), "a file of more than 1 MB", "a lesson")
    try:
        return parse(path.read_text(encoding="utf-8"), path)
    except UnicodeDecodeError as error:
        raise BadInput(str(path), f"byte {error.start} is no UTF-8", "a text") from None


def parse(source: str, path: Path) -> tuple[Lesson, list[BadInput]]:
    """The same, of a text."""
    reader = _Reader(path, source.splitlines())
    reader.read()
    return Lesson(path, reader.title or path.stem, reader.about.strip(), tuple(reader.steps)), reader.faults


def bare_words(line: str) -> str:
    """Without the marks around bold, italic and code; a star that stands for itself stays."""
    return MARKUP.sub(lambda found: next(filter(None, found.groups())), line)


def plain_words(words: str) -> list[str]:
    """Paragraphs and points as they are shown: no marks of Markdown, lines joined, points with a dot."""
    paragraphs: list[str] = []
    for line in words.splitlines():
        bare, point = bare_words(line).strip(), line.lstrip().startswith(("- ", "* "))
        if point:
            paragraphs.append("•  " + bare[2:].lstrip())
        elif bare and paragraphs and paragraphs[-1]:
            paragraphs[-1] += f" {bare}"
        else:
            paragraphs.append(bare)
    return [paragraph for paragraph in paragraphs if paragraph]


@dataclass
class _Reader:
    path: Path
    lines: list[str]
    title: str = ""
    about: str = ""
    steps: list[Step] = field(default_factory=list)
    faults: list[BadInput] = field(default_factory=list)

    def read(self) -> None:
        for line, kind, content in self._pieces():
            try:
                self._take(line, kind, content)
            except BadInput as fault:
                self.faults.append(fault)
        if not self.title:
            self._fault(1, "no title", "a first line such as # Why A* floods")
        for number_, step in enumerate(self.steps):
            lesson = Lesson(self.path, self.title, "", tuple(self.steps))
            on_map = isinstance(lesson.shown_at(number_, guessed=False), OnMap)
            if step.guess is not None and step.guess.places and not on_map:
                self._fault(step.line, "a place to be clicked, but no map", "a map scene before the guess")
        if not self.steps:
            self._fault(max(len(self.lines), 1), "no step", "a line such as ## The first step")

    def _fault(self, line: int, what: str, expected: str) -> None:
        self.faults.append(BadInput(f"{self.path}:{line}", what, expected))

    def _pieces(self) -> Iterator[tuple[int, str, str]]:
        """Every line of words, and every block whole: its line, its kind, its content."""
        lines = enumerate(self.lines, 1)
        for number_, line in lines:
            if not line.startswith(FENCE):
                yield number_, "words", line
                continue
            block: list[str] = []
            for _, inner in lines:
                if inner.startswith(FENCE):
                    break
                block.append(inner)
            else:
                self._fault(number_, "a block without an end", f"a line {FENCE}")
            yield number_, line[len(FENCE) :].strip() or "nothing", "\n".join(block)

    def _take(self, line: int, kind: str, content: str) -> None:
        where = f"{self.path}:{line}"
        if kind == "words":
            self._words(content, line)
            return
        if kind not in KINDS:
            raise BadInput(where, f"a block of {kind!r:.40}", "one of " + ", ".join(KINDS))
        if not self.steps:
            raise BadInput(where, f"a {kind} before the first step", "a line such as ## The first step")
        said = self._toml(content, line)
        getattr(self, f"_{kind}")(said, where, self.steps[-1])

    def _toml(self, content: str, line: int) -> dict[str, Any]:
        try:
            return tomllib.loads(content)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            at = AT_LINE.search(str(error))
            inside = int(at[1]) if at is not None and at[1] else content.count("\n") + 1
            raise BadInput(f"{self.path}:{line + inside}", AT_LINE.sub("", str(error)), "TOML") from None

    # Words ---------------------------------------------------------------------------------------------

    def _words(self, line: str, at: int) -> None:
        if line.startswith("# ") and not self.title and not self.steps:
            self.title = bare_words(line[2:]).strip()
        elif line.startswith("## "):
            self.steps.append(Step(bare_words(line[3:]).strip(), at))
        elif self.steps:
            self._half(self.steps[-1]).words += line + "\n"
        else:
            self.about += line + "\n"

    @staticmethod
    def _half(step: Step) -> Half:
        return step.before if step.guess is None else step.after

    # Blocks --------------------------------------------------------------------------------------------

    def _scene(self, said: dict[str, Any], where: str, step: Step) -> None:
        half = self._half(step)
        if half.shown is not None:
            raise BadInput(where, "a second scene", "one before the guess and one after it")
        half.shown = read_scene(said, where, self.path.parent)

    def _guess(self, said: dict[str, Any], where: str, step: Step) -> None:
        known(said, ("ask", "choices", "right", "places"), where)
        if step.guess is not None:
            raise BadInput(where, "a second guess", "one in a step")
        choices, places = said.get("choices", []), boxes(said.get("places", []), f"{where}: places")
        if not isinstance(choices, list) or not all(isinstance(one, str) for one in choices):
            raise BadInput(f"{where}: choices", f"{choices!r:.60}", "a list of texts")
        if bool(choices) == bool(places):
            raise BadInput(where, "both choices and places" if choices else "nothing to choose", "choices or places")
        right = whole(said, "right", where, high=len(choices))
        if choices and not right:
            raise BadInput(f"{where}: right", "none", f"which of the choices, from 1 to {len(choices)}")
        step.guess = Guess(text(said, "ask", where), tuple(choices), right - 1, tuple(places))

    def _figures(self, said: dict[str, Any], where: str, step: Step) -> None:
        line = int(where.rpartition(":")[2])
        for offset, (name, value) in enumerate(said.items(), 1):
            if isinstance(value, bool) or not isinstance(value, (int, float, str)):
                raise BadInput(f"{where}: {name}", f"{value!r:.60}", 'as "astar.expanded" = 1203')
            step.figures.append(Figure(line + offset, name, value))

    def _task(self, said: dict[str, Any], where: str, step: Step) -> None:
        known(said, ("say", "kind", "optimal", "cost", "expanded"), where)
        kind = text(said, "kind", where)
        if kind not in ("planner", "move"):
            raise BadInput(f"{where}: kind", f"{kind!r:.40}", "planner or move")
        cost = number(said, "cost", where) if "cost" in said else None
        expanded = whole(said, "expanded", where) if "expanded" in said else None
        step.task = Task(text(said, "say", where), kind, said.get("optimal") is True, cost, expanded)
