"""The proposed text of one file in an editor, beside the file as it was where there is room.

bar: what is edited, how much differs ················ Close  Keep
question: unsaved changes, or a proposal that changed meanwhile
before (read-only)        │ proposed (editor)
find, go to line
"""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from guillemet.app.review.edit_drafts import EditDraft, rebased
from guillemet.app.task_runner import run_detached
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.lines import ChangedLines, changed_lines, split_lines
from guillemet.engine.review import FileReview, Kind
from guillemet.engine.text import counted, indent_of
from guillemet.ui.actions import Act
from guillemet.ui.editor.code_editor import CodeEditor
from guillemet.ui.editor.hidden_objects import count_hidden
from guillemet.ui.editor.line_spaces import LevelHunk, beside, spaces_of
from guillemet.ui.shortcuts import is_pressed, show_keys
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.find_bar import FindBar
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.line_bar import LineBar
from guillemet.ui.widgets.shortened import Shortened
from guillemet.ui.wording import seen

COLUMNS = 60
"""From so many columns for each side on, the file as it was is shown beside the editor."""
LARGEST = 6_000_000
"""Characters of a text that is still edited here."""
LONGEST = 20_000
"""Characters of a line that is still edited here: Qt lays a line out again as a whole with every letter."""
_MOST_HIDDEN = 5_000
_AT_ONCE = 300_000
"""Characters of both sides up to which they are made ready at once, in 3 ms."""
_NARROW = 100
"""Pixels of a side that is not laid out yet, at most: to wrap its lines would take long."""
_SAVE_EVERY = 1_000
"""Milliseconds after which what was typed is saved."""
_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def with_lf(text: str) -> str:
    """Return the text with LF for every line ending."""
    return "\n".join(split_lines(text)) + ("\n" if text.endswith(("\n", "\r")) else "")


def why_not_editable(content: DiffContent | None) -> str:
    """Return why the proposal for a file cannot be edited here, in a sentence or two; empty when it can."""
    if content is None or not content.is_proposed:
        return "Nothing is proposed for this file, so there is nothing to edit."
    if content.note:
        return content.note
    if content.kind is Kind.DELETED:
        return "The file is to be deleted. Accept or reject that."
    after = content.texts.after
    longest = max(map(len, split_lines(after)), default=0)
    if longest > LONGEST:
        what = f"It has a line of {longest:,} characters"
    elif len(after) > LARGEST:
        what = f"It has {len(after):,} characters"
    elif (hidden := count_hidden(after)) > _MOST_HIDDEN:
        what = f"It has {hidden:,} hidden characters"
    else:
        return ""
    return f"{what}, too many to be edited here. Accept the file, and change it in your own editor."


class _Sides(Struct, frozen=True):
    """What is edited: the proposal as it was when the edit began, or was put on a newer one."""

    content: DiffContent
    base: str
    old: tuple[str, ...]


def _sides_of(content: DiffContent) -> _Sides:
    """Return what is edited; it takes 50 ms for 5 MB."""
    return _Sides(content, with_lf(content.texts.after), tuple(with_lf(content.texts.before).split("\n")))


