"""All actions of the window with their keys, in one table; menus, the palette and the key sheet are made from it.

Keys work everywhere in the window. Letters work only while the list of files or the diff has the focus, so that they
never get in the way of typing.
"""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from guillemet.engine.review import Decision, Review
from guillemet.ui.wording import counted, seen


class Act(StrEnum):
    """What a user can ask of the window, worded as it stands in menus."""

    OPEN_REPOSITORY = "Open repository…"
    PASTE_REPLY = "Paste reply"
    OPEN_REPLY = "Open reply…"
    COPY_INSTRUCTIONS = "Copy the instructions for the model…"
    NEW_CONVERSATION = "New conversation"
    CONVERSATIONS = "Conversation history…"
    CONTEXT_FILES = "Files of the conversation…"
    ADD_SHOWN_FILE = "Add the shown file to the conversation"
    FOCUS_COMPOSER = "Write a message to the model"
    STOP_ANSWER = "Stop the answer"
    GO_ON = "Go on with the answer"
    RETRY_FAILED = "Write to the model about the failed blocks"
    TELL_DECISIONS = "Write to the model about my decisions"
    WRITE_COMMENTS = "Write to the model about my comments"
    PREVIEW_REQUEST = "Show the exact request"
    COPY_PROMPT = "Copy the prompt for a web chat"
    WATCH_CLIPBOARD = "Offer replies from the clipboard"
    WRITE_COMMIT_MESSAGE = "Let the model write the commit message"
    EXPORT_CONVERSATION = "Copy the conversation as Markdown"
    EDIT_SNIPPETS = "Edit the saved snippets…"
    EDIT_PRICES = "Edit my prices of models…"
    UNDO = "Undo"
    REDO = "Redo"
    NEXT_UNDECIDED = "Next undecided file"
    NEXT_FILE = "Next file"
    PREVIOUS_FILE = "Previous file"
    NEXT_HUNK = "Next change"
    PREVIOUS_HUNK = "Previous change"
    COMMENT = "Comment on lines"
    PLACE_BLOCK = "Place the failed block at this line"
    SKIP_BLOCK = "Dismiss the failed block"
    ACCEPT_FILE = "Accept file"
    REJECT_FILE = "Reject file"
    RECONSIDER_FILE = "Reset decision"
    ACCEPT_ALL = "Accept all"
    REJECT_ALL = "Reject all"
    FINISH_REVIEW = "Finish review"
    STAGE = "Stage accepted files"
    FOCUS_MESSAGE = "Write the commit message"
    FIND = "Find in the diff"
    FIND_NEXT = "Find next"
    FIND_PREVIOUS = "Find previous"
    SWITCH_LOOK = "Side by side or unified"
    FOCUS_LIST = "Go to the proposal"
    FOCUS_DIFF = "Go to the diff"
    FOCUS_NOTICE = "Go to the notice"
    SHOW_CONVERSATION = "Conversation"
    SEARCH_ACTIONS = "Search actions"
    SETTINGS = "Settings"
    KEYS = "Keyboard shortcuts"
    FORMATS = "Formats of edits"
    LOG_FOLDER = "Open the log folder"
    ABOUT = "About Guillemet"
    QUIT = "Quit"


class ActionRow(Struct, frozen=True):
    """One line of the table of actions."""

    act: Act
    keys: tuple[str, ...] = ()
    """Work in the whole window, in Qt's portable spelling; the first is shown."""
    letters: tuple[str, ...] = ()
    """Work while list or diff has the focus."""
    is_checkable: bool = False


