"""The bar above the sheets that shows a block without a place: what it looked for, what stands here, what can be done.

✗ Block 2 failed: not found. The searched lines are not in the file.                         ×
┌ def total(xs):
└     return sum(xs)
Lines 41 to 42 would be replaced: line 2 differs
Place here   Next place   Dismiss
"""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from guillemet.engine.applying.options import Choice, Skip
from guillemet.ui.diff.tool import tool
from guillemet.ui.open_block import OpenBlock
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import CodeBox, CodeLine
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.widgets.tab_order import chain
from guillemet.ui.wording import seen

_MOST_LINES = 8
_FEWEST_LINES = 3
"""Searched lines that are in view, however low the pane is; the others are scrolled to."""


class BlockBar(QFrame):
    """Shows one block; it is hidden while there is none.

    Signals: `place_requested()` at the line of the text cursor; `next_requested()` for the next place offered;
    `choice_requested(choice)` for all else; `close_requested()`.
    """

    place_requested = Signal()
    next_requested = Signal()
    choice_requested = Signal(object)
    close_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._choices: list[QWidget] = []
        self._build()
        self.hide()

    def show_block(self, block: OpenBlock) -> None:
        """Say what became of this block and what can be chosen for it."""
        outcome = block.outcome
        self._title.setText(f"✗ Block {block.number} {block.title}. {seen(outcome.message)}")
        self.setAccessibleName(self._title.text())
        self._here.setVisible(block.is_placeable)
        self._next.setVisible(bool(block.places))
        text = "Next place" if len(block.places) > 1 else "Nearest place"
        self._next.setText(text)
        self._next.setAccessibleName(text)
        for control in self._choices:
            control.hide()
            control.deleteLater()
        self._choices = [self._choice(text, choice) for text, choice in block.choices()]
        chain(self._choices, after=self._next)

    def show_searched(self, lines: tuple[CodeLine, ...]) -> None:
        """Show the lines the block looked for."""
        self._code.set_lines(lines)
        self._scroll.setVisible(bool(lines))
        self._fit()

    def show_here(self, line: int, told: str) -> None:
        """Say what placing here would do, or, for line 0, that it cannot be done here."""
        self._told.setText(told)
        self._told.setVisible(bool(told))
        self._here.setEnabled(line > 0)
        name = f"Place here, at line {line:,}" if line else "Place here"
        self._here.setAccessibleName(name)
        self._here.setToolTip(f"{name} (p)")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and hasattr(self, "_code"):
            # WORKAROUND Qt 6: a new style sheet takes the letters of the code away after it has told of itself.
            QTimer.singleShot(0, self, self._wear)

    def _build(self) -> None:
        self._title = label("", "bad", parent=self)
        close = tool("×", "Put the block away (Esc)", self)
        close.clicked.connect(self.close_requested)
        self._code = CodeBox(name="Searched lines")
        self._code.document().setDocumentMargin(style.TIGHT)
        self._scroll = QScrollArea(self)
        self._scroll.setProperty("role", "code")
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._scroll.setAccessibleName("Searched lines")
        self._scroll.setWidget(self._code)
        self._told = label("", "dim", parent=self)
        self._here = button("Place here", "primary", parent=self)
        self._here.clicked.connect(self.place_requested)
        self._next = button("Next place", parent=self)
        self._next.setToolTip("Go to where lines resemble the searched ones")
        self._next.clicked.connect(self.next_requested)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._row = FlowLayout(gap=style.TIGHT)
        self._row.addWidget(self._here)
        self._row.addWidget(self._next)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.WIDE, style.TIGHT, style.GAP, style.GAP)
        column.setSpacing(style.TIGHT)
        column.addLayout(head)
        column.addWidget(label("It looked for:", "dim", parent=self))
        column.addWidget(self._scroll)
        column.addWidget(self._told)
        column.addLayout(self._row)

    def _choice(self, text: str, choice: Choice | None) -> QWidget:
        made = button(text, name=f"{text} this block", parent=self)
        made.setToolTip(f"{text} this block (s)" if isinstance(choice, Skip) else "")
        made.clicked.connect(lambda: self.choice_requested.emit(choice))
        self._row.addWidget(made)
        made.show()
        return made

    def _wear(self) -> None:
        self._code.wear()
        self._fit()

    def _fit(self) -> None:
        """Take the height of the searched lines, as far as there is room."""
        width = max(self._scroll.viewport().width(), 1)
        frame = self._scroll.frameWidth() * 2
        line, around = self._code.fontMetrics().lineSpacing(), self.parentWidget()
        share = around.height() // 4 if around is not None else 0
        most = min(max(_FEWEST_LINES * line, share), _MOST_LINES * line)
        self._scroll.setFixedHeight(min(self._code.heightForWidth(width), most) + frame + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
