"""Over the board the tools and whose turn it is; under it the moves as buttons, where there are few."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sandbox.figures import seconds
from sandbox.games.api import BoardStyle
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.general.session import Session
from sandbox.ui.boards.head import HEAD_HIGH, PACES, Tools, UsualDeeds, pace_words
from sandbox.ui.kit import Button, Checkbox, Dropdown, Icon, IconButton, Label, ProgressBar, Row, Scroll, Swatch, Widget
from sandbox.ui.kit.widget import Size

MOST_BUTTONS = 24
HIGHEST, LINE = 0.18, 52  # of the window, that buttons take; but one line of them, in dp


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds(UsualDeeds):
    """What those of games with dice, hidden cards or more players do, too."""

    by_hand: Callable[[], None]
    tree: Callable[[], None]


class PageBar(Tools):
    """Those of games with dice, hidden cards or more players."""

    def __init__(self, titles: list[str], deeds: Deeds) -> None:
        self.by_hand = IconButton("dices", on_click=deeds.by_hand, tip="Set the dice by hand", tip_key="Ctrl+D")
        new = Button("New", icon="plus", on_click=deeds.new_game, tip_key="Ctrl+N")
        new.tip = "From the same start, with other dice"
        now = Button("Move now", icon="zap", on_click=deeds.move_now, tip_key="Space")
        now.tip = "Play the best found so far; throw the dice"
        tree = Button("Tree", icon="network", on_click=deeds.tree, tip="The tree of a search here", tip_key="T")
        named = [new, now, self.by_hand, tree]
        super().__init__(titles, deeds, "Options and dice of this game", "Open, save, paste, copy …", named)

    def follow(self, session: Session, number: int) -> None:
        """Show the game, whether dice are set by hand, whether engines may be paused."""
        self.game_box.value = number
        self.pause.visible = session.only_engines
        self.pause.icon = "play" if session.paused else "pause"
        chance = session.play.game.axes(session.play.positions[0]).chance
        self.by_hand.visible = chance
        self.by_hand.on = True if session.by_hand else None


class PageStatus(Row):
    """Whose turn it is, who thinks, how it ended."""

    def __init__(self, deeds: Deeds) -> None:
        self.turn = Swatch("series 0", size=12)
        self.words = Label("", style="strong")
        self.trophy = Icon("trophy", role="warn", visible=False)
        self.thought = Label("", style="small", role="dim", grow=1)
        self.bar = ProgressBar(0.0, width=56, visible=False)
        self.again = Button("New game", kind="primary", compact=True, on_click=deeds.new_game, visible=False)
        tip = "Shows what every move is worth while you think"
        self.hints = Checkbox("Values", on_change=deeds.analyse, tip=tip, tip_key="Ctrl+A")
        self.pace = Dropdown([pace_words(pace) for pace in PACES], 0, on_change=lambda i: deeds.pace(PACES[i]))
        self.pace.tip, self.pace.visible = "How long engines rest after each move", False
        parts = [self.turn, self.trophy, self.words, self.thought, self.bar, self.again, self.hints, self.pace]
        super().__init__(parts, gap=8, pad=(16, 0), height=HEAD_HIGH)

    def follow(self, session: Session) -> None:
        """Show a position."""
        play = session.play
        self.words.text = play.caption
        self.trophy.visible, self.turn.visible = play.over, not play.over
        player = play.roller if play.by_chance else play.to_move
        self.turn.role = f"series {player}" if player >= 0 else "dim"
        self.again.visible = play.over
        self.hints.value = session.analyse
        self.hints.visible, self.pace.visible = not session.only_engines, session.only_engines
        self.show_thinking(session)

    def show_thinking(self, session: Session) -> None:
        """Who thinks, for how long, and of how much."""
        search = session.search
        self.bar.visible = search is not None and search.limits.seconds > 0
        if search is None:
            self.thought.text = session.waits or session.cold
            return
        spent, most = session.clock() - search.began, search.limits.seconds
        of = f" of {seconds(most)}" if most else ""
        self.thought.text = f"{search.entry.title} thinks: {spent:.1f} s{of}"
        if most:
            self.bar.value = min(1.0, spent / most)


class Choices(Scroll):
    """The moves, or what the dice may show, as buttons; where they are many, the board keeps most of the room."""

    greedy = ""

    def __init__(self, make: Callable[[str], None]) -> None:
        self.make = make
        self._shown: tuple[str, ...] = ()
        self.buttons = Wrapped([], gap=6, pad=(16, 4, 16, 12))
        super().__init__(self.buttons)

    def measure(self, width: int | None) -> Size:
        """As high as all lines, but no higher than a share of the window."""
        wide, high = super().measure(width)
        most = max(round(HIGHEST * self.root.rect.h), self.dp(LINE)) if self.is_mounted else high
        return wide, min(high, most)

    def follow(self, session: Session) -> None:
        """Show what may be chosen, where that is little enough."""
        play = session.play
        moves = tuple(play.choices) if session.person_moves and not play.over else ()
        picture = play.picture
        on_board = picture is not None and picture.style is not BoardStyle.TREE
        few = play.by_chance or (not on_board and len(moves) <= MOST_BUTTONS // 3)
        shown = moves if few and len(moves) <= MOST_BUTTONS else ()
        self.visible = bool(shown)
        if shown != self._shown:
            self._shown = shown
            self.buttons.replace_children([self._button(move) for move in shown])
            self.relayout()

    def _button(self, move: str) -> Widget:
        plain = move[:1].upper() + move[1:] if move.isalpha() else move
        return Button(plain, compact=True, on_click=partial(self.make, move))
