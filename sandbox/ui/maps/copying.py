"""Copy, cut and paste of the map, through the system's clipboard: between levels, and between windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.level.edits.clip import Clip
from sandbox.ui.kit import Action
from sandbox.ui.maps.tools.marquee import Marquee

if TYPE_CHECKING:
    from sandbox.ui.maps.session import Session


class Copying:
    """What the tool in hand has selected, on its way to and from the clipboard."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._copied: tuple[str, Clip] | None = None  # what we put there, so as not to read it again

    @property
    def marquee(self) -> Marquee:
        """The tool that selects and pastes."""
        tool = self.session.tools[Marquee.about.name]
        assert isinstance(tool, Marquee)
        return tool

    def copy(self) -> bool:
        """Put what is selected into the clipboard."""
        clip = self.session.tool.copied() or self.marquee.clip()
        if clip is None:
            return False
        text = clip.text
        self._copied = (text, clip)
        self.session.root.clipboard.put(text)
        self.session.say(f"Copied: {described(clip)}. Ctrl+V pastes, here or in another level")
        return True

    def cut(self) -> None:
        """Copy, then clear."""
        if self.copy():
            self.session.tool.cut() if self.session.tool.copied() is not None else self.marquee.clear("Cut")

    def paste(self) -> None:
        """Take the clipboard's piece in hand."""
        text = self.session.root.clipboard.get()
        try:
            clip = self._copied[1] if self._copied is not None and self._copied[0] == text else Clip.from_text(text)
        except SandboxError as trouble:
            self.session.say(str(trouble))
            return
        if clip is None:
            self.session.say("The clipboard holds no part of a level")
            return
        if self.session.tool is not self.marquee:
            self.session.use_tool(Marquee.about.name)
        self.session.root.focus.set(self.session.canvas)
        self.marquee.hold(clip)

    def select_all(self) -> None:
        """Select the whole level."""
        self.session.use_tool(Marquee.about.name)
        self.marquee.select_all()

    def actions(self) -> list[Action]:
        """The usual keys."""
        return [
            Action("maps.copy", "Copy", ("Ctrl+C",), self.copy, where="maps", icon="copy"),
            Action("maps.cut", "Cut", ("Ctrl+X",), self.cut, where="maps", icon="scissors"),
            Action("maps.paste", "Paste", ("Ctrl+V",), self.paste, where="maps", icon="clipboard-paste"),
            Action("maps.select-all", "Select all cells", ("Ctrl+Shift+A",), self.select_all, where="maps"),
        ]


def described(clip: Clip) -> str:
    """What a piece consists of."""
    count = len(clip.level.polygons)
    shapes = [f"{count} polygon{'s' * (count > 1)}"] if count else []
    cells = ["{} × {} cells".format(*clip.size)] if clip.ground else []
    return " and ".join(cells + shapes)
