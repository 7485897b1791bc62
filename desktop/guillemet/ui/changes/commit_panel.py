"""The commit panel: it keeps the draft of the message, and commits exactly what is ticked in the list of changes.

While nothing is to be committed it is a line for the message and a hint.
"""

from collections.abc import Sequence
from time import monotonic

from PySide6.QtCore import (
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from guillemet.app.review.review_actions import CommitRequest
from guillemet.engine.review import CommitLine, Need, Review
from guillemet.engine.text import counted
from guillemet.ui.actions import Act
from guillemet.ui.changes.message_guides import MessageGuides
from guillemet.ui.changes.run_output import RunOutput
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.context_menu import open_menu
from guillemet.ui.widgets.controls import IconButton, PushButton, announce, button, label, on_escape, set_caption
from guillemet.ui.widgets.fields import CheckBox, DraftBox
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.wording import plain_tip, seen, shortened

_WRITE_MESSAGE = "Write a message to commit."
_SUGGEST = "Suggest a message"
_SUGGEST_TIP = "Let the model write the message from what will be committed; you can change it"
_STOP_TIP = "Stop the model; the message stays as it is (Esc)"
_MOST_NOTES = 3
_BRANCH_LENGTHS = range(28, 5, -2)
"""How many characters of the name of a branch stand on the button, where there is less and less room."""
_ROOM = ((760, 8, 4), (660, 3, 3), (0, 3, 2))
"""The least height of the window, and what is shown from there on, where the list of changes needs the room: lines of
the message at most, and lines of what is odd at least. While one types in the panel, it has what it asks for."""
_NEEDS = {
    Need.HOOKS: "hooks",
    Need.SIGNING: "a signing program",
    Need.FILTERS: "filters",
}


class AuthorFields(QFrame):
    """Name and address.

    changed: either was edited.
    submitted: Return was pressed in one of them.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName("Author of the commit")
        form = QFormLayout()
        form.setSpacing(style.GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._name = self._field("Name", form)
        self._address = self._field("Address", form)
        self._address.setPlaceholderText("you@example.org")
        self._remember = CheckBox("Remember for this repository")
        self._remember.setAccessibleName("Remember name and address for this repository")
        self._remember.setChecked(True)
        fill(
            QVBoxLayout(self),
            label("Git does not know who you are. Name and address stand in every commit."),
            form,
            self._remember,
            margins=(style.WIDE, style.GAP),
            gap=style.GAP,
        )

    @property
    def name(self) -> str:
        return self._name.text().strip()

    @property
    def address(self) -> str:
        return self._address.text().strip()

    @property
    def is_remembered(self) -> bool:
        """Whether the repository's configuration is to hold them from now on."""
        return self._remember.isChecked()

    def focus(self) -> None:
        (self._address if self.name else self._name).setFocus()

    def _field(self, name: str, form: QFormLayout) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.textChanged.connect(self.changed)
        field.returnPressed.connect(self.submitted)
        caption = QLabel(name)
        caption.setBuddy(field)
        form.addRow(caption, field)
        return field


class Notes(QScrollArea):
    """Wrapped lines that scroll where there is room for a few of them only."""

    def __init__(self) -> None:
        super().__init__()
        self._least_lines = _ROOM[-1][-1]
        self._label = label("", "warn")
        self._label.setAlignment(Qt.AlignmentFlag.AlignTop)
        wrapping = self._label.sizePolicy()
        wrapping.setVerticalPolicy(QSizePolicy.Policy.Ignored)  # else there is a bar although all lines fit
        self._label.setSizePolicy(wrapping)
        self.setWidgetResizable(True)
        self.setProperty("role", "scrolled")
        self.setAccessibleName("Notes on the commit")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # so that it gets its place in the order of the stops
        self.verticalScrollBar().rangeChanged.connect(self._follow_range)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.setWidget(self._label)

    def show_text(self, text: str, tip: str) -> None:
        self._label.setText(text)
        self._label.setToolTip(tip)
        self.setVisible(bool(text))
        self.updateGeometry()

    def set_least_lines(self, count: int) -> None:
        """Show this many lines, if there are, however little room there is."""
        if count != self._least_lines:
            self._least_lines = count
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self._follow_range(0, self.verticalScrollBar().maximum())

    # Not as height for width: Qt takes that of what wraps for its least height.
    def sizeHint(self) -> QSize:
        return QSize(80, self._label.heightForWidth(self.width() - 2 * self.frameWidth()) + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        few = self._least_lines * self._label.fontMetrics().lineSpacing() + 2 * self.frameWidth()
        return QSize(80, min(self.sizeHint().height(), few))

    def _follow_range(self, _: int, end: int) -> None:
        """Let the Tab key stop here only while there is something to scroll to."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if end else Qt.FocusPolicy.NoFocus)


class CommitPanel(QFrame):
    """Shows `Review.commit` and emits what the user wants of it; `committing` and `pushing` show what runs.

    stage_requested: put what is accepted into the index.
    draft_changed: the message was changed.
    message_requested: let the model write the message; message_stop_requested: let it stop.
    own_lines_requested(paths, included): commit these files with the user's own lines, or without them.
    inclusion_requested(paths, included): include these files in commits, or leave them out.
    hooks_requested: show the repository's hooks.
    look_requested: show all that will be committed.
    commit_requested(CommitRequest): commit exactly what is ticked.
    """

    stage_requested = Signal()
    commit_requested = Signal(object)
    own_lines_requested = Signal(tuple, bool)
    inclusion_requested = Signal(tuple, bool)
    hooks_requested = Signal()
    look_requested = Signal()
    message_requested = Signal()
    message_stop_requested = Signal()
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = self._unstaged = self._hidden = 0
        self._review: Review | None = None
        self._order: tuple[str, ...] = ()
        self._listed: tuple[CommitLine, ...] = ()
        self._is_committing = self._is_writing = False
        self._written_since = 0.0
        """When the model began to write the message."""
        self._amended = self._old_message = ""
        """The commit that the next one amends, by its hex id, and its message; empty for none."""
        self._own_lines_of: tuple[str, ...] = ()
        """The files of which the button offers to include the user's own lines."""
        self._returned = ""
        """The message that came back last with an undone commit."""
        self.setProperty("role", "footer")
        self._build()
        self._show_state()

    @property
    def draft(self) -> str:
        return self._message.toPlainText()

    @property
    def own_draft(self) -> str:
        """The draft; empty while it is only the message of the commit that is to be amended."""
        return "" if self._keeps_message else self.draft

    @property
    def _keeps_message(self) -> bool:
        return bool(self._amended) and self.draft.strip() == self._old_message

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that will be committed, in the order of the list of changes."""
        return tuple(line.path for line in self._listed if not line.is_left_out)

    def set_order(self, order: Sequence[str]) -> None:
        """Take the files in this order, as the list of changes has them; others stay behind these."""
        if tuple(order) != self._order and self._review is not None:
            self.set_review(self._review, order)

    def set_review(self, review: Review, order: Sequence[str] = ()) -> None:
        """Offer to commit what this review would, in this order; the draft stays."""
        self._review, self._order = review, tuple(order)
        if self._amended != review.head.commit:
            self._leave_amending()
        places = {path: place for place, path in enumerate(order)}
        lines = tuple(sorted(review.commit, key=lambda one: places.get(one.path, len(places))))
        self._count = sum(not line.is_left_out for line in lines)
        self._listed = lines
        self._unstaged = sum(not (line.is_staged or line.is_left_out) for line in lines)
        set_caption(self._stage, f"Stage {counted(self._unstaged, 'file')}" if self._unstaged else "All staged")
        self._stage.set_shorter(*[f"Stage {self._unstaged:,}"] * bool(self._unstaged))
        self._target = "" if review.head.is_detached else seen(review.head.branch)
        self._offer_own_lines(lines)
        self._more.setVisible(bool(lines))
        self._show_notes(lines)
        self._needs.setText(_needs(review))
        self._needs.setVisible(bool(review.needs))
        self._hooks.setVisible(Need.HOOKS in review.needs)
        self._show_state()

    def set_hidden(self, count: int) -> None:
        """Say that the filter hides so many files of the commit."""
        if count != self._hidden:
            self._hidden = count
            self._show_notes(self._listed)

    def _show_notes(self, lines: Sequence[CommitLine]) -> None:
        """Say what is odd about these lines, each thing once, first what leaves them out: the list needs the room."""
        paths = dict[str, list[str]]()
        for line in sorted(lines, key=lambda line: not line.is_left_out):
            if line.note:
                paths.setdefault(line.note, []).append(seen(line.path))
        notes = [f"{of[0] if len(of) == 1 else counted(len(of), 'file')}: {seen(note)}" for note, of in paths.items()]
        more = len(notes) - _MOST_NOTES
        hidden = [f"The filter hides {counted(self._hidden, 'file')} of the commit."] * bool(self._hidden)
        shown = (*hidden, *notes[:_MOST_NOTES], *([f"… {more:,} more"] if more > 0 else []))
        whole = ["\n".join((*of, seen(note))) for note, of in paths.items()]
        self._notes.show_text("\n".join(shown), plain_tip("\n\n".join(whole)))

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Offer these beside the button that commits."""
        self._menu.addActions(list(actions))

    def set_committing(self, *, is_on: bool) -> None:
        """Let no second commit begin while one runs."""
        if is_on is not self._is_committing:
            self._is_committing = is_on
            self._show_state()

    def amend(self) -> None:
        """Let the next commit amend the last one, whose message comes into an empty box; Escape takes that back."""
        if self._review is None or not self._review.head.commit:
            return
        self._begin_amending(self._review)
        self.focus_message()
        announce(self._message, f"Amending {self._amended[:7]} “{seen(self._review.last_subject)}”")

    def _begin_amending(self, review: Review) -> None:
        self._leave_branch()
        self._amended, self._old_message = review.head.commit, review.last_message.strip()
        if not self.draft.strip():
            self.set_draft(self._old_message)
        subject, commit = seen(review.last_subject), self._amended[:7]
        set_caption(self._amend, f"Amend {commit}")
        self._amend.setAccessibleName(f"Amend {commit} “{subject}”")
        self._amend.setChecked(True)
        self._subject.setText(f"“{subject}”" if subject else "")
        self._show_state()

    def _leave_amending(self) -> None:
        """Let the next commit be one of its own again; of the draft, what the user wrote stays."""
        if not self._amended:
            return
        if self._keeps_message:
            self.set_draft("")
        if self._amend.hasFocus():
            self.focus_message()
        self._amended = self._old_message = ""
        self._show_state()

    def include_own_lines(self, current: CommitLine | None = None) -> None:
        """Ask to commit own lines: of the files left out for them; where the keys are at another file, of that one."""
        every = [line for line in self._listed if line.lacks_own_lines]
        others = [line.path for line in every if line == current and not line.needs_own_lines]
        if paths := tuple(others) or self._own_lines_of or tuple(line.path for line in every):
            self._request_own_lines(paths)

    def include_all(self) -> None:
        """Ask to commit the files and hunks, too, that the user left out."""
        if left_out := tuple(line.path for line in self._listed if line.has_left_out):
            self.inclusion_requested.emit(left_out, True)  # noqa: FBT003  a signal's argument

    def commit(self) -> None:
        """Ask for the commit; where there is no message yet, it is written first."""
        self._submit()

    def commit_and_push(self) -> None:
        """Ask for the commit, and for a push after it."""
        self._submit(pushes=True)

    def ask_branch(self) -> None:
        """Ask for the name of a new branch to commit to."""
        self._leave_amending()
        self._branch.show()
        self._branch.setFocus()
        self._show_state()

    def set_writing(self, is_writing: bool) -> None:
        """Show whether a model writes the message just now: the button, and Escape, stop it then."""
        if is_writing is self._is_writing:
            return
        self._is_writing, self._written_since = is_writing, monotonic()
        self._each_second.start() if is_writing else self._each_second.stop()
        self._write.setToolTip(plain_tip(_STOP_TIP if is_writing else _SUGGEST_TIP))
        self._show_writing()
        self._show_state()

    def _show_writing(self) -> None:
        set_caption(self._write, "Stop writing" if self._is_writing else _SUGGEST)
        self._write.set_shorter()
        seconds = int(monotonic() - self._written_since)
        if self._is_writing and seconds:  # not in its name, which a screen reader would say each second
            self._write.setText(f"Stop writing, {seconds:,} s")
            self._write.set_shorter(f"Stop, {seconds:,} s")

    def _press_write(self) -> None:
        (self.message_stop_requested if self._is_writing else self.message_requested).emit()

    def _escape_from(self) -> None:
        """Stop the message that is being written, else amend no more."""
        if self._is_writing:
            self.message_stop_requested.emit()
        else:
            self._leave_amending()

    def set_room(self, height: int) -> None:
        """Show fewer lines of the message and of what is odd in a window of little height, in pixels."""
        of_message, of_notes = next(shown for least, *shown in _ROOM if height >= least)
        self._message.set_most(of_message)
        self._notes.set_least_lines(of_notes)

    def set_draft(self, text: str) -> None:
        """Put a message into the box; Ctrl+Z brings back what was there."""
        self._message.replace_all(text)

    def offer_draft(self, text: str) -> None:
        """Put the message of an undone commit into the box, unless the user began another one than that before."""
        if self.draft.strip() in ("", self._returned):
            self.set_draft(text)
            self._returned = text.strip()

    def offer_amend(self, text: str) -> None:
        """Amend the last commit again, with the message of the commit that was undone, as `offer_draft` puts it in.

        Without one, it kept its own message.
        """
        if self._review is None or self.draft.strip() not in ("", self._returned):
            return
        self.set_draft(text)
        self._begin_amending(self._review)
        self._returned = self.draft.strip()

    def take_draft(self, text: str) -> None:
        """Empty the box if it holds just this message, with which a commit was made; what was written since stays."""
        if self.draft.strip() == text.strip():
            self._message.clear()
        self._author.hide()
        self._leave_branch()

    def clear_draft(self) -> None:
        """Empty the box for another repository, so that Ctrl+Z brings nothing back there."""
        self._leave_amending()
        self._message.clear()
        self._author.hide()
        self._leave_branch()

    def ask_author(self) -> None:
        """Ask for name and address, and commit with them next time."""
        self._author.show()
        self._author.focus()
        self._show_state()

    def focus_message(self) -> None:
        self._message.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        self.focus_message()

    def _build(self) -> None:
        self._notes = Notes()
        self._needs = label("", "dim")
        self._message = DraftBox("Commit message", submit=Act.COMMIT)
        self._guides = MessageGuides(self._message)
        self._message.textChanged.connect(self._show_state)
        self._message.textChanged.connect(self.draft_changed)
        self._message.submitted.connect(self._submit)
        self._author = AuthorFields()
        self._author.hide()
        self._author.changed.connect(self._show_state)
        self._author.submitted.connect(self._submit)
        self._why = label(_WRITE_MESSAGE, "dim")
        kept = self._why.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # no button moves while the message is typed
        self._why.setSizePolicy(kept)
        self._build_branch_field()
        self._build_amending()
        self._own: QPushButton = button(
            "Include my own lines",
            tip="Commits what is left out for them as it is on disk, with your uncommitted lines",
            clicked=lambda: self._request_own_lines(self._own_lines_of),
        )
        self._hooks: QPushButton = button("Show", "fold", name="Look at the hooks", clicked=self.hooks_requested)
        self.committing = RunOutput("Committing", "commit")
        self.pushing = RunOutput("Pushing", "push")
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._more: IconButton = IconButton("more", "More ways to commit", self)
        open_menu(self._more, self._menu)
        self._more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._look = IconButton("eye", Act.LOOK_OVER_COMMIT, self)
        show_keys(self._look, f"{Act.LOOK_OVER_COMMIT}: all that will be committed, as one diff ({{LOOK_OVER_COMMIT}})")
        self._look.clicked.connect(self.look_requested)
        self._stage: PushButton = button("Stage 0 files", clicked=self.stage_requested)
        self._commit: PushButton = button("Commit 0 files", "primary", clicked=self._submit)
        show_keys(self._commit, "{COMMIT} in the message ({FOCUS_MESSAGE})")
        self._write: PushButton = button(
            _SUGGEST,
            "quiet",
            tip=_SUGGEST_TIP,
            clicked=self._press_write,
        )
        self._each_second = QTimer(self, interval=1_000)
        self._each_second.timeout.connect(self._show_writing)
        self._lay_out()

    def _build_amending(self) -> None:
        self._amend = CheckBox()
        self._amend.clicked.connect(self._leave_amending)
        self._subject = label("", "dim")
        self._escape = on_escape(self, self._escape_from)

    def _build_branch_field(self) -> None:
        self._target = ""
        """The branch that a commit goes to; empty where HEAD is on none."""
        self._branch = QLineEdit()
        self._branch.setAccessibleName("New branch")
        self._branch.setPlaceholderText("Name of the new branch")
        self._branch.textChanged.connect(self._show_state)
        self._branch.returnPressed.connect(self._submit)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self._branch, context=Qt.ShortcutContext.WidgetShortcut)
        leave.activated.connect(self._leave_branch)

    def _lay_out(self) -> None:
        for one in (self._commit, self._stage, self._write):
            # Each has its place whatever it says: none changes its row when its words or the width do.
            one.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        fill(
            QVBoxLayout(self),
            # The panel grows upwards: what comes and goes stands above what is pressed.
            self._notes,
            (self._own, 0, Qt.AlignmentFlag.AlignLeft),
            fill(QHBoxLayout(), self._amend, (self._subject, 1), gap=style.TIGHT),
            self._message,
            self._author,
            self._branch,
            fill(
                QHBoxLayout(),
                (self._commit, 1),
                self._look,
                (self._more, 0, Qt.AlignmentFlag.AlignRight),
                gap=style.TIGHT,
            ),
            fill(QHBoxLayout(), (self._stage, 4), (self._write, 5), gap=style.TIGHT),
            self.committing,
            self.pushing,
            fill(QHBoxLayout(), (self._needs, 1), (self._hooks, 0, Qt.AlignmentFlag.AlignTop), gap=style.TIGHT),
            self._why,
            margins=style.GAP,
            gap=style.TIGHT,
        )
        hidden: list[QWidget] = [self._more, self._notes, self._needs, self._own, self._branch, self._hooks]
        for part in hidden:
            part.hide()

    def _obstacle(self) -> str:
        """Return why nothing can be committed now, and what to do; empty when it can."""
        if self._amended and not self._count and self._keeps_message:
            return "Nothing to amend: accept a file first, or write another message."
        if not self._count and not self._amended:
            return _all_left_out(self._listed) if self._listed else "Nothing to commit yet: accept a file first."
        if not self.draft.strip():
            return _WRITE_MESSAGE
        if self._author.isVisibleTo(self) and not (self._author.name and self._author.address):
            return "Fill in name and address to commit."
        if self._branch.isVisibleTo(self) and not self._branch.text().strip():
            return "Name the new branch to commit."
        return ""

    def _offer_own_lines(self, lines: Sequence[CommitLine]) -> None:
        """Offer to commit the files that are left out for the user's own lines with these."""
        self._own_lines_of = left_out = tuple(line.path for line in lines if line.needs_own_lines)
        if left_out:
            name = shortened(seen(left_out[0].rpartition("/")[2]))
            what = name if len(left_out) == 1 else counted(len(left_out), "file")
            set_caption(self._own, f"Include my own lines of {what}")
        self._own.setVisible(bool(left_out))

    def _request_own_lines(self, paths: tuple[str, ...]) -> None:
        self.own_lines_requested.emit(paths, True)  # noqa: FBT003  a signal's argument

    def _leave_branch(self) -> None:
        if self._branch.hasFocus():
            self.focus_message()
        self._branch.clear()
        self._branch.hide()
        self._show_state()

    def _show_state(self) -> None:
        self._show_controls()
        obstacle = "The commit is being made." if self._is_committing else self._obstacle()
        self._commit.setEnabled(not obstacle)
        self._commit.setAccessibleDescription(obstacle)
        self._stage.setEnabled(self._unstaged > 0 and not self._is_committing)
        advice = obstacle or self._guides.words
        self._why.setText(advice or _WRITE_MESSAGE)
        self._why.setVisible(bool(advice))

    def _show_controls(self) -> None:
        """Show what can be pressed, and say on the button what it does."""
        files, is_amending = counted(self._count, "file"), bool(self._amended)
        is_new = self._branch.isVisibleTo(self)
        words = _commit_words(self._count, seen(self._branch.text().strip()) if is_new else self._target)
        if is_new and not self._branch.text().strip():
            words = [f"{words[0]} to a new branch", f"{words[1]} to a new branch", *words]
        if is_amending:
            commit = f"Amend {self._amended[:7]}"
            words = [f"{commit} with {files}", f"Amend with {files}"] if self._count else [commit, "Amend"]
        set_caption(self._commit, words[0])
        self._commit.set_shorter(*words[1:])
        self._commit.setVisible(self._count > 0 or is_amending)
        for control in (self._look, self._stage, self._write):
            control.setVisible(self._count > 0)
        for part in (self._amend, self._subject):
            part.setVisible(is_amending)
        self._escape.setEnabled(is_amending or self._is_writing)
        self._message.set_least(2 if self._listed or is_amending else 1)

    def _submit(self, *, pushes: bool = False) -> None:
        if self._obstacle():
            if not holds_focus(self) or pushes or not self.draft.strip():
                self.focus_message()  # asked for elsewhere; here it stands why not
            return
        asks = self._author.isVisibleTo(self)
        author = (self._author.name, self._author.address) if asks else None
        branch = self._branch.text().strip() if self._branch.isVisibleTo(self) else ""
        is_remembered = asks and self._author.is_remembered
        self.commit_requested.emit(
            CommitRequest(
                "" if self._keeps_message else self.draft.strip(),
                author,
                is_author_remembered=is_remembered,
                amends=self._amended,
                branch=branch,
                pushes=pushes,
                seen=self._listed,
            )
        )


def _commit_words(count: int, branch: str) -> list[str]:
    """Return what the button that commits so many files says, the longest first: where to is left out last."""
    files, short = f"Commit {counted(count, 'file')}", f"Commit {count:,}"
    if not branch:
        return [files, short]
    names = dict.fromkeys(shortened(branch, most) for most in _BRANCH_LENGTHS)
    whole, *_ = names
    return [f"{files} to {whole}", *(f"{short} to {name}" for name in names), files, short]


def way_to_include(lines: Sequence[CommitLine]) -> str:
    """Return what to do where all these lines are left out; empty where none of them can be included."""
    if any(line.is_optional for line in lines):
        return "Tick a file to commit it."
    return "Tick a file to commit it with your own lines." if any(line.needs_own_lines for line in lines) else ""


def _all_left_out(lines: Sequence[CommitLine]) -> str:
    """Return that nothing of these lines is committed, and what to do."""
    what = way_to_include(lines) or "The lines above say why." * any(line.note for line in lines)
    return f"Nothing to commit: all that is listed is left out. {what}".rstrip()


def _needs(review: Review) -> str:
    details = review.need_details or tuple(_NEEDS[need] for need in Need if need in review.needs)
    return f"A commit runs: {seen(', '.join(details))}"
