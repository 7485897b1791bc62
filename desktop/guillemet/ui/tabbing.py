"""Where the focus is, and the order in which the Tab key walks through widgets that were not built in it."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def holds_focus(pane: QWidget) -> bool:
    """Whether the pane, or something inside it, has the focus."""
    focused = QApplication.focusWidget()
    return focused is not None and (focused is pane or pane.isAncestorOf(focused))


def chain(widgets: Iterable[QWidget], *, after: QWidget | None = None) -> None:
    """Let the Tab key walk through these, and what is in them, in this order, coming from `after` if there is one."""
    every = [child for widget in widgets for child in (widget, *widget.findChildren(QWidget))]
    stops = [child for child in every if child.focusPolicy() & Qt.FocusPolicy.TabFocus]
    _link([after, *stops] if after is not None else stops)


def chain_panes(panes: Sequence[QWidget]) -> None:
    """Let the Tab key walk through these panes of one window one after the other; within each the order stays."""
    walk: list[QWidget] = []
    at: QWidget | None = panes[0]
    while at is not None and at not in walk[:1]:
        walk.append(at)
        at = at.nextInFocusChain()
    _link([stop for pane in panes for stop in walk if pane.isAncestorOf(stop)])


def _link(stops: Iterable[QWidget]) -> None:
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)
