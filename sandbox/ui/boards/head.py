"""What stands above the board: the tools, then whose turn it is, who thinks, and how the game ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sandbox.figures import seconds
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.session import Session
from sandbox.ui.kit import (
    Button,
    Checkbox,
    Dropdown,
    Icon,
    IconButton,
    Label,
    ProgressBar,
    Row,
    Swatch,
    Widget,
)

NARROW = 660  # dp of tools below which they have no words
GAPS = {False: 6.0, True: 3.0}  # dp between tools; where it is narrow
PACES = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)  # seconds that two engines rest after each move
PAD = 8  # dp beside the tools
GAME_WIDE = 184  # dp of the list of games
HEAD_HIGH = 44  # dp: the board keeps its size whatever is said


def pace_words(rest: float) -> str:
    """How fast two engines play."""
    return f"Rest {rest:g} s" if rest else "As fast as it goes"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualDeeds:
    """What the tools of every board do."""

    pick_game: Callable[[int], None]
    options: Callable[[], None]
    new_game: Callable[[], None]
    back: Callable[[], None]
    forward: Callable[[], None]
    hint: Callable[[], None]
    move_now: Callable[[], None]
    pause: Callable[[], None]
    more: Callable[[], None]
    analyse: Callable[[bool], None]
    pace: Callable[[float], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds(UsualDeeds):
    """What those of games of two with nothing hidden do, too."""

    rematch: Callable[[], None]
    review: Callable[[], None]
    pass_move: Callable[[], None]
    duel: Callable[[], None]


class Tools(Wrapped):
    """The game, and what is done with it: words beside the icons where there is room for them."""

    def __init__(
        self, games: Sequence[str], deeds: UsualDeeds, options: str, menu: str, named: Sequence[Widget]
    ) -> None:
        """`options`, `menu`: the tips of these two; `named`: the first goes before the arrows, the others behind."""
        self.game_box = Dropdown(games, 0, on_change=deeds.pick_game, name="game", width=GAME_WIDE)
        self.options = IconButton("sliders-horizontal", on_click=deeds.options, tip=options)
        self.pause = IconButton("pause", on_click=deeds.pause, tip="Pause or resume", tip_key="P", visible=False)
        self.more = IconButton("ellipsis", on_click=deeds.more, tip=menu)
        self.worded = {tool: tool.text for tool in named if isinstance(tool, Button) and tool.text}
        tools: list[Widget] = [
            self.game_box,
            self.options,
            named[0],
            IconButton("undo-2", on_click=deeds.back, tip="Take back", tip_key="Ctrl+Z"),
            IconButton("redo-2", on_click=deeds.forward, tip="Redo", tip_key="Ctrl+Y"),
            IconButton("lightbulb", on_click=deeds.hint, tip="Hint: what an engine would play", tip_key="H"),
            *named[1:],
            self.pause,
            self.more,
        ]
        super().__init__(tools, gap=GAPS[False], pad=(PAD, 6), fill="panel")

    def layout(self) -> None:
        """Where it is narrow, the buttons' icons stand for themselves."""
        narrow = self.rect.w < self.least()
        if self.gap != GAPS[narrow]:
            self.gap = GAPS[narrow]
            self.relayout()
        for button, words in self.worded.items():
            if button.text != ("" if narrow else words):
                button.text = "" if narrow else words
        super().layout()

    def least(self) -> int:
        """How wide it must be to have words."""
        return self.dp(NARROW)


