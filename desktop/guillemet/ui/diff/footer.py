"""What stands below the diff: where one is, the steps to the next place, and the decision."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from guillemet.engine.review import Decision
from guillemet.ui.actions import Act
from guillemet.ui.diff.header import PREFERRED_WIDTH, name_on_button
from guillemet.ui.diff.insets.hunk_bar import SelectedLines
from guillemet.ui.shortcuts import show_keys, with_keys_in_force
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import IconButton, ToolButton, button, set_caption
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.shortened import Shortened
from guillemet.ui.widgets.tab_order import mark_risky

_LEAST_PLACE = 120
"""Pixels below which the words about a place are left out, not shortened."""


class Footer(QFrame):
    """Tells where one is, and takes the decision on the file, on selected lines, or on the block at which the keys are.

    What there is no room for is left out.

    Signals: `pressed(Act)` with what a button is to do.
    """

    pressed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.previous = IconButton("up", "Previous hunk", self)
        self.next = IconButton("down", "Next hunk", self)
        self._hunk = QLabel(self)
        self._hunk.setContentsMargins(0, 0, style.WIDE, 0)
        self._place = Shortened("dim", self, least=_LEAST_PLACE)
        self._keys = QLabel(self)
        self._keys.setProperty("role", "dim")
        self._keys.setContentsMargins(style.GAP, 0, 0, 0)
        self.comment = ToolButton(self)
        self.comment.setText("Comment")
        self.comment.setAccessibleName("Comment on the line or the selected lines")
        self.comment.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.reject = button("Reject file", parent=self)
        self.accept = button("Accept file", "primary", parent=self)
        self.dismiss = button("", parent=self)
        mark_risky(self.dismiss)
        self.place = button("", parent=self)  # a place that is only like it is not what the pane leads to
        for decision in (self.accept, self.reject, self.dismiss, self.place):
            decision.takes_double_clicks = False  # the second press would decide what comes next
        for control, act, tip in (
            (self.previous, Act.PREVIOUS_HUNK, "Previous hunk ({PREVIOUS_HUNK})"),
            (self.next, Act.NEXT_HUNK, "Next hunk ({NEXT_HUNK})"),
            (self.comment, Act.COMMENT, "Comment on the line or the selected lines ({COMMENT})"),
            (self.reject, Act.REJECT_FILE, "Reject what is proposed for this file ({REJECT_FILE} in the list)"),
            (self.accept, Act.ACCEPT_FILE, "Write what is proposed to this file ({ACCEPT_FILE} in the list)"),
            (self.dismiss, Act.DISMISS_BLOCK, "Put this block away ({DISMISS_BLOCK})"),
            (self.place, Act.PLACE_BLOCK, "Let this block stand at the place that it shows ({PLACE_BLOCK})"),
        ):
            show_keys(control, tip)
            control.clicked.connect(partial(self._press, act))
        self._block: tuple[str, str] | None = None
        """The words of the buttons for the block: to place it, and to put it away."""
        self._can_decide = self._is_in_conflict = self._can_include = False
        self._of_rest: frozenset[Decision] = frozenset()
        self._decision = Decision.UNDECIDED
        self._file = self._place_said = ""
        self._lines = SelectedLines()
        self._hunk_number, self._hunks = -1, 0
        self._leads_on = False
        """Whether another file comes behind the last hunk."""
        self._lay_out()
        self._offer_steps()
        self._offer()
        self._name_decisions()

    def lead_on(self, *, is_on: bool) -> None:
        """Let the arrow down lead behind the last hunk, or not."""
        if is_on is not self._leads_on:
            self._leads_on = is_on
            self._offer_steps()

    def show_hunk(self, hunk: int, count: int, words: str) -> None:
        """Say by these words which hunk of its file is the current one; of all there are so many, -1 for none."""
        if (hunk, count, words) != (self._hunk_number, self._hunks, self._hunk.text()):
            self._hunk.setText(words)
            self._name_keys()
            self._hunk_number, self._hunks = hunk, count
            self._offer_steps()

    def _offer_steps(self) -> None:
        hunk, count = self._hunk_number, self._hunks
        is_between = hunk < 0 < count  # at what has none, such as a file that only moves
        ends = (
            (self.previous, self.next, is_between or hunk > 0),
            (self.next, self.previous, self._leads_on or is_between or 0 <= hunk < count - 1),
        )
        for control, other, can in sorted(ends, key=lambda end: not end[2]):
            if control.hasFocus() and not can:
                other.setFocus()  # else Qt hands it to whatever comes next, which does something else
            control.setEnabled(can)
        self._fit()

    @property
    def _is_answer(self) -> bool:
        """Whether it is said why a key did nothing, instead of where the text cursor is."""
        return self._place.text() != self._place_said

    @property
    def _is_at_open_hunk(self) -> bool:
        """Whether the keys of a hunk decide the current one, and nothing else is answered to one."""
        is_block = bool(self.place.text() or self.dismiss.text())
        is_open = self._can_decide and self._decision is Decision.UNDECIDED and not self._is_in_conflict
        is_open = is_open or self._can_include
        return is_open and self._hunk_number >= 0 and bool(self._hunk.text()) and not (is_block or self._is_answer)

    def _name_keys(self) -> None:
        """Say what keys do at this hunk, for the buttons decide its file; nothing where one has no key."""
        keys = [with_keys_in_force(f"{{{act.name}}}") for act in (Act.ACCEPT_PART, Act.REJECT_PART)]
        words = "{} include · {} leave out" if self._can_include else "{} accept · {} reject"
        self._keys.setText(words.format(*keys) if all(keys) else "")

    def _press(self, act: Act) -> None:
        of_lines = {Act.ACCEPT_FILE: Act.ACCEPT_PART, Act.REJECT_FILE: Act.REJECT_PART} if self.has_lines else {}
        self.pressed.emit(of_lines.get(act, act))

    def offer_block(self, place: str, dismiss: str, *, can_place: bool) -> None:
        """Decide a block instead of its file, by buttons with these words; no words for what it does not offer."""
        if self.place.hasFocus() and place and not can_place:
            self.next.setFocus()  # else Qt hands it to the button that dismisses
        self.place.setEnabled(can_place or not place)
        if (place, dismiss) == self._block:
            return
        self._block = place, dismiss
        for control, words in ((self.place, place), (self.dismiss, dismiss)):
            set_caption(control, words)
            control.setAccessibleName(f"{words}: the current block")  # the place itself has buttons for it, too
        self._offer()

    def _offer(self) -> None:
        """Show the buttons for the block, or, where none is offered, for the file."""
        at_block = {control: bool(control.text()) for control in (self.place, self.dismiss)}
        of_file = self._can_decide and not any(at_block.values())
        for control, is_offered in {**at_block, self.accept: of_file, self.reject: of_file}.items():
            control.setVisible(is_offered)
        self._fit()

    def show_place(self, place: str, *, is_answer: bool = False) -> None:
        """Say where the text cursor is, or, in answer to a key, why that did nothing, until a decision changes."""
        self._place_said = self._place_said if is_answer else place
        style.set_role(self._place, "warn" if is_answer else "dim")
        self._place.set_text(place)
        self._fit()

    def follow_place(self, place: str) -> None:
        """Say where the text cursor is now; where it is said again, as after a new layout, an answer stays."""
        if place != self._place_said:
            self.show_place(place)

    def end_answer(self) -> None:
        """Say where the text cursor is instead of an answer that holds no longer."""
        self.show_place(self._place_said)

    def offer_inclusion(self, *, can: bool) -> None:
        """Say that keys include hunks in the commit, or leave them out, or not."""
        if can is not self._can_include:
            self._can_include = can
            self._name_keys()
            self._fit()

    def offer_decision(
        self, *, can: bool, is_in_conflict: bool = False, of_rest: frozenset[Decision] = frozenset()
    ) -> None:
        """Offer to decide and to comment on what is proposed, where anything is; a conflict is settled first.

        Some decisions are about the rest only: lines that were decided otherwise stay so.
        """
        if (can, is_in_conflict, of_rest) != (self._can_decide, self._is_in_conflict, self._of_rest):
            self._can_decide, self._is_in_conflict, self._of_rest = can, is_in_conflict, of_rest
            self._offer()
            self._name_decisions()

    @property
    def has_lines(self) -> bool:
        """Whether selected lines are decided, not the file."""
        return bool(self._lines.count) and self._decision is Decision.UNDECIDED

    def show_lines(self, lines: SelectedLines) -> None:
        """Decide these lines instead of the file, where there are any."""
        if lines != self._lines:
            self._lines = lines
            self._name_decisions()

    def name_file(self, path: str) -> None:
        """Name the file that is decided, which others are shown beside; no path for one by itself."""
        if (name := name_on_button(path)) != self._file:
            self._file = name
            self._name_decisions()

    def show_decision(self, decision: Decision) -> None:
        """Say what was decided; the other decision can still be taken."""
        if decision is not self._decision:
            self._decision = decision
            self.show_place(self._place_said)
            self._name_decisions()

    def _name_decisions(self) -> None:
        """Say on the buttons what they decide, or that it was decided."""
        decision = self._decision
        for control, verb, taken in (
            (self.accept, "Accept", Decision.ACCEPTED),
            (self.reject, "Reject", Decision.REJECTED),
        ):
            is_taken = decision is taken
            rest = " rest of" * (taken in self._of_rest)
            words = self._lines.verb(verb) if self.has_lines else f"{verb}{rest} {self._file or 'file'}"
            set_caption(control, str(taken).capitalize() if is_taken else words)
            if not is_taken and not self.has_lines:
                control.setAccessibleName(f"{verb}{rest} file {self._file}".rstrip())
            is_refused = self._is_in_conflict and control is self.accept and not self.has_lines
            control.setEnabled(not (is_taken or is_refused))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._row.activate()  # Qt laid out what has no room any more, and squeezed the buttons for it

    def minimumSizeHint(self) -> QSize:
        return QSize(PREFERRED_WIDTH, self.sizeHint().height())

    def sizeHint(self) -> QSize:
        """Return a height that stays whatever is hidden for a moment: the lines above would move with it."""
        tallest = max(part.sizeHint().height() for part in (self.previous, self.comment, self.accept))
        return super().sizeHint().expandedTo(QSize(0, tallest + 2 * style.TIGHT))

    def _fit(self) -> None:
        """Show what there is room for: the decision first, then the steps, the hunk, the comment and the place.

        An answer to a key goes before the hunk and the comment.
        """
        room = self.width() - 2 * style.GAP - 2 * style.TIGHT
        decisions = (self.dismiss, self.place, self.reject, self.accept)
        room -= sum(part.sizeHint().width() + style.TIGHT for part in decisions if not part.isHidden())
        is_answer = self._is_answer
        words: list[tuple[QWidget, bool]] = [
            (self._hunk, bool(self._hunk.text())),
            (self.comment, self._can_decide),
            (self._place, self._place.text() not in ("", self._hunk.text())),
            (self._keys, bool(self._keys.text()) and self._is_at_open_hunk),
        ]
        if is_answer:
            words.insert(0, words.pop(2))
        for part, is_requested in (
            (self.next, self._hunks > 0 or self._leads_on),
            (self.previous, self._hunks > 0),
            *words,
        ):
            least = taken = (part.minimumSizeHint() if part is self._place else part.sizeHint()).width() + style.TIGHT
            if part is self._place and is_answer:
                taken = min(part.sizeHint().width() + style.TIGHT, max(room, least))
            if part is self._keys and not self._place.isHidden():
                least += self._place.sizeHint().width() - self._place.minimumSizeHint().width()
            is_shown = is_requested and least <= room
            part.setVisible(is_shown)
            room -= taken if is_shown else 0
        left = style.WIDE if self.next.isHidden() else style.GAP  # words stand below those of the heads
        self._row.setContentsMargins(left, style.TIGHT, style.GAP, style.TIGHT)

    def _lay_out(self) -> None:
        self._row = layout = fill(QHBoxLayout(self), self.previous, self.next, self._hunk, gap=style.TIGHT)
        layout.addWidget(self._place)
        layout.addWidget(self._keys)
        layout.addStretch(1)
        layout.addWidget(self.comment)
        for decision in (self.reject, self.accept, self.dismiss, self.place):
            layout.addSpacing(style.TIGHT)
            layout.addWidget(decision)