class ProposalEditor(QWidget):
    """Edits the proposal for one file.

    Signals: `keep_requested(FileTexts, text, begun)` with what it was made from, and LF in the text, and what the user
    began from where they keep their text for another proposal, else None;
    `draft_changed(EditDraft)` now and then while there is something to be kept; `dropped(path)` when there is
    nothing to be kept of it; `discarded(path)` when the user wants nothing kept; `closed()`.
    """

    keep_requested = Signal(object, str, object)
    draft_changed = Signal(object)
    dropped = Signal(str)
    discarded = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: _Sides | None = None
        self._style = style.current()
        self._hunks: Sequence[ChangedLines] = ()
        self._compared: Sequence[str] = ()
        """The old lines that the hunks begin from: those of another text are no places in this one."""
        self._level_hunks: Sequence[LevelHunk] = ()
        self._is_leading = False
        self._shown_before: Sequence[str] = ()
        self._pending: EditDraft | None = None
        """What the text becomes as soon as the editor is filled."""
        self._is_beside = False
        """Whether the file as it was is shown whatever the width."""
        self._shows_proposal = False
        """Whether the proposal as it is now is shown in its place, for it changed in the lines that are edited."""
        self._begun: str | None = None
        """The proposal that the text was made from, where another changed in the lines that are edited since."""
        self._titles = "", ""
        """What the sides are called else."""
        self._top: int | None = None
        """Where on the screen the line is that the edit begins at."""
        self.setAccessibleName("Edit the proposal")
        self._title = Shortened("title", self)
        self._state = label("", "dim", parent=self)
        self._keep = button("Keep", "primary", parent=self, clicked=self.keep)
        show_keys(self._keep, "Propose this text instead ({KEEP_EDIT})")
        self._leave = button("Close", parent=self, tip="Leave the editor (Esc)", clicked=self.ask_to_leave)
        self._question = _Question(self)
        self.body = QSplitter(self)
        """The texts."""
        self._old_side, self._new_side = _Titled(self.body), _Titled(self.body)
        self.before = CodeEditor("Before", self._old_side, is_read_only=True)
        self.editor = CodeEditor("Proposed text", self._new_side)
        self._find = FindBar(lambda: (self.path, self.editor.textCursor().blockNumber()), self)
        self._line = LineBar(self)
        self._save = QTimer(self, singleShot=True, interval=_SAVE_EVERY)
        self._save.timeout.connect(self.save)
        # Once both sides have their widths.
        self._leveling = QTimer(self, singleShot=True, interval=0)
        self._leveling.timeout.connect(self._level)
        self._lay_out()
        self._connect_signals()
        self.set_look(self._style.theme, self._style.font_size)

    @property
    def path(self) -> str:
        """The file whose proposal is edited; empty while none is."""
        return self._sides.content.path if self._sides else ""

    @property
    def is_changed(self) -> bool:
        """Whether the text is another than what is proposed."""
        return self._sides is not None and self._text() != self._sides.base

    def name_sides(self, file: FileReview | None) -> None:
        """Say above the texts which is which, and what the user changed of this file already."""
        changed = ", changed since the reply" if file is not None and file.changed_since else ""
        edited = ", edited by you" if file is not None and file.is_edited else ""
        self._titles = f"The file on disk{changed}", f"The proposal{edited} (editable)"
        self._show_titles()

    def _show_titles(self) -> None:
        titles = ("The proposal as it is now", "Your text (editable)") if self._shows_proposal else self._titles
        for side, title in zip((self._old_side, self._new_side), titles, strict=True):
            side.title.setText(title)

    def begin(
        self,
        content: DiffContent,
        line: int,
        draft: EditDraft | None = None,
        *,
        top: int | None = None,
        is_beside: bool = False,
    ) -> None:
        """Edit the proposal, from a new line on, counted from 0; a draft is taken up where it was left.

        The line stays where it is on the screen: this many pixels below its top, or anywhere, for None. `is_beside`
        says that the file as it was is shown whatever the width: the user asked for both sides.
        """
        self._top = top if draft is None else None
        self._is_beside, self._shows_proposal, self._begun = is_beside, False, None
        self._show_titles()
        self._close_bars()
        self._title.set_text(f"Editing {seen(content.path)}")
        self._sides = _Sides(content, "", ())
        self.setFocus()
        self._pending = draft or EditDraft(content.path, "", "", line)
        if len(content.texts.before) + len(content.texts.after) <= _AT_ONCE:
            self._open(_sides_of(content), line, draft)
        else:
            show = partial(self._open, line=line, draft=draft)
            run_detached(partial(_sides_of, content), show, owner=self, name=f"sides of {content.path}")

    def follow(self, content: DiffContent) -> None:
        """Put the edit on what is proposed for the same file now."""
        if self._sides is None or content.texts == self._sides.content.texts:
            return
        if why_not_editable(content):
            self.leave()
            return
        draft = self._draft(self._sides)
        is_filling, self._sides = self._pending is not None, _sides_of(content)
        self._shows_proposal = False
        self._show_titles()
        self._fit()
        if not is_filling:
            self._take_up(draft)
            self._take_text(self.editor.content())  # also where only the file on disk is another one now

    def keep(self) -> None:
        """Ask for the text to become the proposal; one that is the proposal already needs no asking."""
        if self._sides is None or self.editor.is_filling:
            return
        self._drop_last_blanks(self._sides.base)
        if self.is_changed:
            self.save()
            self.keep_requested.emit(self._sides.content.texts, self._text(), self._begun)
        else:
            self.discard()

    def _drop_last_blanks(self, base: str) -> None:
        """Remove the indentation with which Return began a last line, if nothing was typed there."""
        last = self.editor.document().lastBlock()
        if last.text() and not last.text().strip(" \t") and not base.endswith(f"\n{last.text()}"):
            cursor = QTextCursor(last)
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def take_kept(self, text: str) -> None:
        """Note that this text is the proposal by now: close, unless more was typed since."""
        if self._sides is None or self._text() == text:
            self.discard()
            return
        self._sides, self._begun = replace(self._sides, base=text), None
        self.save()

    def ask_to_leave(self) -> None:
        """Leave, after a question in the bar where something would be lost."""
        if self.is_changed:
            words = "Keep what you changed in this proposal?"
            answers = (
                ("Keep changes", self.keep),
                ("Discard changes", self._throw_away),
                ("Go on editing", self._go_on),
            )
            self._question.ask(words, answers, escape=self._go_on)
        else:
            self.discard()

    def go_on(self) -> None:
        """Give the focus to the text; whether to leave is asked no more."""
        self._question.escape()
        self.editor.setFocus()

    def discard(self) -> None:
        """Leave the proposal as it was."""
        path = self.path
        self._close()
        self.dropped.emit(path)

    def _throw_away(self) -> None:
        """Leave the proposal as it was; what was typed can be brought back."""
        path = self.path
        self.leave()
        self.discarded.emit(path)

    def leave(self) -> None:
        """Close; what was typed stays a draft."""
        self.save()
        self._close()

    def save(self) -> None:
        """Emit what was typed as a draft, if there is anything; what was taken back letter by letter is none."""
        self._save.stop()
        if self._sides is not None and self.is_changed:
            self.draft_changed.emit(self._draft(self._sides))
        elif self._sides is not None:
            self.dropped.emit(self.path)

    def open_find(self) -> None:
        """Show the find bar; what is selected in one line is looked for."""
        selected = self.editor.textCursor().selectedText()
        self._line.hide()
        self._find.set_contents([self.editor.content()])
        self._find.open_with("" if "\u2029" in selected else selected)

    def find_next(self) -> None:
        self._find.next() if self._find.query else self.open_find()

    def find_previous(self) -> None:
        self._find.previous() if self._find.query else self.open_find()

    def go_to_line(self) -> None:
        """Ask for a line to go to."""
        self._find.close_bar()
        self._line.open_for(self.editor.blockCount())

    def go_to_change(self, step: int) -> None:
        """Go to the next changed lines, or with -1 to those before."""
        line = self.editor.textCursor().blockNumber()
        starts = [hunk.new_start for hunk in self._hunks]
        if step < 0:
            found = next((start for start in reversed(starts) if start < line), None)
        else:
            found = next((start for start in starts if start > line), None)
        if found is not None:
            self.editor.go_to_line(found)

    def set_look(self, theme: Theme, points: int) -> None:
        for one in (self.before, self.editor):
            one.set_look(theme, points)
        self._fit()

    def set_wrap(self, *, wraps: bool) -> None:
        """Wrap long lines on both sides, or let them be scrolled to."""
        for one in (self.before, self.editor):
            one.set_wrap(wraps=wraps)

    def event(self, event: QEvent) -> bool:
        # No letter that is meant for the text may mean a decision on the file, also while the editor is being filled.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._knows(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        has_control, has_shift = bool(event.modifiers() & _CONTROL), bool(event.modifiers() & _SHIFT)
        if is_pressed(Act.KEEP_EDIT, event):
            self.keep()
            return
        if is_pressed(Act.LINE_OF_FILE, event):
            self.go_to_line()
            return
        if has_control and self._press_with_control(event.key(), has_shift=has_shift):
            return
        match event.key():
            case Qt.Key.Key_Escape:
                self.ask_to_leave()
            case Qt.Key.Key_F3:
                self.find_previous() if has_shift else self.find_next()
            case Qt.Key.Key_F7:
                self.go_to_change(-1 if has_shift else 1)
            case _ if not event.text() or has_control:
                super().keyPressEvent(event)

    def _press_with_control(self, key: int, *, has_shift: bool) -> bool:
        """Do what a key held with Ctrl is for; return whether it is for anything."""
        match key:
            case Qt.Key.Key_F:
                self.open_find()
            case Qt.Key.Key_Z:  # in the text as it was
                self.editor.redo() if has_shift else self.editor.undo()
            case _:
                return False
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        self.editor.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:  # of one of the sides
            self._leveling.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and style.current() != self._style:
            self._style = style.current()
            self.set_look(self._style.theme, self._style.font_size)

    def _knows(self, event: QKeyEvent) -> bool:
        if is_pressed(Act.KEEP_EDIT, event) or is_pressed(Act.LINE_OF_FILE, event):
            return True
        modifiers = event.modifiers() & ~(_SHIFT | Qt.KeyboardModifier.KeypadModifier)
        if modifiers == Qt.KeyboardModifier.NoModifier:
            return bool(event.text()) or event.key() in (Qt.Key.Key_F3, Qt.Key.Key_F7)
        is_plain = event.key() == Qt.Key.Key_F and not event.modifiers() & _SHIFT
        return modifiers == _CONTROL and (is_plain or event.key() == Qt.Key.Key_Z)

    def _open(self, sides: _Sides, line: int, draft: EditDraft | None) -> None:
        if self._pending is None or self._sides is None or self._sides.content is not sides.content:
            return  # it was closed meanwhile
        self._sides = sides
        if draft is None:
            column = len(indent_of("".join(sides.base.split("\n", line + 1)[line : line + 1])))
            self._pending = EditDraft(self.path, sides.base, sides.base, line, column)
        self._fit()
        self.editor.load(sides.content.path, sides.base)

    def _show_before(self) -> None:
        """Fill the old side with what it shows, unless there is no room for it."""
        if self._sides is not None and self._shown_before is not self._sides.old and not self._old_side.isHidden():
            self._shown_before = self._sides.old
            self.before.load(self.path, "\n".join(self._sides.old), unit=self.editor.unit)
            self._mark_before()

    def _text(self) -> str:
        # While the rest of the text is on its way into the editor, nothing can be typed.
        if self._pending is not None:
            return self._pending.text
        return self.editor.text

    def _draft(self, sides: _Sides) -> EditDraft:
        if self._pending is not None:
            return self._pending
        cursor = self.editor.textCursor()
        return EditDraft(self.path, self._text(), sides.base, cursor.blockNumber(), cursor.positionInBlock())

    def _take_up(self, draft: EditDraft) -> None:
        """Show a draft, put on what is proposed now, at its line."""
        if self._sides is None:
            return
        merged = rebased(draft.text, draft.base, self._sides.base)
        is_other = draft.base != self._sides.base
        if merged.text != self.editor.text:
            self.editor.replace_lines(merged.text.split("\n"))
        if merged.has_conflict:
            self._begun = draft.base if self._begun is None else self._begun
            self._ask_which()
        elif is_other and draft.text != draft.base:
            words = "The proposal changed since you began. Your edit was put on the new one."
            self._question.ask(words, (("Go on editing", self._go_on),), focus=False)

    def _ask_which(self) -> None:
        """Ask whose lines to take where the proposal changed in those that were edited, and offer to look at it."""
        words = "The proposal changed in the lines you edited. This is your text: keeping it replaces that change."
        look = "Hide the proposal" if self._shows_proposal else "Show the proposal"
        answers = ("Keep my text", self.keep), ("Take the proposal", self._throw_away), (look, self._show_other)
        self._question.ask(words, answers, focus=False)

    def _show_other(self) -> None:
        """Show the proposal as it is now on the old side, with what differs from it; or the file on disk again."""
        if self._sides is None:
            return
        self._shows_proposal = not self._shows_proposal
        shown = self._sides.base if self._shows_proposal else with_lf(self._sides.content.texts.before)
        self._sides = replace(self._sides, old=tuple(shown.split("\n")))
        self._show_titles()
        self._fit()
        self._take_text(self.editor.content())
        self._ask_which()
        self.editor.setFocus()

    def _begin_filled(self) -> None:
        draft, self._pending = self._pending, None
        if draft is not None and self._sides is not None:
            if draft.text != self._sides.base:
                self._take_up(draft)
            self.editor.go_to_line(draft.line, draft.column)
            self._take_text(self.editor.content())
            # Once the sides have their widths.
            QTimer.singleShot(0, self.editor, partial(self.editor.show_cursor, self._top))

    def _close(self) -> None:
        self._save.stop()
        self._sides = self._pending = None
        self._shown_before = ()
        self._close_bars()
        for one in (self.before, self.editor):
            one.colours.stop()
            one.load("", "")
        self.closed.emit()

    def _close_bars(self) -> None:
        for bar in (self._question, self._find, self._line):
            bar.hide()

    def _go_on(self) -> None:
        self._question.hide()
        self.editor.setFocus()

    def _take_text(self, content: DiffContent) -> None:
        """Work out what differs from the old side, now that typing rests."""
        if self._sides is None or self._pending is not None:
            return
        self._save.start()
        if not self.is_changed:
            self._question.escape()  # nothing would be lost any more
        if not self._find.isHidden():
            self._find.set_contents([content])
        old, new = self._sides.old, content.new.lines

        def compare() -> tuple[ChangedLines, ...]:
            return changed_lines(old, new)

        def show(hunks: tuple[ChangedLines, ...]) -> None:
            if self._sides is not None and self._sides.old is old:
                self._hunks, self._compared = hunks, old
                self._show_changes()

        run_detached(compare, show, owner=self, name=f"changes of {self.path}")

    def _show_changes(self) -> None:
        self.editor.mark_changed([range(hunk.new.start, hunk.new.stop) for hunk in self._hunks])
        self._mark_before()
        self._show_place()
        self._level()

    def _mark_before(self) -> None:
        self.before.mark_changed([range(hunk.old.start, hunk.old.stop) for hunk in self._hunks if hunk.old_count])

    def _show_place(self) -> None:
        cursor = self.editor.textCursor()
        unit = "tabs" if self.editor.unit == "\t" else counted(len(self.editor.unit), "space")
        lines = sum(hunk.new_count or hunk.old_count for hunk in self._hunks)
        differs = f"{counted(lines, 'line')} differ{'s' if lines == 1 else ''}"
        place = f"line {cursor.blockNumber() + 1:,}, column {cursor.positionInBlock() + 1:,}"
        self._state.setText(f"{differs} · {place} · {unit}")

    def _level(self) -> None:
        """Put space beside the longer side of each hunk; the line of the text cursor stays where it is in the view."""
        sides, editor, before = self._sides, self.editor, self.before
        if sides is None or self._pending is not None or sides.old is not self._compared:
            return
        width = min(editor.text_width, before.text_width)
        if self._old_side.isHidden() or width < _NARROW:
            self._level_hunks = ()
        else:
            for one in (editor, before):
                one.set_text_width(width)  # equal lines are wrapped alike
            new = editor.document()
            self._level_hunks = [
                LevelHunk(
                    hunk.new_start,
                    [editor.height_of(at, new.findBlockByNumber(at).text()) for at in range(*_ends(hunk.new))],
                    hunk.old_start,
                    [before.height_of(at, sides.old[at]) for at in range(*_ends(hunk.old))],
                )
                for hunk in self._hunks
            ]
        was = editor.cursorRect()
        self._is_leading = True  # whichever side the mouse is over, the text cursor's is the one that stays
        editor.spaces.set(spaces_of(self._level_hunks))
        before.spaces.set(spaces_of([hunk.turned() for hunk in self._level_hunks]))
        self._is_leading = False
        if editor.viewport().rect().contains(was.center()):
            editor.spaces.scroll(round((editor.cursorRect().top() - was.top()) / was.height()))
        self._lead_before()

    def _lead_before(self) -> None:
        """Show beside the top of the view what stood there before."""
        if self._is_leading or self._old_side.isHidden():
            return
        self._is_leading = True
        self.before.spaces.show_top(beside(self._level_hunks, self.editor.spaces.top))
        self._is_leading = False

    def _lead_editor(self) -> None:
        if self._is_leading or not self.before.underMouse():
            return
        self._is_leading = True
        back = [hunk.turned() for hunk in self._level_hunks]
        self.editor.spaces.show_top(beside(back, self.before.spaces.top))
        self._is_leading = False

    def _fit(self) -> None:
        """Show the file as it was where each side has its columns, as the diff does, or the user asked for it."""
        beside_text = self.editor.gutter.width() + self.editor.verticalScrollBar().sizeHint().width()
        room = self.width() / 2 - beside_text
        has_room = room >= COLUMNS * self.editor.fontMetrics().horizontalAdvance("0")
        has_old = self._sides is not None and bool(self._sides.content.texts.before)
        self._old_side.setVisible(self._shows_proposal or (has_old and (self._is_beside or has_room)))
        self._show_before()
        self._leveling.start()

    def _lay_out(self) -> None:
        bar = QFrame(self)
        bar.setProperty("role", "banner")
        parts = (self._title, (self._state, 1), self._leave, self._keep)
        margins = (style.WIDE, style.TIGHT, style.GAP, style.TIGHT)
        fill(QHBoxLayout(bar), *parts, margins=margins, gap=style.GAP)
        for side, editor in ((self._old_side, self.before), (self._new_side, self.editor)):
            side.show_editor(editor)
            self.body.addWidget(side)
        self.name_sides(None)
        self.body.setChildrenCollapsible(False)
        self.body.setHandleWidth(1)
        self.body.setStretchFactor(0, 1)
        self.body.setStretchFactor(1, 1)
        self.before.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the sides have one
        self.before.setCenterOnScroll(True)  # so that it follows the other side to any line
        fill(QVBoxLayout(self), bar, self._question, (self.body, 1), self._line, self._find, margins=0, gap=0)

    def _connect_signals(self) -> None:
        self.editor.filled.connect(self._begin_filled)
        self.editor.rested.connect(self._take_text)
        self.editor.scrolled.connect(self._lead_before)
        self.editor.place_changed.connect(self._show_place)
        self.before.scrolled.connect(self._lead_editor)
        self.before.filled.connect(self._leveling.start)
        for one in (self.before, self.editor):
            one.installEventFilter(self)
        self._find.found_changed.connect(lambda: self.editor.mark_found(self._found_in))
        self._find.hit_requested.connect(lambda hit: self.editor.select(hit.match.line, hit.match.start, hit.match.end))
        self._find.closed.connect(lambda _: self.editor.setFocus())
        self._line.line_requested.connect(lambda line: self.editor.go_to_line(line - 1))
        self._line.closed.connect(self.editor.setFocus)

    def _found_in(self, line: int) -> Sequence[tuple[int, int]]:
        return self._find.results.columns(self.path).get((False, line), ())


