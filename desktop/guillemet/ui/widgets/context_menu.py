"""Menus: those of buttons, and of what can be done with the thing under the pointer or with the focus."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QContextMenuEvent, QCursor, QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.shortcuts import key_in
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
_ACTS = {
    PathAction.COMMENT: Act.COMMENT,
    PathAction.ADD: Act.ADD_SHOWN_FILE,
    PathAction.OPEN: Act.OPEN_IN_EDITOR,
    PathAction.REVEAL: Act.SHOW_IN_FILE_MANAGER,
    PathAction.COPY: Act.COPY_PATH,
}
"""What does the same with the file that is shown."""
PathRequest = Callable[[PathAction, tuple[str, ...]], object]


def with_key(words: str, act: Act | None, where: KeyScope | None) -> str:
    """Return what stands in a menu of this place, with the key in force for the action; no place for no key."""
    key = key_in(act, where) if act is not None and where is not None else ""
    return f"{words}\t{key}" if key else words


def path_entries(
    actions: Iterable[PathAction], paths: Sequence[str], request: PathRequest, where: KeyScope | None = None
) -> list[Entry]:
    """Return the entries for what can be done with these paths, with the keys that do it with one in a place."""
    named = tuple(filter(None, paths))
    if not named:
        return []
    return [
        (
            with_key(action, _ACTS.get(action), where)
            if len(named) == 1
            else action.replace("path", f"{len(named):,} paths"),
            partial(request, action, named),
        )
        for action in actions
        if len(named) == 1 or action not in _OF_ONE
    ]


def show_menu(parent: QWidget, entries: Iterable[Entry], spot: QPoint) -> None:
    """Show a menu of these entries at a point of the screen; nothing where there are none."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    add_entries(menu, entries)
    if menu.isEmpty():
        menu.deleteLater()
    else:
        menu.popup(spot)


def add_entries(menu: QMenu, entries: Iterable[Entry]) -> None:
    """Add these entries to a menu."""
    for entry in entries:
        if entry is None:
            menu.addSeparator()
            continue
        words, does = entry
        action = QAction(words.replace("&", "&&"), menu)
        action.triggered.connect(lambda *_, does=does: does())
        menu.addAction(action)


def spot_of(widget: QWidget, event: QContextMenuEvent) -> QPoint:
    """Return where on the screen a menu opens: at the pointer, or in the widget for a key."""
    if event.reason() is QContextMenuEvent.Reason.Keyboard:
        return widget.mapToGlobal(widget.rect().center())
    return event.globalPos()


def open_menu(control: QToolButton, menu: QMenu) -> None:
    """Let a press, Space or Return open the menu."""
    control.setMenu(menu)
    # WORKAROUND Qt 6: what an entry shows may leave the button drawn as hovered until the pointer comes back.
    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, control, lambda: forget_pointer(control)))
    control.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    # A click leaves the focus in the text, so that the keys go on working there.
    control.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def forget_pointer(control: QWidget) -> None:
    """Take the look of hovering from what the pointer is not on any more."""
    if control.underMouse() and not control.rect().contains(control.mapFromGlobal(QCursor.pos())):
        control.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
        control.update()


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
