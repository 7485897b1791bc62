"""Menus: those of buttons, and of what can be done with the thing under the pointer or with the focus."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from guillemet.ui.style import icons, style

Entry = tuple[str, Callable[[], object]] | None
"""What stands in the menu, and what it does; None is a line between groups."""


class PathAction(StrEnum):
    """What can be done with the path of a file, wherever one stands."""

    SHOW = "Show in the diff"
    COMMENT = "Comment on lines"
    ADD = "Add to the conversation"
    OPEN = "Open in editor"
    REVEAL = "Show in the file manager"
    COPY = "Copy the path"
    COPY_PATCH = "Copy as patch"


_OF_ONE = frozenset({PathAction.SHOW, PathAction.COMMENT, PathAction.OPEN, PathAction.REVEAL})
"""What is done with one path only."""
PathRequest = Callable[[PathAction, tuple[str, ...]], object]


def path_entries(actions: Iterable[PathAction], paths: Sequence[str], request: PathRequest) -> list[Entry]:
    """Return the entries for what can be done with these paths."""
    named = tuple(filter(None, paths))
    if not named:
        return []
    return [
        (
            str(action) if len(named) == 1 else action.replace("path", f"{len(named):,} paths"),
            partial(request, action, named),
        )
        for action in actions
        if len(named) == 1 or action not in _OF_ONE
    ]


def show_menu(parent: QWidget, entries: Iterable[Entry], spot: QPoint) -> None:
    """Show a menu of these entries at a point of the screen; nothing where there are none."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for entry in entries:
        if entry is None:
            menu.addSeparator()
            continue
        words, does = entry
        action = QAction(words.replace("&", "&&"), menu)
        action.triggered.connect(lambda *_, does=does: does())
        menu.addAction(action)
    if menu.isEmpty():
        menu.deleteLater()
    else:
        menu.popup(spot)


def spot_of(widget: QWidget, event: QContextMenuEvent) -> QPoint:
    """Return where on the screen a menu opens: at the pointer, or in the widget for a key."""
    if event.reason() is QContextMenuEvent.Reason.Keyboard:
        return widget.mapToGlobal(widget.rect().center())
    return event.globalPos()


class TickMenu(QMenu):
    """A menu whose checked entries have the tick of the other icons: Qt draws one of coarse steps at every scale."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.aboutToShow.connect(self._draw_ticks)

    def _draw_ticks(self) -> None:
        tick = icons.pixmap("tick", style.current().theme.text, self.devicePixelRatioF())
        blank = QPixmap(tick.size())
        blank.fill(Qt.GlobalColor.transparent)
        blank.setDevicePixelRatio(tick.devicePixelRatio())
        icon = QIcon()
        icon.addPixmap(tick, QIcon.Mode.Normal, QIcon.State.On)
        icon.addPixmap(blank, QIcon.Mode.Normal, QIcon.State.Off)
        for action in self.actions():
            if action.isCheckable():
                action.setIcon(icon)
