"""The proposal pane: the summary, the files to decide, and what needs work.

banner      9 placed   1 already there   1 failed   1 dismissed                                      as tree
warnings    ! 3 SEARCH, 2 REPLACE
files       one row each, in groups whose heads have a button: Review 3, Accept 7 files; then suggested commands
command     the one that the user asked about: what it would touch
selection   3 files selected: Space accepts, Del rejects
decisions   Reject 9 files; when every file is decided, Finish review; when nothing is listed, what the commit waits for
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from guillemet.engine.outcomes import Status
from guillemet.engine.review import OperationPreview, Review, SuggestionReview, SuggestionState
from guillemet.engine.text import counted
from guillemet.ui import badges
from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.changes.file_list import FileList
from guillemet.ui.changes.file_rows import FileRow, Group, RowsOfFiles, in_order
from guillemet.ui.changes.filter_bar import FilterBar
from guillemet.ui.changes.suggested_commands import CommandRequests, SuggestedCommandCard
from guillemet.ui.shortcuts import key_in, show_keys
from guillemet.ui.style import style
from guillemet.ui.unresolved_block import OpenBlocks, ReviewBlock
from guillemet.ui.widgets.controls import (
    IconButton,
    PushButton,
    Remark,
    ToolButton,
    button,
    label,
    on_escape,
    set_caption,
)
from guillemet.ui.widgets.empty_state import EmptyState
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import chain, holds_focus, on_focus_change
from guillemet.ui.wording import SIGNS, plain_tip, seen

_WORDS = {status: f" {status.word}" for status in Status}
_FEW = _WORDS | {Status.APPLIED: ""}
_NONE = dict.fromkeys(Status, "")
_FAILED = _NONE | {Status.FAILED: _WORDS[Status.FAILED]}
_WAYS = (_WORDS, _FEW, _FEW | {Status.ALREADY_APPLIED: " already"}, _FEW | {Status.ALREADY_APPLIED: ""}, _FAILED, _NONE)
"""What stands behind the counts, from roomy to narrow; without words the icon and the tooltip are left."""
_MOST_WARNINGS = 3
_FINISH = "Put the list away: what failed is dismissed, what you accepted stays for the commit; undo brings it back"
_NO_MATCH = "No files match", "What is chosen or typed above hides all files."
_DONE = "Nothing is left to decide", "Press a count above to see what became of the blocks."
_NOTHING = (
    "No proposal yet",
    """Paste a model's reply with {PASTE_REPLY}, open one from a file with {OPEN_REPLY}, or drop it here.
