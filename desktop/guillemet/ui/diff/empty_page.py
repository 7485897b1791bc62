"""What stands in place of a diff, and above one: what to do next, and what is to be known of the file."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QWidget

from guillemet.engine.diff.content import LONGEST_WHOLE, DiffContent
from guillemet.engine.review import CommitLine, Head, Kind
from guillemet.engine.text import counted
from guillemet.ui.diff.header import PREFERRED_WIDTH
from guillemet.ui.diff.left_place import is_elsewhere
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label, set_caption
from guillemet.ui.widgets.empty_state import EmptyState
from guillemet.ui.widgets.images import ImageDiff
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import seen, shortened

NOTHING_PROPOSED = (
    "Nothing to review yet",
    """What a model's reply would change is shown here: paste one with {PASTE_REPLY}, or open one with {OPEN_REPLY}.
Until then you can read any file of the repository.""",
)

NOTHING_PICKED = (
    "No file picked",
    "Pick a file in the list of changes, or press {NEXT_FILE}, to see what would change in it.",
)

ALL_COMMITTED = (
    "All that you accepted is committed",
    "Until the next reply you can read any file of the repository.",
)

WHAT_WILL_BE_COMMITTED = (
    "What the commit will hold",
    "Look over all of it with {LOOK_OVER_COMMIT}, or pick a file in the list.",
)
LEFT_OUT_OF_THE_COMMIT = (
    "Left out of the commit",
    "Pick a file in the list to see what was accepted in it.",
)


def of_uncommitted(lines: Sequence[CommitLine]) -> tuple[str, str] | None:
    """Return what to do next with accepted files while nothing is proposed; None where there is none to commit."""
    waiting = sum(not line.is_left_out for line in lines)
    left_out = sum(line.may_be_included for line in lines)
    if waiting:
        waits = "waits" if waiting == 1 else "wait"
        rest = f", {left_out:,} {'is' if left_out == 1 else 'are'} left out" if left_out else ""
        return (
            f"{counted(waiting, 'file')} {waits} for the commit{rest}",
            "Write the message ({FOCUS_MESSAGE}) and commit, or paste the next reply first.",
        )
    if left_out:
        what, it, they = ("is", "it", "It is") if left_out == 1 else ("are", "them", "They are")
        return (
            f"{counted(left_out, 'file')} {what} not committed",
            f"{they} left out of the commit. Tick {it} in the list to commit {it}.",
        )
    return None


def of_commit(head: Head, count: int) -> str:
    """Return what so many files are that will be committed."""
    where = "" if head.is_detached else f" to {shortened(seen(head.branch))}"
    compared = "compared with the last commit" if head.commit else "in the first commit"
    return f"What will be committed{where}: {counted(count, 'file')}, {compared}."


_WITHOUT_LINES = {
    Kind.ADDED: ("A new, empty file", "Accepting creates it."),
    Kind.DELETED: ("An empty file is deleted", "Accepting removes it."),
    Kind.CHANGED: ("Both sides are the same", "Nothing is left to change in this file."),
}


class EmptyPage(EmptyState):
    """What to do next; as wide as a diff asks to be, so that picking a file moves no pane."""

    _of_commit: Sequence[QPushButton] = ()
    """Shown where there is something to commit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.advice = NOTHING_PROPOSED
        """What is said while no file is shown, a title and a sentence."""

    def offer_commit(self, look_over: QAction) -> None:
        """Show a button for this where there is something to commit."""
        self._of_commit = self.offer(look_over, primary="")
        self.say(*self.advice)

    def set_advice(self, advice: tuple[str, str]) -> None:
        """Say this while no file is shown."""
        is_said, self.advice = self.title == self.advice[0], advice
        if is_said:
            self.say(*advice)

    def say(self, title: str, hint: str) -> None:
        super().say(title, hint)
        self.show_offers(are_shown=(title, hint) in (NOTHING_PROPOSED, ALL_COMMITTED))
        for one in self._of_commit:
            one.setVisible((title, hint) == WHAT_WILL_BE_COMMITTED)

    def minimumSizeHint(self) -> QSize:
        return QSize(PREFERRED_WIDTH, super().minimumSizeHint().height())


