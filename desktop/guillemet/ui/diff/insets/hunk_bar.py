"""The bar above a hunk: what the hunk is, and the buttons that decide it.

The caption is text in the row of the bar; the buttons are widgets, made for the bars in view only and used again for
others as these come into view.
"""

from collections.abc import Collection, Mapping, Sequence
from math import inf

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, document_of
from guillemet.engine.diff.hunk_numbers import HunkNumber
from guillemet.engine.diff.lines import ChangedLines, together
from guillemet.engine.diff.rows import ChosenLines, RowKind
from guillemet.engine.diff.words import Pair
from guillemet.engine.review import Decision, FileReview, Kind
from guillemet.engine.text import counted
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.visible_rows import VisibleRow
from guillemet.ui.style import style
from guillemet.ui.widgets.context_menu import forget_pointer
from guillemet.ui.widgets.controls import ToolButton
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import chain, mark_risky, on_focus_change
from guillemet.ui.wording import lines_changed

LEAVE_OUT, INCLUDE = "Leave out", "Include"
_VERBS = (
    ("Accept", "y"),
    ("Reject", "x"),
    ("Edit", "e"),
    ("Comment", "c"),
    ("Reset", "r"),
    (LEAVE_OUT, "x"),
    (INCLUDE, "y"),
)
_DECIDING = 2
"""How many of them decide: the first ones."""
_RESET = 4
"""That one is offered where the file is decided, those before it until then, those behind it in the next commit."""
BROUGHT = "Brought by the latest reply"
_LETTERS = 0.72
"""Height of the letters as a part of the row's."""


def letters_for(height: int) -> QFont:
    """Return the letters of buttons that fit in a row of this height."""
    letters = QApplication.font()  # not that of the code, which a new style sheet takes away
    letters.setPixelSize(max(round(height * _LETTERS), 6))
    return letters


def hunk_caption(content: DiffContent, hunk: int) -> str:
    """Return such as "hunk 2 of 3 · +1 −4"; whether it is left out of the commit stands beside the buttons, uncut."""
    lines = content.hunks[hunk]
    changed = lines_changed(content.new.count_in_file(lines.new), content.old.count_in_file(lines.old))
    state = " · in conflict" if content.is_in_conflict(hunk) else ""
    return f"{content.name_of(hunk).partition(' · ')[0]} · {changed}{state}"


def is_brought(document: DiffDocument, hunk: int, reviews: Mapping[str, FileReview]) -> bool:
    """Whether the last reply brought this hunk, or changed it, while its file was under review already."""
    content, number = document.hunk_of_file(hunk)
    review = reviews.get(content.path)
    if review is None or not review.brought or not content.is_proposed:
        return False
    lines = content.in_file(content.hunks[number]).new
    return review.decision is Decision.UNDECIDED and review.is_brought(lines.start, lines.stop)


class SelectedLines(Struct, frozen=True):
    """Changed lines that are selected, in one hunk or several."""

    chosen: tuple[ChosenLines, ...] = ()
    count: int = 0
    signs: str = ""
    """Such as "+1 −1", where a line comes with the one that it became, which is in another row."""

    def has_some_of(self, hunk: int) -> bool:
        """Whether lines of this hunk are among them."""
        return any(one.hunk == hunk for one in self.chosen)

    def verb(self, verb: str) -> str:
        """Return such as "Accept 2 lines"; the verb alone where no lines are selected."""
        return f"{verb} {self.signs or counted(self.count, 'line')}" if self.count else verb


def selected_lines(chosen: tuple[ChosenLines, ...], content: DiffContent, *, is_unified: bool) -> SelectedLines:
    """Return these lines of a content, with how many they are; an old one and the new one it became are one."""
    count = removed = added = pairs_of_all = 0
    for one in chosen:
        lines, hunk = one.lines, content.hunks[one.hunk]
        old, new = content.old.count_in_file(lines.old), content.new.count_in_file(lines.new)
        beside = _pairs_among(lines, hunk, content.pairs[one.hunk])
        count += max(old + new - beside, old, new)  # of a long line each piece is a row
        removed, added, pairs_of_all = removed + old, added + new, pairs_of_all + beside
    return SelectedLines(chosen, count, lines_changed(added, removed) if is_unified and pairs_of_all else "")


