"""Steps of an editor that are undone with their selection: Qt brings back the text, and only a place in it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

_Selection = tuple[int, int]
"""Where it begins, and where the text cursor is."""


class UndoSelections:
    """Remembers what was selected before and after some steps, for as long as these can be undone or done again."""

    def __init__(self, editor: QPlainTextEdit) -> None:
        self._editor, self._document = editor, editor.document()
        self._steps: dict[int, tuple[_Selection, _Selection]] = {}
        """By how many steps can be undone after it."""
        self._document.undoCommandAdded.connect(self._forget)

    @contextmanager
    def step(self) -> Iterator[QTextCursor]:
        """Make all changes by this cursor one step."""
        cursor, before, steps = self._editor.textCursor(), self._selection, self._document.availableUndoSteps()
        cursor.beginEditBlock()
        yield cursor
        cursor.endEditBlock()
        if (now := self._document.availableUndoSteps()) != steps:
            self._steps[now] = before, self._selection

    def undo(self, undo: Callable[[], None]) -> None:
        """Undo, and select what was selected before."""
        step = self._steps.get(self._document.availableUndoSteps())
        undo()
        if step:
            self._select(step[0])

    def redo(self, redo: Callable[[], None]) -> None:
        """Do a step again, and select what was selected after it."""
        redo()
        if step := self._steps.get(self._document.availableUndoSteps()):
            self._select(step[1])

    @property
    def _selection(self) -> _Selection:
        cursor = self._editor.textCursor()
        return cursor.anchor(), cursor.position()

    def _select(self, selection: _Selection) -> None:
        cursor = self._editor.textCursor()
        cursor.setPosition(selection[0])
        cursor.setPosition(selection[1], QTextCursor.MoveMode.KeepAnchor)
        self._editor.setTextCursor(cursor)

    def _forget(self) -> None:
        """Forget the steps that something else was done in the place of."""
        now = self._document.availableUndoSteps()
        self._steps = {steps: step for steps, step in self._steps.items() if steps < now}