def words_for(content: DiffContent, why_asked: str) -> tuple[str, str] | None:
    """Return the headline and the advice for a content without a diff; None when there is one.

    `why_asked` says why its file is to be looked at; with lines, the place of the block says it.
    """
    if not content.is_compared and (content.note or not content.new.lines):
        return "Nothing is proposed for this file", seen(content.note) or "The file is empty."
    if content.note:
        return "Nothing to compare line by line", seen(content.note)
    if content.hunks or content.decided or not content.is_compared:
        return None
    if content.kind is Kind.MOVED:
        return (
            "The file moves, its content stays",
            f"From {seen(content.moved_from)} to {seen(content.path)}. {why_asked}".strip(),
        )
    if content.kind is Kind.CHANGED and (remarks := content.texts.remarks):
        return "All lines stay as they are", ". ".join(seen(one[:1].upper() + one[1:]) for one in remarks) + "."
    title, hint = _WITHOUT_LINES[content.kind]
    return title, hint if content.is_proposed else "This is all that the commit will change in it."


class DiffBody(QStackedWidget):
    """What can be scrolled, between the bars above and below: a diff, pictures, or words in their place."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.empty = EmptyPage(parent=self)
        self._images = ImageDiff(self)
        for page in (self.empty, self._images):
            self.addWidget(page)

    def show_page(self, reading: QWidget, words: tuple[str, str] | None, content: DiffContent | None) -> None:
        """Show the pictures of this content, if there are any, else these words, or for None the diff."""
        if words is not None:
            self.empty.say(*words)
        pictures = None if content is None else content.texts.pictures
        if content is None or pictures is None:
            self._images.clear()
        else:
            self._images.show_sides(*pictures, is_compared=content.is_compared)
        text = reading if words is None else self.empty
        before = self.currentWidget()
        self.setCurrentWidget(text if pictures is None else self._images)
        if self.currentWidget() is not before:  # or the place to be gone to would be found for the size it had
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def focus(self, text: QWidget) -> None:
        """Give the focus to what is shown: the text of the diff, or the page in its place."""
        pages = (page for page in (self.empty, self._images) if page is self.currentWidget())
        next(pages, text).setFocus()


class NoteBar(QFrame):
    """Shows itself only when there is something to say of a file by itself; the heads of several say it in short.

    Above all files of the next commit it says what they are.

    `back` is pressed to leave a file nothing is proposed for.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._of_commit = ""
        self._words = label("", "warn", parent=self)
        self.back = button("Close", "quiet", tip="Esc", parent=self)
        margins = (style.WIDE, style.TIGHT, style.GAP, style.TIGHT)
        fill(QHBoxLayout(self), (self._words, 1), self.back, margins=margins)
        self.hide()

    def name_way_back(self, *, has_review: bool) -> None:
        """Say where `back` leads: to the review, while anything is listed."""
        set_caption(self.back, "Back to the review" if has_review else "Close")

    def set_commit(self, words: str) -> None:
        """Set what is said of all that will be committed."""
        if self._words.text() == self._of_commit:
            self._words.setText(words)
        self._of_commit = words

    def show_content(self, content: DiffContent | None, *, is_among_others: bool) -> None:
        """Say what is to be said of this content; of one among others nothing, or rows would move with the next one."""
        words = [] if content is None or is_among_others else _words(content)
        if content is not None and content.is_of_commit and is_among_others:
            words = [self._of_commit]
        self._words.setText("  ".join(words))
        leads_back = is_elsewhere(content)
        style.set_role(self._words, "dim" if leads_back else "warn")
        self.back.setVisible(leads_back)
        self.setVisible(leads_back or bool(words))


def _words(content: DiffContent) -> list[str]:
    words: list[str] = []
    if content.is_of_commit:
        rest = "What is left out stays in the file, for another commit."
        nothing = "Nothing is left to decide in this file."
        words.append(f"Compared with the last commit. {rest if content.left_out else nothing}")
    elif not content.is_proposed and (content.new.lines or content.texts.pictures):
        is_accepted = bool(content.texts.remarks)  # which the head says
        unknown = "Nothing is proposed for this file. It is shown as it stands."
        words.append("The file is shown as it lies on disk." if is_accepted else unknown)
    if content.hidden:
        verb = "is" if content.hidden == 1 else "are"
        words.append(f"{counted(content.hidden, 'hidden character')} in the new lines {verb} written out in red.")
    if content.odd_blanks:
        are = "is no plain space, and is" if content.odd_blanks == 1 else "are no plain spaces, and are"
        words.append(f"{counted(content.odd_blanks, 'blank')} in the new lines {are} written out.")
    if content.has_pieces:
        decided = "; what is decided for a piece is decided for its line" if content.is_proposed else ""
        words.append(f"Lines of more than {LONGEST_WHOLE:,} characters are shown in pieces{decided}.")
    return words
