"""Where the focus is, and the order in which the Tab key walks through widgets that were not built in it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLayout, QSplitter, QWidget
from shiboken6 import isValid

_TAKES_OVER = "takesOver"
_IS_RISKY = "isRisky"
_ONLY = QItemSelectionModel.SelectionFlag.ClearAndSelect


def go_to_row(view: QAbstractItemView, index: QModelIndex | QPersistentModelIndex) -> None:
    """Make this row the current one, and the only one that is selected."""
    # Qt's own setCurrentIndex asks which keys are held: the Ctrl of a shortcut would add to the selection.
    view.selectionModel().setCurrentIndex(index, _ONLY)


def holds_focus(pane: QWidget) -> bool:
    """Whether the pane, or something inside it, has the focus, or gets it with its window while no window is active.

    None is for a moment after a palette was closed by choosing an action there.
    """
    focused = QApplication.focusWidget() or pane.window().focusWidget()
    # There may be none in a window either; PySide's types do not say so.
    return focused is not None and (focused is pane or pane.isAncestorOf(focused))  # type: ignore[redundant-expr]


def on_focus_change(slot: Callable[..., object]) -> None:
    """Call this with what had the focus and what has it now, whenever it moves in the application."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.focusChanged.connect(slot)


def take_letters(pane: QWidget) -> None:
    """Give a pane the focus unless one writes elsewhere: in another one, the letters would mean something else."""
    focused = QApplication.focusWidget()
    if focused is not None and not holds_focus(pane) and not takes_text(focused):
        pane.setFocus()


def takes_text(widget: QWidget) -> bool:
    """Whether letters that are typed there become text."""
    return widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)


def types_in(pane: QWidget) -> bool:
    """Whether letters that are typed now become text in the pane."""
    focused = QApplication.focusWidget()
    return focused is not None and holds_focus(pane) and takes_text(focused)


def give_back(before: QWidget | None, *, otherwise: QWidget) -> None:
    """Give the focus to what had it before, or to something else where that is gone or cannot be seen."""
    if before is None or not isValid(before) or not before.isVisible() or not before.isEnabled():
        before = otherwise
    before.setFocus(Qt.FocusReason.OtherFocusReason)


def take_over(pane: QWidget) -> None:
    """Let this pane have the focus of its buttons that are hidden or disabled, and pass it on as it likes."""
    pane.setProperty(_TAKES_OVER, True)  # noqa: FBT003


def leave(button: QWidget) -> bool:
    """Give the focus of what is being hidden or disabled to the pane around it; return whether there is one."""
    pane = button.parentWidget()
    while pane is not None and not (pane.property(_TAKES_OVER) and pane.isVisible()):
        pane = pane.parentWidget()
    if pane is not None:
        pane.setFocus(Qt.FocusReason.OtherFocusReason)
    return pane is not None


def mark_risky(button: QWidget) -> None:
    """Let the focus come to what rejects, deletes or spends by the user's own key or click only."""
    button.setProperty(_IS_RISKY, True)  # noqa: FBT003


def is_risky(button: QWidget) -> bool:
    """Whether it was marked as risky."""
    return bool(button.property(_IS_RISKY))


def chain(widgets: Iterable[QWidget], *, after: QWidget | None = None) -> None:
    """Let the Tab key walk through these, and what is in them, in this order, coming from `after` if there is one."""
    stops = stops_in(widgets)
    _link([after, *stops] if after is not None else stops)


def go_round(panel: QWidget, *, forward: bool) -> bool:
    """Let the Tab key go on within a panel that covers others, where the focus could not be seen."""
    stops = [stop for stop in stops_in([panel]) if stop.isVisible() and stop.isEnabled()]
    focused = QApplication.focusWidget()
    at = stops.index(focused) if focused in stops else -1 if forward else 0
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    if stops:
        stops[(at + (1 if forward else -1)) % len(stops)].setFocus(reason)
    return bool(stops)


def stops_in(widgets: Iterable[QWidget]) -> list[QWidget]:
    """Return these, and what is in them, as far as the Tab key stops there."""
    every = [child for widget in widgets for child in (widget, *widget.findChildren(QWidget))]
    return [child for child in every if _is_stop(child)]


def chain_panes(panes: Iterable[QWidget]) -> None:
    """Let the Tab key walk through these panes of one window one after the other, in each as it is laid out."""
    # Only stops: what has another widget as its proxy, as every viewport does, would put the order out again. Nor is
    # the present order walked by nextInFocusChain: two crashes followed that, where widgets had gone meanwhile.
    _link([stop for pane in panes for stop in _laid_out(pane) if _is_stop(stop)])


def _laid_out(widget: QWidget) -> Iterator[QWidget]:
    """Yield a widget and what is in it in the order of the layouts; what floats above those comes last."""
    yield widget
    # A splitter keeps its children the other way round.
    parts = [widget.widget(at) for at in range(widget.count())] if isinstance(widget, QSplitter) else []
    placed = [part for part in parts if part is not None] or list(_placed(widget.layout()))
    children = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for child in (*placed, *(child for child in children if child not in placed and not child.isWindow())):
        yield from _laid_out(child)


def _placed(layout: QLayout | None) -> Iterator[QWidget]:
    for item in (layout.itemAt(at) for at in range(layout.count())) if layout is not None else ():
        if item is not None and (widget := item.widget()) is not None:
            yield widget
        elif isinstance(item, QLayout):
            yield from _placed(item)


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def _link(stops: Iterable[QWidget]) -> None:
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)
