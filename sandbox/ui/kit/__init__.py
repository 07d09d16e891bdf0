"""A retained widget kit on pygame-ce: themes, text, layout, focus, overlays, tables, charts, forms.

It knows nothing of the program around it. Everything is made of widgets in a tree under one `Root`:

    host = Host("Title", (1440, 900))                     # a window
    look = load_look(assets, theme="dark", scale=1.0)      # theme.toml and fonts/ from a folder
    root = Root(host.surface, look, content)               # content: any Widget
    host.attach(root)
    host.run()                                             # sleeps while nothing happens

Without a window, give `Root` any Surface and call `root.handle(event)`, `root.update(now)`, `root.paint()`
(returns the rectangles repainted, an empty list if nothing changed) and `root.wake_in()` yourself.

**Lengths** given to constructors are dp; `widget.rect` and everything in `paint` and events is in pixels;
`widget.dp(8)` converts. **Colours** are roles of the theme by name ("panel", "accent", "dim", …), see
theme.toml; `widget.look.colours.accent` is the colour, `widget.look.theme.series` are the plot colours.

**Layout.** `Row`, `Column` (gap, pad, cross; children with `grow` share what is left), `Grid(columns)`,
`Cards` (as many columns as fit), `Panel` (a box: fill, line, radius, pad), `Stack`, `Spacer()`,
`Splitter(a, b, axis=0, share=0.3)`, `Scroll(child)`, `Section(title, [...])`, `Tabs([(title, page), ...])`.
Change the tree with `add`, `remove`, `replace_children`, `visible`, `enabled`; the layout follows by itself.

**Widgets.** `Label` `Icon` `Swatch` `Rule` · `Button` `IconButton` · `Checkbox` `Segments` ·
`Slider` `ValueSlider` `NumberField` · `TextField` `TextArea` · `Dropdown` · `Table` (with `TableColumn`) ·
`LineChart` `BarChart` `ScatterChart` `BoxChart` (with `Series`) · `ProgressBar` · `Form` (from `Field`s).
Setting a property (`label.text = …`, `slider.value = …`, `table.rows = …`) repaints exactly that widget and
never calls back; callbacks (`on_click`, `on_change`, `on_select`, …) only tell what the *user* did.

**Above the page.** `root.menu(items, anchor)`, `root.open(Floating(widget, anchor=…))`, `root.toast(title, text,
kind, actions=[("Copy details", f)])`, `Dialog(...).open(root)`, `ask(root, ...)`, `FileDialog(...).open(root)`,
`CommandPalette(...)`, `KeySheet(...)`. `widget.tip` and `widget.tip_key` are the tooltip. A widget's
`context_menu()` returns `MenuItem`s.

**Actions.** `root.actions.add(Action(id, title, keys, run, enabled, where))` registers a command with keys such
as "Ctrl+K"; `actions.rebind`, `rebound`, `restore` change and remember keys; `actions.places = ("maps",)`
switches the actions of a place on; `widget.scope = "maps"` does so while the focus is inside.

**Your own widget** (a canvas, a board): subclass `Widget` and override what you need:

    class Canvas(Widget):
        focusable = True
        transparent = False                      # paints its whole box itself
        def paint(self, surface, clip): ...      # the surface's clip is `clip`; draw at self.rect
        def on_pointer(self, event): ...         # Pointer: kind "down" "up" "move" "enter" "leave" "cancel";
                                                 # x, y, button, clicks, mods. True on "down" captures
        def on_wheel(self, event): ...           # Wheel: x, y, dx, dy, mods
        def on_key(self, event): ...             # Key: combo "Ctrl+K", name "K", down, repeat
        def on_text(self, event): ...            # with wants_text = True
        def layout(self): ...                    # self.rect changed

`self.touch()` repaints it, `self.damage(rect)` a part of it, `self.relayout()` asks for another size (override
`measure(width) -> (w, h)`). `root.after(seconds, call)` and `root.every(seconds, call)` are timers. What `paint`
draws must not depend on the clip (no `draw.aaline` straight to `surface`: draw those on a surface of your own),
so that repainting a part equals repainting the whole.
"""

from sandbox.ui.kit.charts.bar import BarChart
from sandbox.ui.kit.charts.box import BoxChart
from sandbox.ui.kit.charts.chart import Chart, Series
from sandbox.ui.kit.charts.line import LineChart
from sandbox.ui.kit.charts.scatter import ScatterChart
from sandbox.ui.kit.overlays.dialogs import Dialog, ask
from sandbox.ui.kit.overlays.file_dialog import FileDialog
from sandbox.ui.kit.overlays.floating import Floating
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.overlays.palette import CommandPalette, KeySheet
from sandbox.ui.kit.style.look import Look, load_look
from sandbox.ui.kit.style.theme import Colour, Colours, Theme, load_theme, theme_names
from sandbox.ui.kit.system.clipboard import MemoryClipboard, SystemClipboard
from sandbox.ui.kit.tables.model import Marked, TableColumn, TableModel, Toned, Worded
from sandbox.ui.kit.tables.table import Table

from .events import Close, Composing, Drop, Event, Key, Mods, Pointer, Text, Wheel
from .form import Field, Form
from .host import Host, prepare_environment
from .layout import Cards, Column, Container, Grid, Panel, Row, Spacer, Stack
from .root import Root
from .shortcuts import Action, Actions, key_label
from .widget import Widget
from .widgets.area import TextArea
from .widgets.button import Button, Clickable, IconButton
from .widgets.collapse import Section
from .widgets.dropdown import Dropdown
from .widgets.field import TextField
from .widgets.keys import KeyButton
from .widgets.label import Icon, Label, Rule, Swatch
from .widgets.number import NumberField
from .widgets.progress import ProgressBar
from .widgets.scroll import Scroll, ScrollBar
from .widgets.slider import Slider, ValueSlider
from .widgets.splitter import Splitter
from .widgets.tabs import TabBar, Tabs
from .widgets.toggle import Checkbox, Segments
from .wrap import Wrap