Nothing changes in your files before you accept it.""",
)
READING_REPLY = (
    "Reading the reply…",
    "Its edits are being placed. Nothing is written, and Stop in the line at the bottom leaves all as it was.",
)
NEXT_REPLY = (
    "Nothing is left to review",
    "Paste the next reply with {PASTE_REPLY}, open one from a file with {OPEN_REPLY}, or drop it here.",
)


class Summary(QFrame):
    """The counts as toggles, in one line whatever the width, and whether files stand below their folders.

    filter_changed(statuses): only what came to one of these ends is to be shown; an empty set shows everything.
    tree_requested(bool): files are to be shown below their folders, or one below the other.
    filter_requested(bool): the bar that filters by more is to be shown, or put away.
    """

    filter_changed = Signal(frozenset)
    tree_requested = Signal(bool)
    filter_requested = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self.setAccessibleName("What became of the blocks")
        self._numbers = dict.fromkeys(Status, 0)
        self._is_counted = False
        self._counts: dict[Status, QToolButton] = {}
        for status in Status:
            count = ToolButton(self)
            icon, role = SIGNS[status]
            count.set_mark(icon, leads=True, role=role)
            count.setCheckable(True)
            count.toggled.connect(self._change_filter)
            self._counts[status] = count
        self._escape = on_escape(self, self.choose_none)
        self._escape.setEnabled(False)
        self._more = IconButton("filter", "Filter the files", self, role="toggle")
        self._more.setCheckable(True)
        self._more.clicked.connect(self.filter_requested)
        self._tree = IconButton("tree", "Show files below their folders", self, role="toggle")
        self._tree.setCheckable(True)
        self._tree.clicked.connect(self.tree_requested)
        fill(QHBoxLayout(self), *self._counts.values(), 0, self._more, self._tree, margins=style.TIGHT, gap=0)

    def set_filtering(self, is_filtering: bool) -> None:
        """Show whether the bar that filters by more is there."""
        self._more.setChecked(is_filtering)

    def set_as_tree(self, as_tree: bool) -> None:
        """Show how the files are shown."""
        self._tree.setChecked(as_tree)

    @property
    def chosen(self) -> frozenset[Status]:
        """The ends that are filtered for."""
        return frozenset(status for status, count in self._counts.items() if count.isChecked())

    def choose_none(self) -> None:
        """Filter for no end any more."""
        for count in self._counts.values():
            count.setChecked(False)

    def _change_filter(self) -> None:
        self._escape.setEnabled(bool(self.chosen))
        self.filter_changed.emit(self.chosen)

    def set_review(self, review: Review) -> None:
        """Show the counts of this review; a filter for something that is gone is lifted."""
        numbers = {status: review.count(status) for status in Status}
        if self._is_counted and numbers == self._numbers:
            return  # most decisions change none, and to find the words that fit lays out the window twice
        self._is_counted, self._numbers = True, numbers
        for status, one in self._counts.items():
            count = numbers[status]
            one.setAccessibleName(f"{count:,} {status.word}, filter")
            one.setToolTip(f"{count:,} {status.word}: show only these; press again, or Esc, to show everything")
            one.setEnabled(count > 0)
            if not count and one.isChecked():
                one.setChecked(False)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Word the counts so that they stand in one line."""
        for words in _WAYS:
            for status, one in self._counts.items():
                count = self._numbers[status]
                one.setText(f"{count:,}{words[status]}")
                one.setVisible(count > 0)
            shown = [one for one in self._counts.values() if not one.isHidden()]
            taken = sum(one.sizeHint().width() for one in shown) + 2 * self._tree.sizeHint().width()
            if taken + 2 * style.TIGHT <= self.width():
                return