TABLE = (
    ActionRow(Act.OPEN_REPOSITORY, ("Ctrl+Shift+O",)),
    ActionRow(Act.PASTE_REPLY, ("Ctrl+Shift+V",)),
    ActionRow(Act.OPEN_REPLY, ("Ctrl+O",)),
    ActionRow(Act.COPY_INSTRUCTIONS, ("Ctrl+Shift+I",)),
    ActionRow(Act.NEW_CONVERSATION, ("Ctrl+N",)),
    ActionRow(Act.CONVERSATIONS, ("Ctrl+H",)),
    ActionRow(Act.CONTEXT_FILES, ("Ctrl+Shift+F",)),
    ActionRow(Act.ADD_SHOWN_FILE, ("Ctrl+Shift+A",)),
    ActionRow(Act.FOCUS_COMPOSER, ("Ctrl+L",)),
    ActionRow(Act.STOP_ANSWER, ("Ctrl+.",)),
    ActionRow(Act.GO_ON),
    ActionRow(Act.RETRY_FAILED, ("Ctrl+Shift+R",)),
    ActionRow(Act.TELL_DECISIONS),
    ActionRow(Act.WRITE_COMMENTS),
    ActionRow(Act.PREVIEW_REQUEST, ("Ctrl+Shift+E",)),
    ActionRow(Act.COPY_PROMPT, ("Ctrl+Shift+C",)),
    ActionRow(Act.WATCH_CLIPBOARD),
    ActionRow(Act.WRITE_COMMIT_MESSAGE),
    ActionRow(Act.EXPORT_CONVERSATION),
    ActionRow(Act.EDIT_SNIPPETS),
    ActionRow(Act.EDIT_PRICES),
    ActionRow(Act.UNDO, ("Ctrl+Z",)),
    ActionRow(Act.REDO, ("Ctrl+Shift+Z",)),
    ActionRow(Act.NEXT_UNDECIDED, (), ("N",)),
    ActionRow(Act.NEXT_FILE, ("Alt+Down",), ("]",)),
    ActionRow(Act.PREVIOUS_FILE, ("Alt+Up",), ("[",)),
    ActionRow(Act.NEXT_HUNK, ("F7",), ("J",)),
    ActionRow(Act.PREVIOUS_HUNK, ("Shift+F7",), ("K",)),
    ActionRow(Act.COMMENT, (), ("C",)),
    ActionRow(Act.PLACE_BLOCK, (), ("P",)),
    ActionRow(Act.SKIP_BLOCK, (), ("S",)),
    ActionRow(Act.ACCEPT_FILE, ("Ctrl+Alt+Y",), ("Y",)),
    ActionRow(Act.REJECT_FILE, ("Ctrl+Alt+N",), ("X",)),
    ActionRow(Act.RECONSIDER_FILE, ("Ctrl+Alt+U",), ("R",)),
    ActionRow(Act.ACCEPT_ALL, ("Ctrl+Shift+Return", "Ctrl+Shift+Enter")),
    ActionRow(Act.REJECT_ALL, ("Ctrl+Shift+Backspace",)),
    ActionRow(Act.FINISH_REVIEW, ("Ctrl+Shift+D",)),
    ActionRow(Act.STAGE, ("Ctrl+Shift+S",)),
    ActionRow(Act.FOCUS_MESSAGE, ("Ctrl+G",)),
    ActionRow(Act.FIND, ("Ctrl+F",), ("/",)),
    ActionRow(Act.FIND_NEXT, ("F3",)),
    ActionRow(Act.FIND_PREVIOUS, ("Shift+F3",)),
    ActionRow(Act.SWITCH_LOOK, (), ("U",)),
    ActionRow(Act.FOCUS_LIST, ("Ctrl+1",)),
    ActionRow(Act.FOCUS_DIFF, ("Ctrl+2",)),
    ActionRow(Act.FOCUS_NOTICE, ("Ctrl+3",)),
    ActionRow(Act.SHOW_CONVERSATION, ("F9",), is_checkable=True),
    ActionRow(Act.SEARCH_ACTIONS, ("Ctrl+Shift+P",)),
    ActionRow(Act.SETTINGS, ("Ctrl+,",)),
    ActionRow(Act.KEYS, ("F1",), ("?",)),
    ActionRow(Act.FORMATS),
    ActionRow(Act.LOG_FOLDER),
    ActionRow(Act.ABOUT),
    ActionRow(Act.QUIT, ("Ctrl+Q",)),
)

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
        for row in TABLE:
            self._actions[row.act] = action = self._make(row)
            window.addAction(action)
            if row.letters:
                self._letters.append(self._make_letters(row, action))
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

    def _make(self, row: ActionRow) -> QAction:
        action = QAction(str(row.act), self)
        action.setShortcuts([QKeySequence(key) for key in row.keys])
        action.setIconText(str(row.act))  # Qt would leave out the dots at its end
        action.setCheckable(row.is_checkable)
        action.triggered.connect(lambda *, act=row.act: self.requested.emit(act))
        return action

    def _make_letters(self, row: ActionRow, action: QAction) -> QAction:
        letters = QAction(str(row.act), self)
        letters.setShortcuts([QKeySequence(key) for key in row.letters])
        letters.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        letters.triggered.connect(action.trigger)
        return letters


def _counts(review: Review | None) -> tuple[int, int, int]:
    """Return how many files can be accepted, rejected and staged at once."""
    if review is None:
        return 0, 0, 0
    unstaged = sum(not (line.is_staged or line.is_left_out) for line in review.commit)
    return len(review.acceptable), len(review.decided(Decision.UNDECIDED)), unstaged


def describe_keys(act: Act) -> str:
    """Return the keys of an action as this system writes them, such as "F7, J in list and diff"."""
    row = next(row for row in TABLE if row.act is act)
    shown = [_native(key) for key in row.keys[:1]]
    shown += [f"{_native(key)} in list and diff" for key in row.letters]
    return ", ".join(shown)


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
