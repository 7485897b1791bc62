"""The searched text of a block: compared with what stands in the file, and changed in a field."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.document import document_of
from guillemet.engine.diff.row_builder import diff_rows
from guillemet.engine.diff.rows import FoldState, RowKind
from guillemet.engine.outcomes import Nearest, Outcome, Rung
from guillemet.engine.review import FileTexts
from guillemet.ui import badges
from guillemet.ui.actions import Act
from guillemet.ui.diff.formatting import changed_words
from guillemet.ui.shortcuts import claims, is_pressed, show_keys
from guillemet.ui.style import style
from guillemet.ui.unresolved_block import REPLACES_OWN, lines_named
from guillemet.ui.widgets.code_box import LONGEST, CodeBox, CodeLine, framed
from guillemet.ui.widgets.controls import announce, button, label, set_caption
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import MINUS, seen

FEW = 14
"""Lines of code that are shown before all are asked for."""
MOST_NEW = 12
"""New lines that are shown of a block; *Show block* has all of them."""
_USE = "Use this text"


class PutIn(QWidget):
    """Which lines a button of a block replaces at a place, and the lines that it puts in."""

    def __init__(self, button_words: str, *, is_proposed: bool, parent: QWidget | None = None) -> None:
        """Count lines with what is proposed for the file, if anything is."""
        super().__init__(parent)
        self._words, self._is_proposed = button_words, is_proposed
        self._replaced = label("", parent=self)
        self._title = label("", "dim", parent=self)
        self.code = CodeBox(name=f"{button_words} puts in:")
        self._new = framed(self.code)
        fill(QVBoxLayout(self), self._replaced, self._title, self._new, margins=0, gap=style.TIGHT)

    def show_at(self, near: Nearest, differences: str = "") -> None:
        """Say what is changed at this place, and how what stands there differs from the searched text."""
        new = near.placed.new if near.placed is not None else ()
        announced = self._announced(near)
        own = REPLACES_OWN if near.replaces_own else ""
        self._replaced.setText((f"{announced}: {differences}." if differences else f"{announced}.") + own)
        self._title.setVisible(near.placed is not None)
        self._title.setText(f"{self._words} puts in:" if new else f"{self._words} puts in no lines.")
        self._new.setVisible(bool(new))
        lines = [CodeLine(seen(line[:LONGEST]), "+") for line in new[:MOST_NEW]]
        self.code.set_lines(lines, more=len(new) - len(lines))

    def _announced(self, near: Nearest) -> str:
        """Return what is changed there, without the lines that stay as they are."""
        placed, is_proposed = near.placed, self._is_proposed
        if placed is None:
            return f"{self._words} puts the block at {lines_named(near.line, is_proposed=is_proposed)}"
        line = near.line + placed.skipped
        if placed.count:
            return f"{self._words} replaces {lines_named(line, placed.count, is_proposed=is_proposed)}"
        if placed.new:
            return f"{self._words} replaces no line, and puts in before {lines_named(line, is_proposed=is_proposed)}"
        return f"{self._words} changes nothing"


class SearchEdit(QWidget):
    """A field with the searched text, and what becomes of the block with the text that is typed.

    Signals: `text_changed(text)`; `search_chosen(text)` to try again with this text; `left()` when Escape is pressed.
    """

    text_changed = Signal(str)
    search_chosen = Signal(str)
    left = Signal()

    def __init__(self, text: str, *, is_proposed: bool, parent: QWidget | None = None) -> None:
        """Count lines with what is proposed for the file, if anything is."""
        super().__init__(parent)
        self._is_proposed = is_proposed
        self._announced: object = None
        """What the block came to when that was announced last."""
        self._field = QPlainTextEdit(text, self)
        self._field.setProperty("role", "input")
        self._field.setAccessibleName("Searched text")
        self._field.setTabChangesFocus(True)
        self._field.setFont(style.current().code_font())
        self._field.textChanged.connect(self._take)
        self._result = label(
            "Change the text until it is found. The result is shown while you type.", "dim", parent=self
        )
        self.code = CodeBox(name="Typed text against the file", has_bands=False)
        self._compared = QWidget(self)
        signs = label(f"{MINUS} searched   + stands in the file", "dim")
        fill(QVBoxLayout(self._compared), signs, framed(self.code), margins=0, gap=style.TIGHT)
        self._compared.hide()
        self._put_in = PutIn(_USE, is_proposed=is_proposed, parent=self)
        self._put_in.hide()
        self._try = button("Try again", parent=self, clicked=self._choose)
        show_keys(self._try, "Searches for this text instead ({KEEP_EDIT})")
        self._try.takes_double_clicks = False  # a second press would be about a block that has its place by then
        self._try.setEnabled(False)
        fill(
            QVBoxLayout(self),
            label("Search for this text instead:", "dim", parent=self),
            self._field,
            self._result,
            self._compared,
            self._put_in,
            fill(QHBoxLayout(), self._try, 1),
            margins=(0, style.TIGHT),
            gap=style.TIGHT,
        )
        self.setFocusProxy(self._field)
        self._fit()

    @property
    def text(self) -> str:
        """What stands in the field."""
        return self._field.toPlainText()

    def show_preview(self, outcome: Outcome) -> None:
        """Say what the block comes to with the text in the field."""
        near = next(iter(outcome.nearest), None)
        message = seen(outcome.message)
        end = (outcome.is_success, outcome.lines[:1], near.line if near is not None else 0, message)
        is_news, self._announced = end != self._announced, end
        if outcome.is_success and outcome.lines:
            how = ", exact" if outcome.how is Rung.EXACT else ""
            found = f"found at {lines_named(outcome.lines[0], is_proposed=self._is_proposed)}{how}."
            self._result.setText(" ".join(filter(None, (found, badges.why_unsure(outcome.how), message))))
        elif near is not None:
            where = lines_named(near.line, is_proposed=self._is_proposed)
            self._result.setText(f"{message} Nearest: {where}{likeness_words(near)}.")
        else:
            self._result.setText(message)
        if is_news:  # not at each key: how alike the nearest place is changes with nearly every one
            announce(self._field, self._result.text())
        style.set_role(self._result, "good" if outcome.is_success else "bad")
        set_caption(self._try, _USE if outcome.is_success else "Try again")
        self.compare(near)
        is_placed = outcome.is_success and near is not None and near.placed is not None
        self._put_in.setVisible(is_placed)
        if near is not None and is_placed:
            self._put_in.show_at(near)

    def compare(self, near: Nearest | None) -> None:
        """Show the text in the field against what stands at a place, if that is known."""
        self._compared.setVisible(near is not None and bool(near.text))
        if near is not None and near.text:
            self.code.set_lines(searched_against(self.text, near.text)[:FEW])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()  # only now has it the frame and the letters of the style sheet

    def event(self, event: QEvent) -> bool:
        return claims(event, Act.KEEP_EDIT) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_pressed(Act.KEEP_EDIT, event):
            self._choose()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _take(self) -> None:
        self._try.setEnabled(bool(self.text.strip()))
        set_caption(self._try, "Try again")  # until it is known what this text comes to
        self._put_in.hide()
        self._fit()
        self.text_changed.emit(self.text)

    def _choose(self) -> None:
        if self._try.isEnabled():
            self.search_chosen.emit(self.text)

    def _fit(self) -> None:
        """Take the height of the text, as far as that is not many lines."""
        lines = min(max(self._field.blockCount(), 2), FEW)
        frame = 2 * (self._field.frameWidth() + round(self._field.document().documentMargin())) + style.GAP
        self._field.setFixedHeight(lines * self._field.fontMetrics().lineSpacing() + frame)


def searched_against(searched: str, standing: str) -> list[CodeLine]:
    """Return the searched lines, signed −, and those that stand there, signed +, with the words that differ marked."""
    return small_diff(searched.removesuffix("\n") + "\n", f"{standing}\n")


def small_diff(before: str, after: str) -> list[CodeLine]:
    """Return the lines of two texts as a small diff, with the words that differ marked."""
    content = prepare(FileTexts("", before, after))
    spans = document_of(content).spans
    rows = diff_rows(content, files=spans, folding=FoldState(is_all_open=True), is_unified=True)
    lines: list[CodeLine] = []
    for row in rows:
        is_old = row.new is None
        line = row.old if is_old else row.new
        text = (content.old if is_old else content.new).shown[line or 0]
        sign = {RowKind.REMOVED: MINUS, RowKind.ADDED: "+"}.get(row.kind, " ")
        words = changed_words(content, row, is_old=is_old) if row.is_changed else ()
        lines.append(CodeLine(text, sign, tuple(words)))
    return lines


def likeness_words(near: Nearest) -> str:
    """Return how alike a place is, to stand behind its line; nothing where it is the same."""
    return "" if near.similarity >= 1 else f" · {near.percent} %"