class ChangesPane(QWidget):
    """Shows a `Review`; `files` and `commands` have signals for single files and commands.

    accept_all_requested(tuple[str, ...] | None): accept every file the button counts; their paths where a filter is on.
    reject_all_requested(tuple[str, ...] | None): reject every undecided file; their paths where a filter is on.
    finish_requested: put the proposal away, for every file of it is decided.
    inclusion_of_all_requested: include all that was left out of the commit.
    tree_requested(bool): files are to be shown below their folders, or one below the other.
    blocks_changed: other `blocks` are to be settled, or other ones are filtered for.
    order_changed: other files are shown or hidden, or stand in another order.
    """

    accept_all_requested = Signal(object)
    reject_all_requested = Signal(object)
    finish_requested = Signal()
    inclusion_of_all_requested = Signal()
    tree_requested = Signal(bool)
    blocks_changed = Signal()
    order_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.files = FileList()
        self.order: tuple[str, ...] = ()
        """The paths of the files that are shown, as the diff and the keys walk through them."""
        self.commit_order: tuple[str, ...] = ()
        """What the commit may hold, in the same order, whatever the filter hides."""
        self.hidden: frozenset[str] = frozenset()
        """The paths of the files of the review that the filter hides."""
        self.hidden_in_commit = 0
        """How many files of the next commit it hides."""
        self.blocks: tuple[ReviewBlock, ...] = ()
        """Those that are to be settled, and those dismissed while they are filtered for."""
        self.commands = CommandRequests(self)
        self._review: Review | None = None
        self._rows, self._open = RowsOfFiles(), OpenBlocks()
        self._is_answering = False
        self._shown: tuple[FileRow, ...] = ()
        self._listed: tuple[FileRow, ...] = ()
        self._reviewed: frozenset[str] = frozenset()
        self._comments: Mapping[str, int] = {}
        self._unfinished: frozenset[str] = frozenset()
        self._command: SuggestedCommandCard | None = None
        self._offered: Sequence[QPushButton] = ()
        self._next_offer: PushButton | None = None
        """The likeliest of what fills the pane, below files that wait for the commit."""
        self._build()

    def set_review(self, review: Review) -> None:
        """Show this review; selection, scrolling and what was unfolded stay."""
        had_focus, command = holds_focus(self), self.files.current_command
        was_open, self._review = _is_open(command, self._review), review
        if self._command is not None and self._command.suggestion not in review.suggestions:
            self._leave_command()
        elif self._command is not None and self._command.suggestion.state is SuggestionState.OPEN:
            self.commands.preview_requested.emit(self._command.suggestion.text)  # what it touches may be other paths
        self._banner.set_review(review)
        self._odd.say("\n".join(map(seen, review.warnings[:_MOST_WARNINGS])))
        self._odd.setToolTip(plain_tip("\n".join(map(seen, review.warnings))))
        self._odd.setVisible(bool(review.warnings))
        self._fill()
        is_empty = review.is_over
        shown, hidden = (self._nothing, self._full) if is_empty else (self._full, self._nothing)
        shown.show()
        hidden.hide()
        if had_focus and (self.hasFocus() or not holds_focus(self)):
            self.focus_files()  # else what Qt handed it to has it: nothing to see, or where letters are text
        if was_open and not _is_open(command, review) and self.files.hasFocus():
            self.files.pick_command()

    def set_answering(self, *, is_answering: bool) -> None:
        """Offer to finish the review only while no answer arrives, which may propose more."""
        if is_answering is not self._is_answering:
            self._is_answering = is_answering
            self._fill()

    def offer(self, *actions: QAction) -> None:
        """Show buttons for what fills the empty pane, the likeliest first."""
        self._offered = self._nothing.offer(*actions)
        for one in actions[:1]:  # where files wait for the commit, they stand in the place of the empty pane
            self._next_offer = button(one.text(), parent=self._finish.parentWidget(), clicked=one.trigger)
            self._next_offer.takes_double_clicks = False
            self._last_row.addWidget(self._next_offer)

    def set_advice(self, advice: tuple[str, str] | None) -> None:
        """Say this, a title and a sentence, while nothing is proposed; None stands for how a proposal comes."""
        self._nothing.say(*(advice or _NOTHING))
        show_keys(self._next, "\n".join(advice or ()))
        self._nothing.show_offers(are_shown=advice != READING_REPLY)
        for one in self._offered[:1]:  # where a commit waits, that comes first
            style.set_role(one, "primary" if advice in (None, NEXT_REPLY) else "")

    def set_preview(self, preview: OperationPreview) -> None:
        """Show what a suggested command would touch, below the list; the focus goes to what leaves all as it is."""
        suggestions = self._review.suggestions if self._review else ()
        found = next((one for one in suggestions if one.text == preview.text), None)
        if found is not None:
            self._show_command(SuggestedCommandCard(found, self.commands, preview))

    def set_as_tree(self, as_tree: bool) -> None:
        """Show files below their folders, or one below the other with the folder behind the name."""
        self._banner.set_as_tree(as_tree)
        self.files.set_as_tree(as_tree)
        self._put_in_order()

    def focus_files(self) -> None:
        """Give the list of files the focus, or what stands in its place."""
        place = self.files if self._nothing.isHidden() else self._nothing
        place.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _pick_command(self, suggestion: SuggestionReview) -> None:
        if suggestion.state is SuggestionState.OPEN:
            self.commands.preview_requested.emit(suggestion.text)
        else:
            self._show_command(SuggestedCommandCard(suggestion, self.commands))

    def _show_command(self, card: SuggestedCommandCard) -> None:
        is_asked_for = self.files.hasFocus() and self.files.current_command == card.suggestion.text
        had_focus = is_asked_for or (self._command is not None and holds_focus(self._command))
        self._drop_command()
        self._command = card
        self.files.setMinimumHeight(1)  # it gives way: what is decided now is to be read wholly
        self._command_place.addWidget(card)
        chain([card], after=self.files)
        self.decisions.hide()
        self._command_place.setContentsMargins(style.TIGHT, style.TIGHT, style.TIGHT, style.TIGHT)
        if had_focus:
            card.focus()

    def _leave_command(self) -> None:
        had_focus = self._command is not None and holds_focus(self._command)
        self._drop_command()
        if self._review is not None:
            self._show_decisions(self._review)
        if had_focus:
            self.focus_files()

    def _drop_command(self) -> None:
        if self._command is not None:
            self._command.hide()
            self._command.deleteLater()
            self._command_place.setContentsMargins(0, 0, 0, 0)
            self.files.setMinimumHeight(0)  # as high as Qt wants it at least
            self._command = None

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        """Pass the focus on to what is decided next: what was left out of a decision on all, else the files."""
        if self._waiting.isVisible():
            self._waiting.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.focus_files()

    def _build(self) -> None:
        self._banner = Summary()
        self._banner.filter_changed.connect(lambda _: self._filter_files())
        self._banner.tree_requested.connect(self.tree_requested)
        self.files.command_picked.connect(self._pick_command)
        self.commands.run_requested.connect(self._leave_command)
        self.commands.cancelled.connect(self._leave_command)
        self._upper = QWidget()
        self._accept_all = button("", "primary", clicked=self.accept_all)
        self._waiting = button(
            "",
            "quiet",
            tip="Accept all leaves out these files: go to the next of them, and decide it on its own",
            clicked=self.files.pick_next_asking,
        )
        self._include = button("", "quiet", clicked=self.inclusion_of_all_requested)
        heads = {Group.TO_SETTLE: self._waiting, Group.PROPOSED: self._accept_all, Group.ACCEPTED: self._include}
        for group, of_group in heads.items():
            self.files.head_buttons.set(group, of_group)
        self._to_commands = button(
            "", "foot", tip="Go to the commands that the reply suggests", clicked=self.files.pick_command
        )
        self._to_commands.set_mark("down")
        self.files.head_buttons.set_foot(self._to_commands)
        self.decisions = self._decisions()
        """The buttons for all files, below the list."""
        self._command_place = QVBoxLayout()
        self._no_rows = EmptyState()
        show_all = QAction("Show all files", self)
        show_all.triggered.connect(self.show_all)
        self._no_rows.offer(show_all, primary="")
        self._no_rows.hide()
        shown = ((self.files, 1), (self._no_rows, 1))
        fill(QVBoxLayout(self._upper), *shown, self._command_place, self.decisions, margins=0, gap=0)
        self._full = QWidget()
        self._odd = Remark("warn", "warn")
        self._odd.setContentsMargins(style.WIDE, style.TIGHT, style.WIDE, style.TIGHT)
        self._odd.hide()
        self._filter = FilterBar()
        self._filter.hide()
        self._filter.changed.connect(self._filter_files)
        self._filter.left.connect(self._leave_filter)
        self._filter.taken.connect(self.focus_files)
        self.files.filter_left.connect(self.show_all)
        self._banner.filter_requested.connect(self._turn_filter)
        fill(QVBoxLayout(self._full), self._banner, self._filter, self._odd, (self._upper, 1), margins=0, gap=0)
        self._nothing = EmptyState(*_NOTHING)
        self._nothing.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._full.hide()
        fill(QVBoxLayout(self), (self._nothing, 1), (self._full, 1), margins=0, gap=0)

    def _decisions(self) -> QWidget:
        box = QFrame()
        box.setProperty("role", "footer")
        self.reject_button = button("", clicked=self.reject_all)
        """Rejects all undecided files."""
        self._finish = button(
            Act.FINISH_REVIEW,
            "primary",
            clicked=self.finish_requested,
        )
        show_keys(self._finish, f"{_FINISH} ({{FINISH_REVIEW}})")
        self._selected, self._progress, self._next = label("", "dim"), label("", "dim"), label("", "dim")
        self._selected.hide()
        row = self._last_row = FlowLayout(self.reject_button, self._finish, gap=style.TIGHT)
        lines = self._selected, self._progress, self._next, row
        fill(QVBoxLayout(box), *lines, gap=style.TIGHT, margins=(style.GAP, style.TIGHT + 2))
        self.files.selectionModel().selectionChanged.connect(self._show_selected)
        self.files.model().modelReset.connect(self._show_selected)
        on_focus_change(self._show_selected)
        return box

    def _show_selected(self, *_: object) -> None:
        """Say that keys are about several files while these are selected: the diff beside speaks of one."""
        chosen = self.files.chosen_paths
        words = f"{counted(len(chosen), 'file')} selected" if len(chosen) > 1 else ""
        if words and {file.path for file in self._shown if file.is_undecided}.issuperset(chosen):
            accepts, rejects = key_in(Act.ACCEPT_FILE, KeyScope.LIST), key_in(Act.REJECT_FILE, KeyScope.LIST)
            words += f": {accepts} accepts, {rejects} rejects"
        self._selected.setText(words)
        self._selected.setVisible(bool(words))

    def accept_all(self) -> None:
        """Request to accept what the button counts: all that need not be seen first, of those that are shown."""
        shown = tuple(file.path for file in self._acceptable) if self._is_filtered else None
        self.accept_all_requested.emit(shown)

    def reject_all(self) -> None:
        """Request to reject what the button counts: all undecided files that are shown."""
        shown = tuple(file.path for file in self._shown if file.is_undecided) if self._is_filtered else None
        self.reject_all_requested.emit(shown)

    def set_reviewed(self, paths: frozenset[str]) -> None:
        """Show which files are marked as reviewed."""
        self._reviewed = paths
        self._fill()

    def set_comments(self, counts: Mapping[str, int]) -> None:
        """Show on which files there are comments, and how many."""
        if counts != self._comments:
            self._comments = dict(counts)
            self._fill()

    def set_unfinished(self, paths: frozenset[str]) -> None:
        """Show of which files an edit is unfinished."""
        if paths != self._unfinished:
            self._unfinished = paths
            self._fill()

    def start_filter(self) -> None:
        """Show the filter, and give it the focus."""
        self._turn_filter(is_on=True)

    def _turn_filter(self, is_on: bool) -> None:
        if is_on:
            self._banner.set_filtering(is_filtering=True)
            self._filter.start()
        else:
            self._filter.leave()

    def show_all(self) -> None:
        """Show all files again, whatever they were filtered by."""
        self._banner.choose_none()
        self._filter.leave()

    def _leave_filter(self) -> None:
        self._banner.set_filtering(is_filtering=False)
        self.focus_files()

    @property
    def _is_filtered(self) -> bool:
        return self._filter.is_filtering or bool(self._banner.chosen)

    @property
    def _acceptable(self) -> list[FileRow]:
        proposed = (file for file in self._shown if file.group is Group.PROPOSED)
        return [file for file in proposed if badges.UNFINISHED not in file.marks]

    def _show_decisions(self, review: Review) -> None:
        undecided = sum(file.is_undecided for file in self._shown)
        acceptable = len(self._acceptable)
        waiting = sum(file.group is Group.TO_SETTLE for file in self._shown)
        thing = "shown file" if self._is_filtered else "file"
        self._waiting.setText(f"Review {waiting:,}" if waiting else "")
        self._waiting.setAccessibleName(
            f"Review {counted(waiting, 'file')}: go to the next that needs a look of its own"
        )
        set_caption(self._accept_all, f"Accept {counted(acceptable, thing)}" if acceptable else "")
        self._accept_all.set_shorter(f"Accept {acceptable:,}", "Accept")
        set_caption(self.reject_button, f"Reject {counted(undecided, thing)}")
        self.reject_button.setVisible(undecided > 0)
        can_finish = review.can_be_finished and not self._is_answering
        self._finish.setVisible(can_finish)
        style.set_role(self._finish, "" if review.commit else "primary")
        marked = len(self._reviewed)
        self._progress.setText(f"{marked:,} of {len(review.files):,} reviewed")
        self._progress.setVisible(marked > 0)
        has_left_out = any(line.has_left_out for line in review.commit)
        self._include.setText("Include all" if has_left_out else "")
        self._include.setAccessibleName(Act.INCLUDE_ALL)
        is_over = not review.has_proposal
        self._next.setVisible(is_over)
        if self._next_offer is not None:
            self._next_offer.setVisible(is_over)
        # Beside a command, the list needs their room.
        self.decisions.setVisible((undecided > 0 or can_finish or is_over) and self._command is None)

    def _filter_files(self) -> None:
        """Show what fits the filter, nothing of it folded; where the current file does not, go to the first that does.

        From a head or a folder, too: in the diff stands what was there before the filter.
        """
        self._fill(unfolds=True)
        is_at_file = self.files.currentIndex().isValid() and not self.files.is_beside_files
        if self._is_filtered and self._shown and not is_at_file:
            self.files.pick_any()

    def _fill(self, *, unfolds: bool = False) -> None:
        if self._review is None:
            return
        chosen = self._banner.chosen
        is_dismissed = Status.DISMISSED in chosen
        blocks = tuple(block for block in self._open.of(self._review) if is_dismissed or not block.is_dismissed)
        files = self._rows.of(
            self._review, blocks, self._reviewed, comments=self._comments, unfinished=self._unfinished
        )
        self._filter.set_files([file for file in files if not file.is_of_blocks])
        self.files.boxes.lines = self._review.commit
        self._listed = files
        if chosen:
            paths = {outcome.path for outcome in self._review.outcomes if outcome.status in chosen}
            files = tuple(file for file in files if file.path in paths)
        if self._filter.is_filtering:
            files = tuple(filter(self._filter.fits, files))
        self._shown = files
        self._show_decisions(self._review)
        commands = () if self._is_filtered else self._review.suggestions
        open_ = sum(one.state is SuggestionState.OPEN for one in commands)
        set_caption(self._to_commands, f"{counted(open_, 'command')} to run" if open_ else "")
        self.files.set_files(files, is_filtered=self._is_filtered, unfolds=unfolds)
        self.files.set_commands(commands)
        has_rows = bool(files or commands)
        self.files.setVisible(has_rows)
        self._no_rows.say(*(_NO_MATCH if self._is_filtered else _DONE))
        self._no_rows.show_offers(are_shown=self._is_filtered)
        self._no_rows.setVisible(not has_rows)
        self._put_in_order()
        if blocks != self.blocks:
            self.blocks = blocks
            self.blocks_changed.emit()

    def _put_in_order(self) -> None:
        every = in_order(self._listed, as_tree=self.files.as_tree)
        shown = every if self._listed == self._shown else in_order(self._shown, as_tree=self.files.as_tree)
        order = tuple(dict.fromkeys(file.path for file in shown if not file.is_of_commit_only))
        commit_order = tuple(file.line.path for file in every if file.line is not None)
        paths = {file.path for file in shown}
        away = [file for file in every if file.path not in paths] if len(shown) < len(every) else []
        hidden = frozenset(file.path for file in away if not file.is_of_commit_only)
        in_commit = sum(file.line is not None and not file.line.is_left_out for file in away)
        before = self.order, self.commit_order, self.hidden, self.hidden_in_commit
        if (order, commit_order, hidden, in_commit) != before:
            self.order, self.commit_order, self.hidden, self.hidden_in_commit = order, commit_order, hidden, in_commit
            self.order_changed.emit()


def _is_open(command: str, review: Review | None) -> bool:
    """Whether a suggested command can be run."""
    suggestions = review.suggestions if review else ()
    return any(one.text == command and one.state is SuggestionState.OPEN for one in suggestions)