class _Titled(QWidget):
    """An editor below its title."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = label("", "dim", parent=self)
        self.title.setContentsMargins(style.WIDE, style.TIGHT, style.GAP, style.TIGHT)

    def show_editor(self, editor: QWidget) -> None:
        fill(QVBoxLayout(self), self.title, (editor, 1), margins=0, gap=0)


class _Question(QFrame):
    """A bar that asks something and offers the answers; hidden while there is nothing to ask."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._escape: Callable[[], object] | None = None
        self._words = label("", "warn", parent=self)
        self._answers = QWidget(self)
        self._row = FlowLayout(parent=self._answers, gap=style.TIGHT)
        margins = (style.WIDE, style.TIGHT, style.GAP, style.TIGHT)
        fill(QVBoxLayout(self), self._words, self._answers, margins=margins, gap=style.TIGHT)
        self.hide()

    def ask(
        self,
        words: str,
        answers: Sequence[tuple[str, Callable[[], object]]],
        *,
        focus: bool = True,
        escape: Callable[[], object] | None = None,
    ) -> None:
        """Ask this; the first answer may get the focus, so it must not be one that loses anything."""
        self._escape = escape
        for old in self._answers.findChildren(QWidget):
            old.setParent(None)
            old.deleteLater()
        self._words.setText(words)
        self.setAccessibleName(words)
        made = [button(caption, parent=self._answers, clicked=do) for caption, do in answers]
        self._row.set_widgets(made)
        self.show()
        if focus:
            made[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def escape(self) -> None:
        """Take the answer that Escape gives, where one does."""
        if self._escape is not None and not self.isHidden():
            self._escape()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._escape is not None:
            self.escape()
        else:
            super().keyPressEvent(event)


def _ends(lines: slice) -> tuple[int, int]:
    return lines.start, lines.stop