class ToolBar(Tools):
    """Those of games of two."""

    def __init__(self, titles: Callable[[], list[str]], deeds: Deeds) -> None:
        """`titles`: of all games, asked for when the list is opened."""
        self.titles = titles
        new = Button("New", icon="plus", on_click=deeds.new_game, tip="The same game from its start", tip_key="Ctrl+N")
        now = Button("Move now", icon="zap", on_click=deeds.move_now, tip_key="Space")
        now.tip = "Play the best found so far"
        duel = Button("Duel", icon="swords", on_click=deeds.duel, tip_key="D")
        duel.tip = "Engines on this position, side by side"
        menu = "Open, save, paste, copy, swap, resign …"
        super().__init__([], deeds, "Rules and options of this game", menu, [new, now, duel])

    def least(self) -> int:
        """All words in one line."""
        return max(super().least(), self._with_words())

    def _with_words(self) -> int:
        """How wide one line of all tools is that have words."""
        tools, fonts = self.shown_children, self.look.fonts
        hidden = [words for tool, words in self.worded.items() if tool in tools and not tool.text]
        wide = sum(tool.size_for(None)[0] for tool in tools) + self.dp(GAPS[False]) * len(tools) + self.dp(2 * PAD)
        return wide + sum(fonts.width(words, "medium") + self.dp(20) for words in hidden)

    def follow(self, session: Session) -> None:
        """Show the game, and whether two engines may be paused."""
        title = session.match.entry.title
        self.game_box.show(title, lambda: (found := self.titles(), found.index(title)))
        self.pause.visible = session.only_engines
        self.pause.icon = "play" if session.paused else "pause"


class Status(Row):
    """Whose turn it is; a bar while an engine thinks; at the end who won, and what can be done then."""

    def __init__(self, deeds: Deeds) -> None:
        self.turn = Swatch("series 0", size=12)
        self.words = Label("", style="strong")
        self.ended = Label("", style="title", visible=False)
        self.trophy = Icon("trophy", role="warn", visible=False)
        self.thought = Label("", style="small", role="dim", grow=1)
        self.bar = ProgressBar(0.0, width=56, visible=False)
        self.pass_button = Button("Pass", kind="primary", compact=True, on_click=deeds.pass_move, visible=False)
        self.rematch = Button("Rematch", kind="primary", compact=True, on_click=deeds.rematch, visible=False)
        self.rematch.tip = "The same game with the sides swapped"
        self.review = Button("Analyse", compact=True, on_click=deeds.review, visible=False)
        self.review.tip = "Look through the game: what was each move worth?"
        tip = "Shows the value of every move while you think"
        self.hints = Checkbox("Values", on_change=deeds.analyse, tip=tip, tip_key="Ctrl+A")
        self.pace = Dropdown([pace_words(pace) for pace in PACES], 0, on_change=lambda i: deeds.pace(PACES[i]))
        self.pace.tip, self.pace.visible = "How long two engines rest after each move", False
        parts = [
            self.turn, self.words, self.trophy, self.ended, self.thought, self.bar,
            self.pass_button, self.review, self.rematch, self.hints, self.pace,
        ]  # fmt: skip
        super().__init__(parts, gap=8, pad=(16, 0), height=HEAD_HIGH)

    def follow(self, session: Session, words: str, *, passes: bool, played: bool) -> None:
        """Show a position."""
        match = session.match
        self.words.text = self.ended.text = words
        self.words.visible, self.ended.visible, self.trophy.visible = not match.over, match.over, match.over
        self.turn.visible = not match.over
        self.pass_button.visible = passes and not match.over and session.mover.entry is None
        self.rematch.visible = match.over
        self.review.visible = match.over and played
        self.hints.value = session.analyse
        self.hints.visible, self.pace.visible = not session.only_engines, session.only_engines
        self.pace.value = PACES.index(session.pace) if session.pace in PACES else 0
        self.show_thinking(session)

    def show_thinking(self, session: Session) -> None:
        """Who thinks, for how long, and of how much."""
        search = session.thinking.search
        self.bar.visible = search is not None and search.limits.seconds > 0
        if search is None:
            self.thought.text = session.waits or session.cold
            return
        spent, most = search.finding.seconds, search.limits.seconds
        of = f" of {seconds(most)}" if most else f", until {search.finding.budget}" if search.finding.budget else ""
        doing = "thinks" if search.plays else "looks for you"
        self.thought.text = f"{search.who} {doing}: {spent:.1f} s{of}"
        if most:
            self.bar.value = min(1.0, spent / most)
