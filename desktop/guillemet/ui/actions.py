"""All actions of the window with their keys, in one table; menus, the palette and the shortcuts are made from it.

Keys work everywhere in the window. Letters work only while the list of files or the diff has the focus, so that they
never get in the way of typing.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from guillemet.engine.review import Decision, Review
from guillemet.ui.wording import counted, seen


class Act(StrEnum):
    """What a user can ask of the window: as it stands in menus, its keys, and its letter.

    Keys work in the whole window and are in Qt's portable spelling; the first is shown. The letter works while the list
    of files or the diff has the focus.
    """

    keys: str
    letter: str

    def __new__(cls, words: str, keys: str = "", letter: str = "") -> Self:
        """Keep the keys and the letter with the words."""
        act = str.__new__(cls, words)
        act._value_, act.keys, act.letter = words, keys, letter
        return act

    OPEN_REPOSITORY = "Open repository…", "Ctrl+Shift+O"
    PASTE_REPLY = "Paste reply", "Ctrl+Shift+V"
    OPEN_REPLY = "Open reply…", "Ctrl+O"
    COPY_INSTRUCTIONS = "Copy the instructions for the model…", "Ctrl+Shift+I"
    NEW_CONVERSATION = "New conversation", "Ctrl+N"
    CONVERSATIONS = "Conversation history…", "Ctrl+H"
    CONTEXT_FILES = "Files of the conversation…", "Ctrl+Shift+F"
    ADD_SHOWN_FILE = "Add the shown file to the conversation", "Ctrl+Shift+A"
    FOCUS_COMPOSER = "Write a message to the model", "Ctrl+L"
    STOP_ANSWER = "Stop the answer", "Ctrl+."
    GO_ON = "Go on with the answer"
    RETRY_FAILED = "Write to the model about the failed blocks", "Ctrl+Shift+R"
    TELL_DECISIONS = "Write to the model about my decisions"
    WRITE_COMMENTS = "Write to the model about my comments"
    PREVIEW_REQUEST = "Show the exact request", "Ctrl+Shift+E"
    COPY_PROMPT = "Copy the prompt for a web chat", "Ctrl+Shift+C"
    WATCH_CLIPBOARD = "Offer replies from the clipboard"
    WRITE_COMMIT_MESSAGE = "Let the model write the commit message"
    EXPORT_CONVERSATION = "Copy the conversation as Markdown"
    EDIT_SNIPPETS = "Edit the saved snippets…"
    EDIT_PRICES = "Edit my prices of models…"
    UNDO = "Undo", "Ctrl+Z"
    REDO = "Redo", "Ctrl+Shift+Z"
    NEXT_UNDECIDED = "Next undecided file", "", "N"
    NEXT_FILE = "Next file", "Alt+Down", "]"
    PREVIOUS_FILE = "Previous file", "Alt+Up", "["
    NEXT_HUNK = "Next change", "F7", "J"
    PREVIOUS_HUNK = "Previous change", "Shift+F7", "K"
    COMMENT = "Comment on lines", "", "C"
    PLACE_BLOCK = "Place the failed block at this line", "", "P"
    SKIP_BLOCK = "Dismiss the failed block", "", "S"
    ACCEPT_FILE = "Accept file", "Ctrl+Alt+Y", "Y"
    REJECT_FILE = "Reject file", "Ctrl+Alt+N", "X"
    RECONSIDER_FILE = "Reset decision", "Ctrl+Alt+U", "R"
    ACCEPT_ALL = "Accept all", "Ctrl+Shift+Return; Ctrl+Shift+Enter"
    REJECT_ALL = "Reject all", "Ctrl+Shift+Backspace"
    FINISH_REVIEW = "Finish review", "Ctrl+Shift+D"
    STAGE = "Stage accepted files", "Ctrl+Shift+S"
    FOCUS_MESSAGE = "Write the commit message", "Ctrl+G"
    FIND = "Find in the diff", "Ctrl+F", "/"
    FIND_NEXT = "Find next", "F3"
    FIND_PREVIOUS = "Find previous", "Shift+F3"
    SWITCH_LOOK = "Side by side or unified", "", "U"
    SWITCH_WHITE_SPACE = "Ignore white space: ends, amount, all", "", "W"
    GO_TO_OTHER_END = "Go to the other end of the moved block", "", "M"
    FOCUS_LIST = "Go to the proposal", "Ctrl+1"
    FOCUS_DIFF = "Go to the diff", "Ctrl+2"
    FOCUS_NOTICE = "Go to the notice", "Ctrl+3"
    SHOW_CHANGES = "Changes on the left", "Ctrl+B"
    SHOW_CONVERSATION = "Conversation on the right", "F9"
    SEARCH_ACTIONS = "Search actions", "Ctrl+Shift+P"
    SETTINGS = "Settings", "Ctrl+,"
    KEYS = "Keyboard shortcuts", "F1", "?"
    FORMATS = "Formats of edits"
    LOG_FOLDER = "Open the log folder"
    ABOUT = "About Guillemet"
    QUIT = "Quit", "Ctrl+Q"


_ON_FILES = (
    Act.NEXT_UNDECIDED,
    Act.NEXT_FILE,
    Act.PREVIOUS_FILE,
    Act.NEXT_HUNK,
    Act.PREVIOUS_HUNK,
    Act.COMMENT,
    Act.ACCEPT_FILE,
    Act.REJECT_FILE,
    Act.RECONSIDER_FILE,
    Act.FIND,
    Act.FIND_NEXT,
    Act.FIND_PREVIOUS,
)


class Actions(QObject):
    """The actions of one window.

    Signals: `requested(Act)` when a key, a menu, a button or the palette asks for one.
    """

    requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions: dict[Act, QAction] = {}
        self._letters: list[QAction] = []
        for act in Act:
            self._actions[act] = action = self._make(act)
            window.addAction(action)
            if act.letter:
                self._letters.append(self._make_letter(act, action))
        self.offer_placing(can=False)

    def __getitem__(self, act: Act) -> QAction:
        return self._actions[act]

    def follow(self, review: Review | None) -> None:
        """Enable what can be done with this review, and say how much it would be."""
        for act in _ON_FILES:
            self[act].setEnabled(bool(review and review.files))
        self[Act.FINISH_REVIEW].setEnabled(bool(review and review.can_be_finished))
        for act, count in zip((Act.ACCEPT_ALL, Act.REJECT_ALL, Act.STAGE), _counts(review), strict=True):
            self[act].setEnabled(count > 0)
            self[act].setText(f"{act} ({counted(count, 'file')})" if count else str(act))
        self._name_step(Act.UNDO, review.undo if review else "")
        self._name_step(Act.REDO, review.redo if review else "")

    def offer_placing(self, can: bool) -> None:
        """Enable what is about the failed block that the diff shows, while it shows one."""
        for act in (Act.PLACE_BLOCK, Act.SKIP_BLOCK):
            self[act].setEnabled(can)

    def give_letters(self, panes: Iterable[QWidget]) -> None:
        """Let single letters work while one of these panes, or something inside it, has the focus."""
        for pane in panes:
            pane.addActions(self._letters)

    def _name_step(self, act: Act, title: str) -> None:
        action, keys = self[act], describe_keys(act)
        action.setEnabled(bool(title))
        action.setToolTip(f"{act}: {seen(title)} ({keys})" if title else f"Nothing to {act.lower()} ({keys})")

    def _make(self, act: Act) -> QAction:
        action = QAction(str(act), self)
        action.setShortcuts(QKeySequence.listFromString(act.keys))
        action.setIconText(str(act))  # Qt would leave out the dots at its end
        action.setCheckable(act in (Act.SHOW_CHANGES, Act.SHOW_CONVERSATION))
        action.triggered.connect(lambda: self.requested.emit(act))
        return action

    def _make_letter(self, act: Act, action: QAction) -> QAction:
        letter = QAction(str(act), self)
        letter.setShortcut(QKeySequence(act.letter))
        letter.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        letter.triggered.connect(action.trigger)
        return letter


def _counts(review: Review | None) -> tuple[int, int, int]:
    """Return how many files can be accepted, rejected and staged at once."""
    if review is None:
        return 0, 0, 0
    unstaged = sum(not (line.is_staged or line.is_left_out) for line in review.commit)
    return len(review.acceptable), len(review.decided(Decision.UNDECIDED)), unstaged


def describe_keys(act: Act) -> str:
    """Return the keys of an action as this system writes them, such as "F7, J in list and diff"."""
    native = QKeySequence.SequenceFormat.NativeText
    shown = [QKeySequence.listFromString(act.keys)[0].toString(native)] if act.keys else []
    if act.letter:
        shown.append(f"{QKeySequence(act.letter).toString(native)} in list and diff")
    return ", ".join(shown)
