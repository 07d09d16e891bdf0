"""The pane of a lesson: where one is, the words, the guess, the task, and the way on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from sandbox.lessons.model import Guess, Step, Task
from sandbox.lessons.reading import plain_words
from sandbox.ui.kit import Button, Clickable, Column, IconButton, Label, Row, Rule, Scroll, Spacer, Widget
from sandbox.ui.kit.widget import Size

LEAST, MOST, SHARE = 240, 330, 0.3  # dp wide, and the part of a small window
SHOWN_INSTEAD = -1  # no guess was made: it was asked to be shown


@dataclass(frozen=True, slots=True)
class Deeds:
    """What its buttons do."""

    leave: Callable[[], None]
    back: Callable[[], None]
    again: Callable[[], None]
    forward: Callable[[], None]
    choose: Callable[[int], None]
    reveal: Callable[[], None]
    check: Callable[[], None]
    report: Callable[[], None]


class ChoiceBox(Clickable):
    """One answer of a guess, as many lines as it takes."""

    ring_radius = 6

    def __init__(self, words: str, choose: Callable[[], None], name: str) -> None:
        super().__init__(name=name, align="stretch")
        self.choose = choose
        self.add(Row([Label(words, wrap=True, grow=1)], pad=(10, 7)))

    def measure(self, width: int | None) -> tuple[int, int]:
        """As its words."""
        return self.children[0].size_for(width)

    def layout(self) -> None:
        """The words fill it."""
        self.children[0].arrange(self.rect)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """A box that answers the pointer."""
        colours, lively = self.look.colours, self.hovered or self.pressed
        line, fill = (colours.accent, colours.hover) if lively else (colours.line, colours.sunken)
        self.look.painter.box(surface, self.rect, fill=fill, line=line, radius=self.dp(6))

    def click(self) -> None:
        """This one."""
        self.choose()


class LessonPane(Row):
    """Beside whatever tab is in front."""

    def __init__(self, deeds: Deeds) -> None:
        self.deeds = deeds
        self.title = Label("", style="strong", wrap=True, grow=1)
        self.where = Label("", style="small", role="dim", grow=1)
        self.body = Column([], gap=0, grow=1)
        self.next = Button("Next", icon="arrow-right", kind="primary", on_click=deeds.forward, name="lesson-next")
        self.previous = Button("Back", icon="arrow-left", on_click=deeds.back, name="lesson-back")
        again = IconButton("rotate-ccw", on_click=deeds.again, tip="This step from its start", tip_key="Alt+R")
        leave = IconButton("x", compact=True, on_click=deeds.leave, tip="Leave the lesson", tip_key="Alt+Q")
        self.next.tip, self.next.tip_key = "Next step", "Alt+N"
        self.previous.tip, self.previous.tip_key = "Previous step", "Alt+B"
        head = Column([Row([self.title, leave], gap=8, cross="start"), self.where], gap=2, pad=(14, 10, 8, 8))
        foot = Row([self.previous, again, Spacer(), self.next], gap=6, pad=(12, 8))
        page = Column([head, self.body, foot], gap=0, grow=1)
        super().__init__([Rule(upright=True), page], gap=0, fill="panel", cross="stretch", visible=False)

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """In a small window narrower than usual: what is read about must be seen, too."""
        wide = min(self.dp(MOST), max(self.dp(LEAST), round(SHARE * self.root.rect.w)))
        return wide, super().measure(wide)[1]

    def show(self, title: str, number: int, count: int) -> None:
        """Where one is."""
        self.title.text = title
        self.where.text = f"Lesson, step {number} of {count}"
        self.previous.enabled = number > 1
        self.next.text = "Next" if number < count else "Done"

    def show_step(self, step: Step, chosen: int | None, verdict: tuple[str, str], checked: tuple[str, str]) -> None:
        """The words, as far as they may be seen; `chosen`: what was guessed, None while that is waited for."""
        parts: list[Widget] = [Label(step.title, style="title", wrap=True), *_paragraphs(step.before.words)]
        if step.guess is not None:
            parts.append(self._question(step.guess, waits=chosen is None, verdict=verdict))
        if step.guess is None or chosen is not None:
            parts += _paragraphs(step.after.words)
            parts += [self._task(step.task, checked)] if step.task is not None else []
        self.body.replace_children([Scroll(Column(parts, gap=10, pad=(14, 2, 14, 14)), grow=1)])

    def _question(self, guess: Guess, *, waits: bool, verdict: tuple[str, str]) -> Widget:
        lines: list[Widget] = [Label(guess.ask, style="strong", wrap=True)]
        if waits:
            lines += [
                ChoiceBox(words, partial(self.deeds.choose, n), f"choice-{n + 1}")
                for n, words in enumerate(guess.choices)
            ]
            if guess.places:
                lines.append(Label("Click on the map.", role="dim", wrap=True))
            lines.append(Row([Button("Show me", kind="quiet", compact=True, on_click=self.deeds.reveal), Spacer()]))
        else:
            words, role = verdict
            lines.append(Label(words, role=role, wrap=True))
        return Column(lines, gap=6, pad=10, fill="raised", radius=8)

    def _task(self, task: Task, checked: tuple[str, str]) -> Widget:
        how = (
            "Press the camera beside your planner's name, then check."
            if task.kind == "planner"
            else "Make your move, then check."
        )
        words, role = checked
        lines: list[Widget] = [
            Label("TASK", style="section", role="dim"),
            *_paragraphs(task.say),
            Label(how, style="small", role="dim", wrap=True),
            Row([
                Button("Check", compact=True, on_click=self.deeds.check, name="lesson-check"),
                Button("Save the report", kind="quiet", compact=True, on_click=self.deeds.report),
                Spacer(),
            ], gap=6),
        ]  # fmt: skip
        if words:
            lines.append(Label(words, role=role, wrap=True))
        return Column(lines, gap=6, pad=10, fill="raised", radius=8)


def _paragraphs(words: str) -> Sequence[Widget]:
    return [Label(paragraph, wrap=True) for paragraph in plain_words(words)]
