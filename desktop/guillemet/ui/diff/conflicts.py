"""The bar of a file in conflict: each place where both sides changed the same lines, and the verbs for it."""

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.review import ConflictChoice, ConflictRegion, FileTexts
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.wording import counted, seen

_SHOWN = "The old side is the file as it lies on the disk now, the new side is what is proposed for it."
_MOST_ROWS = 3
_MOST_LINES = 4
"""Of each version of a conflict; the diff shows all of them."""


class ConflictRow(QFrame):
    """One conflict: mine, before and proposed beside each other.

    Signals: `settle_requested(ConflictChoice)`; `line_requested(line)`, of the new side, counted from 1.
    """

    settle_requested = Signal(object)
    line_requested = Signal(int)

    def __init__(self, texts: FileTexts, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        region, of = texts.conflicts[number - 1], f"conflict {number}"
        self.setAccessibleName(f"Conflict {number} of {len(texts.conflicts)}")
        self.place = button(
            f"Conflict {number} of {len(texts.conflicts)}",
            "quiet",
            parent=self,
            tip="Shows it in the diff",
            clicked=lambda: self.line_requested.emit(region.proposed[0] + 1),
        )
        mine = button(
            "Take mine here",
            name=f"Take mine for {of}",
            parent=self,
            tip="Leaves these lines as they lie on the disk; the other changes stay proposed",
            clicked=lambda: self.settle_requested.emit(ConflictChoice.MINE),
        )
        proposed = button(
            "Take proposed here",
            name=f"Take proposed for {of}",
            parent=self,
            tip="Proposes these lines instead of yours; nothing is written until you accept",
            clicked=lambda: self.settle_requested.emit(ConflictChoice.PROPOSED),
        )
        versions = QHBoxLayout()
        versions.setSpacing(style.GAP)
        for name, lines in _versions(texts, region):
            versions.addLayout(fill(QVBoxLayout(), label(name, "dim"), _code(lines), gap=0), 1)
        fill(
            QVBoxLayout(self),
            FlowLayout(self.place, mine, proposed, gap=style.TIGHT),
            versions,
            margins=(style.GAP, style.TIGHT, style.GAP, style.TIGHT),
            gap=style.TIGHT,
        )


class ConflictBar(QFrame):
    """Shows itself only for a file in conflict.

    Signals: `mine_requested(path)`; `proposal_requested(path)`; `editor_requested(path)`;
    `settle_requested(path, number, ConflictChoice, identity)`, the number counted from 1; `line_requested(line)`.
    """

    mine_requested = Signal(str)
    proposal_requested = Signal(str)
    editor_requested = Signal(str)
    settle_requested = Signal(str, int, object, str)
    line_requested = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._pane = parent
        self._path = ""
        self._texts: FileTexts | None = None
        self._words = label("", "bad", parent=self)
        mine = button(
            "Take mine",
            parent=self,
            tip="Leaves the file as it lies on the disk, and rejects the proposal",
            clicked=lambda: self.mine_requested.emit(self._path),
        )
        proposal = button(
            "Take the proposal",
            parent=self,
            tip="Writes the proposal over the lines in conflict; undo brings back what lay there",
            clicked=lambda: self.proposal_requested.emit(self._path),
        )
        self._editor = button(
            "Open in editor",
            "quiet",
            parent=self,
            tip="Opens the file in your editor: VISUAL, EDITOR, or what the system opens it with",
            clicked=lambda: self.editor_requested.emit(self._path),
        )
        self._rows = QVBoxLayout()
        self._shown_rows: list[ConflictRow] = []
        self._rows.setSpacing(style.TIGHT)
        self._more = label("", "dim", parent=self)
        fill(
            QVBoxLayout(self),
            self._words,
            self._rows,
            self._more,
            FlowLayout(mine, proposal, self._editor, gap=style.TIGHT),
            margins=(style.WIDE, style.TIGHT, style.GAP, style.GAP),
            gap=style.TIGHT,
        )
        self.hide()

    def show_content(self, content: DiffContent | None) -> None:
        """Say what became of this file, if it is in conflict."""
        self._path = content.path if content is not None else ""
        texts = content.texts if content is not None else None
        conflict = texts.conflict if texts else ""
        has_both = texts is not None and not texts.is_gone and not texts.note
        self._words.setText(f"{conflict} {_SHOWN if has_both else ''}".rstrip())
        self.setAccessibleName(self._words.text())
        self._editor.setVisible(texts is not None and not texts.is_gone)
        if texts != self._texts:
            self._texts = texts
            self._show_rows()
        self.setVisible(bool(conflict))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _show_rows(self) -> None:
        had_focus = holds_focus(self)
        for old in self._shown_rows:
            self._rows.removeWidget(old)
            old.hide()
            old.deleteLater()
        count = len(self._texts.conflicts) if self._texts else 0
        rows = self._shown_rows = [
            ConflictRow(self._texts, number + 1, self) for number in range(min(count, _MOST_ROWS)) if self._texts
        ]
        for number, row in enumerate(rows, 1):
            row.settle_requested.connect(partial(self._settle, number))
            row.line_requested.connect(self.line_requested)
            self._rows.addWidget(row)
        if had_focus:  # or it would go on to a button that rejects
            (rows[0].place if rows else self._pane).setFocus()
        left = count - len(rows)
        self._more.setText(f"{counted(left, 'more conflict')} below; they follow when these are settled.")
        self._more.setVisible(left > 0)

    def _settle(self, number: int, choice: ConflictChoice) -> None:
        if self._texts is not None:
            self.settle_requested.emit(self._path, number, choice, self._texts.identity)


def _versions(texts: FileTexts, region: ConflictRegion) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the three versions of the lines, each with its name."""
    return (
        ("Mine, on the disk", split_lines(texts.before)[slice(*region.mine)]),
        ("Before", split_lines(region.before)),
        ("Proposed", split_lines(texts.after)[slice(*region.proposed)]),
    )


def _code(lines: tuple[str, ...]) -> QWidget:
    """Return the lines in the letters of code, as many as there is room for."""
    shown = [seen(line) for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        shown.append(f"… {counted(len(lines) - _MOST_LINES, 'more line')}")
    made = label("\n".join(shown) if shown else "no lines", "" if shown else "dim")
    if shown:
        made.setFont(style.current().code_font())
    return made