def _pairs_among(lines: ChangedLines, hunk: ChangedLines, pairs: Sequence[Pair]) -> int:
    """Return how many of these lines of a hunk became another one of them."""
    if lines == hunk:
        return hunk.old_count + hunk.new_count - len(pairs)
    olds = range(lines.old.start - hunk.old.start, lines.old.stop - hunk.old.start)
    news = range(lines.new.start - hunk.new.start, lines.new.stop - hunk.new.start)
    return sum(a is not None and b is not None and a in olds and b in news for a, b in pairs)


class HunkBar(QWidget):
    """The buttons of one hunk.

    Signals: `pressed(verb, hunk)`, with the verb as it stands on the button.
    """

    pressed = Signal(str, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hunk = -1
        self._shown: tuple[int, HunkNumber, str, SelectedLines] | None = None
        self._offered: tuple[object, bool] = Decision.UNDECIDED, True
        self._is_new = False
        self._fitted: tuple[int, int] | None = None
        """The room that it was fitted into, and the width it takes; None while it is to be fitted again."""
        self._state = QLabel(self)
        self._state.setProperty("role", "dim")
        self._state.setContentsMargins(style.TIGHT, 0, style.TIGHT, 0)  # as the words on buttons have
        self.buttons = [self._button(verb) for verb, _ in _VERBS]
        self._wanted = self.buttons[:_RESET]
        """Those that are offered, as far as there is room."""
        self._words: list[str] = []
        """What stands on the buttons where there is room for it."""
        mark_risky(self.buttons[1])
        self._new = QLabel("new", self)
        self._new.setProperty("role", "accent")
        self._new.setContentsMargins(style.TIGHT, 0, 0, 0)
        self._new.setAccessibleName(BROUGHT)
        self._new.setToolTip(BROUGHT)
        fill(QHBoxLayout(self), self._state, *self.buttons, self._new, 1, margins=0, gap=0)
        self.setProperty("role", "hunk")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setCursor(Qt.CursorShape.ArrowCursor)  # or it would have that of the text around it

    def show_decision(self, decision: Decision, *, is_decided_here: bool) -> None:
        """Offer to decide the hunk, unless that is done in another place; where its file is decided, to reset it."""
        is_open = decision is Decision.UNDECIDED
        if (decision, is_decided_here) == self._offered:
            return
        self._offered = decision, is_decided_here
        self._state.setText(decision)
        reset = self.buttons[_RESET]
        self._wanted = self.buttons[0 if is_decided_here else _DECIDING : _RESET] if is_open else [reset]
        self._fitted = None

    def show_inclusion(self, *, is_left_out: bool) -> None:
        """Offer to leave the hunk out of the commit, or to include it again."""
        if (LEAVE_OUT, is_left_out) != self._offered:
            self._offered = LEAVE_OUT, is_left_out
            self._state.setText("left out" * is_left_out)
            self._wanted = [self.buttons[_RESET + 1 + is_left_out]]
            self._fitted = None

    def show_hunk(self, hunk: int, content: DiffContent, number: int, selected: SelectedLines) -> None:
        """Stand for this hunk, which has this number in its file; of lines selected in it, the buttons decide these."""
        which, parts = content.numbers[number], ""
        if len(together(content.hunks, number)) > 1:  # its parts are decided as one
            parts = f" all {which.parts:,} parts" if which.parts > 1 else ""
            which = replace(which, part=1, parts=1)
        if (hunk, which, parts, selected) != self._shown:
            self.hunk = hunk
            self._shown = hunk, which, parts, selected
            words, self._fitted = list[str](), None
            for position, ((verb, key), control) in enumerate(zip(_VERBS, self.buttons, strict=True)):
                decides = position < _DECIDING
                whole = {"Comment": "Comment on", "Reset": "Reset the decision on"}.get(verb, verb)
                is_of_lines = decides and selected.count
                name = selected.verb(verb) if is_of_lines else f"{whole} {which}"
                if verb == "Comment" and selected.count:
                    name = f"Comment on the selected {'lines' if selected.count > 1 else 'line'}"
                words.append(selected.verb(verb) if is_of_lines else verb + parts * decides)
                control.setAccessibleName(name)
                control.setToolTip(f"{name} ({key})")
            self._words = words

    def set_new(self, *, is_new: bool) -> None:
        """Mark the hunk as one that the last reply brought."""
        if is_new is not self._is_new:
            self._is_new, self._fitted = is_new, None
            for control in self.buttons:
                control.setAccessibleDescription(BROUGHT * is_new)

    def fit(self, room: int) -> int:
        """Leave out what there is no room for, none of it in part, and return the width that the rest takes.

        The verbs that do not decide go first, which the keys and the menu of the lines have, too; then the counts.
        """
        if self._fitted is not None and self._fitted[0] == room:
            return self._fitted[1]
        for control, words in zip(self.buttons, self._words, strict=True):
            control.setText(words)
        has_state = self._wanted[0] in (self.buttons[_RESET], self.buttons[-1])
        state, new = [self._state] * has_state, [self._new] * self._is_new
        kept = [*state, *self._wanted, *new]

        def width() -> int:
            return sum(control.sizeHint().width() for control in kept)

        for control in reversed(self.buttons[_DECIDING:_RESET]):
            if control in kept and width() > room:
                kept.remove(control)
        if width() > room:
            for control, (verb, _) in zip(self.buttons, _VERBS, strict=True):
                control.setText(verb)
        if new and width() > room:
            kept.remove(self._new)
        for shown in (self._state, self._new, *self.buttons):
            shown.setVisible(shown in kept)
        self._fitted = room, width()
        return self._fitted[1]

    def set_current(self, *, is_current: bool) -> None:
        """Let Tab reach the buttons, which it does of the current hunk only."""
        for control in self.buttons:
            is_reached = is_current and not control.isHidden()
            policy = Qt.FocusPolicy.TabFocus if is_reached else Qt.FocusPolicy.NoFocus
            if control.focusPolicy() is not policy:
                control.setFocusPolicy(policy)

    def set_height(self, height: int) -> None:
        """Take the height of a row, and letters that fit in it."""
        letters = letters_for(height)
        # A new style sheet gives buttons back the font they had at first.
        if height == self.height() and letters.pixelSize() == self.buttons[0].font().pixelSize():
            return
        self._fitted = None
        self.setFixedHeight(height)
        for control in (self._state, self._new, *self.buttons):
            control.setFont(letters)
            control.setFixedHeight(height)

    def forget_pointer(self) -> None:
        """Draw no button as hovered that was moved away from the pointer, of which Qt says nothing to it."""
        for control in self.buttons:
            forget_pointer(control)

    def _button(self, verb: str) -> ToolButton:
        made = small_button(verb, self)
        made.clicked.connect(lambda: self.pressed.emit(verb, self.hunk))
        return made


def small_button(words: str, parent: QWidget) -> ToolButton:
    """Return a button that fits between lines; once it is pressed, that of another hunk may come to its place."""
    made = ToolButton(parent)
    made.setText(words)
    made.setProperty("role", "hunk")
    made.takes_double_clicks = False
    return made


class HunkBars(QObject):
    """The bars in view of one editor.

    Signals: `pressed(verb, hunk)` as those of `HunkBar`, but for `reset_pressed(hunk)`; `focused(hunk)` when a button
    of that one gets the focus.
    """

    pressed = Signal(str, int)
    reset_pressed = Signal(int)
    focused = Signal(int)

    def __init__(self, editor: DiffEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self.decided: Collection[str] = ()
        """The paths of files of which no hunk is to be decided, but reset."""
        self.reviews: Mapping[str, FileReview] = {}
        self.document = document_of(editor.content)
        """What the editor shows."""
        self.selected = SelectedLines()
        self._bars: list[HunkBar] = []
        editor.hunk_marked.connect(self._mark_current)
        on_focus_change(self._notice_focus)

    def place(self) -> None:
        """Let a bar stand in every row in view that is for one."""
        editor = self._editor
        wanted = {} if editor.isHidden() else self._rows_in_view()
        # A bar that stays in view was moved by Qt with the text; it keeps its hunk, and its focus.
        free = [bar for bar in self._bars if bar.isHidden() or bar.hunk not in wanted]
        taken = {bar.hunk: bar for bar in self._bars if bar not in free}
        for hunk, visible in wanted.items():
            bar = taken.get(hunk) or (free.pop() if free else self._make())
            content, number = self.document.hunk_of_file(hunk)
            selected = self.selected if self.selected.has_some_of(hunk) else SelectedLines()
            if content.is_of_commit:
                bar.show_inclusion(is_left_out=number in content.left_out)
            else:
                is_decided_here = self._is_decided_here(hunk, content, number)
                bar.show_decision(self._decision_on(hunk) or Decision.UNDECIDED, is_decided_here=is_decided_here)
            bar.show_hunk(hunk, content, number, selected)
            bar.set_new(is_new=is_brought(self.document, hunk, self.reviews))
            bar.set_height(visible.height)
            caption = editor.document().findBlockByNumber(visible.row).text()
            width = bar.fit(editor.viewport().width())
            left = self._end_of(caption, editor.viewport().width() - width)
            is_covering = left < self._end_of(caption)
            right = editor.viewport().width() if is_covering else left + width
            bar.setGeometry(left, visible.top, right - left, visible.height)
            bar.show()
            bar.forget_pointer()
        for bar in free:
            bar.hide()
        self._mark_current()

    def end_of(self, hunk: int) -> int | None:
        """Return where on the screen the buttons of a hunk end; None where it has none."""
        bar = next((bar for bar in self._bars if bar.hunk == hunk and bar.isVisible()), None)
        return None if bar is None else bar.mapToGlobal(bar.rect().topRight()).x() + 1

    def _is_decided_here(self, hunk: int, content: DiffContent, number: int) -> bool:
        """Whether a hunk, or the lines of it that are selected, can be decided by its buttons.

        A conflict is settled in its own place, and a file is deleted as a whole.
        """
        whole = self.document.content.hunks[hunk]
        is_part = any(one.hunk == hunk and one.lines != whole for one in self.selected.chosen)
        return not (content.is_in_conflict(number) or (is_part and content.kind is Kind.DELETED))

    def _mark_current(self) -> None:
        for bar in self._bars:
            bar.set_current(is_current=bar.hunk == self._editor.hunk)

    def _notice_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        bar = next((bar for bar in self._bars if now is not None and now in bar.buttons), None)
        if bar is not None:
            self.focused.emit(bar.hunk)

    def _end_of(self, caption: str, room: float = inf) -> int:
        """Return where the buttons begin behind a caption, or behind as many of its first words as there is room for.

        Where there is little room the buttons cover the end of the caption: they are what one needs.
        """
        what = caption.partition(" · ")[0]
        advance = self._editor.fontMetrics().horizontalAdvance
        ends = (advance(words) + style.GAP for words in (caption, what, what.partition(" of ")[0]) if words)
        return next((end for end in ends if end <= room), 0)

    def _rows_in_view(self) -> dict[int, VisibleRow]:
        """Return the rows that are for a bar, by their hunks."""
        return {
            row.hunk: visible
            for visible in self._editor.visible_rows()
            if (row := visible.shown).kind is RowKind.BAR and row.hunk is not None and self._has_buttons(row.hunk)
        }

    def _has_buttons(self, hunk: int) -> bool:
        """Whether anything is offered for a hunk."""
        if self.document.content.is_of_commit:
            return self.document.can_leave_out(hunk)
        return self._decision_on(hunk) is not None

    def _decision_on(self, hunk: int) -> Decision | None:
        """Return what was decided on the file of a hunk; None where nothing is offered for it."""
        if self.document.can_decide(hunk, self.decided):
            return Decision.UNDECIDED
        review = self.reviews.get(self.document.files[self.document.file_of_hunk(hunk)].path)
        return None if review is None or review.decision is Decision.UNDECIDED else review.decision

    def _emit_pressed(self, verb: str, hunk: int) -> None:
        if verb == "Reset":
            self.reset_pressed.emit(hunk)
        else:
            self.pressed.emit(verb, hunk)

    def _make(self) -> HunkBar:
        bar = HunkBar(self._editor.viewport())
        bar.pressed.connect(self._emit_pressed)
        self._bars.append(bar)
        chain(bar.buttons, after=self._editor)
        return bar
