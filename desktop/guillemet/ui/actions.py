"""All actions of the window with their keys, in one table; menus, the palette and the shortcuts are made from it.

Keys work everywhere in the window. Letters work only while the list of files or the diff has the focus, so that they
never get in the way of typing. The user may give every action other keys; one that is a single sign is its letter.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Self

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from guillemet.engine.review import Decision, Review
from guillemet.ui.wording import counted, plain_tip, seen


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
    PASTE_REPLY = "Paste reply", "Ctrl+Shift+V; Ctrl+V"  # a field one types in keeps the second to itself
    OPEN_REPLY = "Open reply…", "Ctrl+O"
    COPY_INSTRUCTIONS = "Copy the instructions for the model…", "Ctrl+Shift+I"
    NEW_CONVERSATION = "New conversation", "Ctrl+N"
    CONVERSATIONS = "Conversation history…", "Ctrl+H"
    CONTEXT_FILES = "Files of the conversation…", "Ctrl+Alt+F"
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
    NEXT_UNDECIDED = "Next undecided file (in the diff: hunk)", "", "N"
    NEXT_FILE = "Next file", "Alt+Down", "]"
    PREVIOUS_FILE = "Previous file", "Alt+Up", "["
    NEXT_HUNK = "Next change", "F7", "J"
    PREVIOUS_HUNK = "Previous change", "Shift+F7", "K"
    COMMENT = "Comment on lines", "", "C"
    EDIT_PROPOSAL = "Edit the proposal", "", "E"
    PLACE_BLOCK = "Place the failed block at this line", "", "P"
    DISMISS_BLOCK = "Dismiss the failed block", "", "S"
    TAKE_MINE = "Take mine in the conflict", "", "<"
    TAKE_PROPOSED = "Take proposed in the conflict", "", ">"
    ACCEPT_PART = "Accept hunk or selected lines"
    REJECT_PART = "Reject hunk or selected lines"
    ACCEPT_FILE = "Accept file", "Ctrl+Alt+Y", "Y"
    REJECT_FILE = "Reject file", "Ctrl+Alt+N", "X"
    RECONSIDER_FILE = "Reset the decision on the file (in the diff: hunk)", "Ctrl+Alt+U", "R"
    ACCEPT_ALL = "Accept all", "Ctrl+Shift+Return; Ctrl+Shift+Enter"
    REJECT_ALL = "Reject all", "Ctrl+Shift+Backspace"
    MARK_REVIEWED = "Mark the file as reviewed", "", "V"
    FILTER_FILES = "Filter the files"
    FINISH_REVIEW = "Finish review", "Ctrl+Shift+D"
    STAGE = "Stage accepted files", "Ctrl+Shift+S"
    FOCUS_MESSAGE = "Write the commit message", "Ctrl+G"
    AMEND = "Amend the last commit", "Ctrl+Shift+M"
    COMMIT_TO_BRANCH = "Commit to a new branch…"
    COMMIT_AND_PUSH = "Commit and push"
    PUSH = "Push"
    SWITCH_BRANCH = "Switch branch…"
    SHOW_HOOKS = "Show the hooks of this repository"
    FIND = "Find in the diff", "Ctrl+F", "/"
    FIND_IN_ALL = "Find in all files of the proposal", "Ctrl+Shift+F"
    FIND_NEXT = "Find next", "F3"
    FIND_PREVIOUS = "Find previous", "Shift+F3"
    GO_TO_LINE = "Go to line…", "", ":"
    OPEN_FILE = "Open file…", "Ctrl+P"
    BACK_TO_REVIEW = "Back to the review", "Alt+Left"
    SWITCH_LOOK = "Side by side or unified", "", "U"
    SWITCH_WRAP = "Wrap long lines", "Alt+Z", "Z"
    ZOOM_IN = "Larger code", "Ctrl++; Ctrl+="
    ZOOM_OUT = "Smaller code", "Ctrl+-"
    ZOOM_RESET = "Code in its usual size", "Ctrl+0"
    SWITCH_WHITE_SPACE = "Ignore white space: ends, amount, all", "", "W"
    GO_TO_OTHER_END = "Go to the other end of the moved block", "", "M"
    OPEN_IN_EDITOR = "Open in editor", "Ctrl+E"
    SHOW_IN_FILE_MANAGER = "Show in the file manager"
    COPY_PATH = "Copy the path", "Ctrl+Alt+C"
    WHO_CHANGED_LINE = "Who changed this line"
    FOCUS_LIST = "Go to the proposal", "Ctrl+1"
    FOCUS_DIFF = "Go to the diff", "Ctrl+2"
    FOCUS_NOTICE = "Go to the notice", "Ctrl+3"
    NEXT_PANE = "Next pane", "F6"
    PREVIOUS_PANE = "Previous pane", "Shift+F6"
    SHOW_CHANGES = "Changes on the left", "Ctrl+B"
    SHOW_CONVERSATION = "Conversation on the right", "F9"
    SEARCH_ACTIONS = "Search actions", "Ctrl+Shift+P"
    SETTINGS = "Settings", "Ctrl+,"
    SWITCH_THEME = "Switch between light and dark"
    KEYS = "Keyboard shortcuts", "F1", "?"
    FORMATS = "Formats of edits"
    LOG_FOLDER = "Open the log folder"
    ABOUT = "About Guillemet"
    QUIT = "Quit", "Ctrl+Q"


_SYNONYMS = {
    Act.OPEN_REPOSITORY: "project folder switch add local clone directory",
    Act.PASTE_REPLY: "clipboard answer insert import from apply patch",
    Act.OPEN_REPLY: "file answer load import read patch from disk",
    Act.COPY_INSTRUCTIONS: "prompt rules format system teach",
    Act.NEW_CONVERSATION: "clear reset start over chat empty thread",
    Act.CONVERSATIONS: "past earlier chats previous sessions log conversations recent thread",
    Act.CONTEXT_FILES: "add context attach include mention",
    Act.ADD_SHOWN_FILE: "current attach this chat mention active include open",
    Act.FOCUS_COMPOSER: "ask chat prompt question focus open ai toggle agent",
    Act.STOP_ANSWER: "cancel abort interrupt generating response",
    Act.GO_ON: "continue resume keep going generating",
    Act.RETRY_FAILED: "again fix repair broken retry edits resend errors",
    Act.TELL_DECISIONS: "send report rejected feedback tell explain rejections",
    Act.WRITE_COMMENTS: "send submit review feedback remarks",
    Act.PREVIEW_REQUEST: "prompt context tokens view count preview debug",
    Act.COPY_PROMPT: "export chatgpt request",
    Act.WATCH_CLIPBOARD: "monitor automatic watch paste detect import",
    Act.WRITE_COMMIT_MESSAGE: "generate ai suggest copilot",
    Act.EXPORT_CONVERSATION: "save share transcript export chat",
    Act.EDIT_SNIPPETS: "prompt library templates prompts slash commands",
    Act.EDIT_PRICES: "cost money billing token",
    Act.UNDO: "revert take back commit step",
    Act.REDO: "again repeat over reapply",
    Act.NEXT_UNDECIDED: "pending open unreviewed skip to",
    Act.NEXT_FILE: "below tab following go to",
    Act.PREVIOUS_FILE: "last tab above back prior",
    Act.NEXT_HUNK: "hunk diff go to difference",
    Act.PREVIOUS_HUNK: "hunk diff prior go to difference",
    Act.COMMENT: "note annotate review remark add",
    Act.EDIT_PROPOSAL: "change write modify type file code hunk lines",
    Act.PLACE_BLOCK: "here apply insert put edit cursor",
    Act.DISMISS_BLOCK: "ignore discard skip edit drop",
    Act.TAKE_MINE: "ours merge resolve keep settle left accept current change use",
    Act.TAKE_PROPOSED: "theirs merge resolve accept settle right incoming change use",
    Act.ACCEPT_PART: "selection stage ranges change",
    Act.REJECT_PART: "discard selection revert ranges restore",
    Act.ACCEPT_FILE: "apply keep approve yes write",
    Act.REJECT_FILE: "discard drop decline no changes revert",
    Act.RECONSIDER_FILE: "undecide unaccept change mind unstage",
    Act.ACCEPT_ALL: "apply keep approve everything file",
    Act.REJECT_ALL: "discard drop decline everything revert changes",
    Act.MARK_REVIEWED: "viewed seen tick done check off",
    Act.FILTER_FILES: "search list path undecided failed show find",
    Act.FINISH_REVIEW: "done close complete clear proposal",
    Act.STAGE: "index add git all changes to",
    Act.FOCUS_MESSAGE: "git description summary make",
    Act.AMEND: "git fix change previous reword edit",
    Act.COMMIT_TO_BRANCH: "git checkout create feature -b",
    Act.COMMIT_AND_PUSH: "git upload remote send sync publish",
    Act.PUSH: "git upload remote send publish branch sync",
    Act.SWITCH_BRANCH: "git checkout change new create",
    Act.SHOW_HOOKS: "git pre-commit programs scripts view",
    Act.FIND: "search text file",
    Act.FIND_IN_ALL: "search everywhere proposal grep project global",
    Act.FIND_NEXT: "match search result occurrence",
    Act.FIND_PREVIOUS: "match search result occurrence",
    Act.GO_TO_LINE: "jump number goto row",
    Act.OPEN_FILE: "read view look find go to quick source",
    Act.BACK_TO_REVIEW: "return leave close file go diff",
    Act.SWITCH_LOOK: "split inline columns layout view diff toggle",
    Act.SWITCH_WRAP: "word toggle soft text",
    Act.ZOOM_IN: "zoom font bigger in increase size text enlarge",
    Act.ZOOM_OUT: "zoom font tinier out decrease size text reduce shrink",
    Act.ZOOM_RESET: "zoom font default reset actual normal 100%",
    Act.SWITCH_WHITE_SPACE: "whitespace blanks indentation spaces tabs trailing hide toggle",
    Act.GO_TO_OTHER_END: "code jump where follow",
    Act.OPEN_IN_EDITOR: "external edit vim code ide vs zed",
    Act.SHOW_IN_FILE_MANAGER: "reveal finder explorer folder directory open containing",
    Act.COPY_PATH: "filename clipboard name relative",
    Act.WHO_CHANGED_LINE: "blame annotate history author commit git",
    Act.FOCUS_LIST: "focus files list source control changes",
    Act.FOCUS_DIFF: "focus editor code show",
    Act.FOCUS_NOTICE: "notifications focus show message errors toast",
    Act.NEXT_PANE: "cycle panes focus other switch region part",
    Act.PREVIOUS_PANE: "cycle panes focus back last region part",
    Act.SHOW_CHANGES: "sidebar panel hide show fold left files list toggle primary",
    Act.SHOW_CONVERSATION: "sidebar panel hide show fold right chat toggle secondary agent",
    Act.SETTINGS: "preferences options configuration font theme model key configure api",
    Act.SWITCH_THEME: "dark light theme night mode colours colors appearance toggle",
    Act.KEYS: "shortcuts hotkeys bindings help keymap",
    Act.FORMATS: "syntax block diff help",
    Act.LOG_FOLDER: "debug errors logs show troubleshoot",
    Act.ABOUT: "version licence license help credits",
    Act.QUIT: "exit close window leave",
}
"""Other words by which the palette finds an action."""

_ON_FILES = (
    Act.NEXT_UNDECIDED,
    Act.NEXT_FILE,
    Act.PREVIOUS_FILE,
    Act.NEXT_HUNK,
    Act.PREVIOUS_HUNK,
    Act.COMMENT,
    Act.EDIT_PROPOSAL,
    Act.ACCEPT_PART,
    Act.REJECT_PART,
    Act.ACCEPT_FILE,
    Act.REJECT_FILE,
    Act.RECONSIDER_FILE,
    Act.TAKE_MINE,
    Act.TAKE_PROPOSED,
    Act.FIND,
    Act.FIND_IN_ALL,
    Act.FIND_NEXT,
    Act.FIND_PREVIOUS,
    Act.OPEN_IN_EDITOR,
    Act.SHOW_IN_FILE_MANAGER,
    Act.COPY_PATH,
)


class Actions(QObject):
    """The actions of one window.

    Signals: `requested(Act)` when a key, a menu, a button or the palette asks for one.
    """

    requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions: dict[Act, QAction] = {}
        self._letters: dict[Act, QAction] = {}
        self._panes: list[QWidget] = []
        self._custom: Mapping[str, str] = {}
        self._is_answering = self._can_finish = False
        self._steps: dict[Act, str] = {}
        """What undo and redo would take back or do again."""
        for act in Act:
            self._actions[act] = self._make(act)
            window.addAction(self[act])
        self._set_shortcuts(Act)
        self.offer_placing(can=False)

    def __getitem__(self, act: Act) -> QAction:
        return self._actions[act]

    def follow(self, review: Review | None) -> None:
        """Enable what can be done with this review, and say how much it would be."""
        for act in _ON_FILES:
            self[act].setEnabled(bool(review and review.files))
        # While files are undecided, finishing says so.
        self._can_finish = bool(review and (review.files or review.can_be_finished))
        self.set_answering(is_answering=self._is_answering)
        for act, count in zip((Act.ACCEPT_ALL, Act.REJECT_ALL, Act.STAGE), _counts(review), strict=True):
            self[act].setEnabled(count > 0)
            self[act].setText(f"{act} ({counted(count, 'file')})" if count else str(act))
        self._name_step(Act.UNDO, review.undo if review else "")
        self._name_step(Act.REDO, review.redo if review else "")

    def set_answering(self, *, is_answering: bool) -> None:
        """Let no review be finished while an answer arrives, which may propose more."""
        self._is_answering = is_answering
        self[Act.FINISH_REVIEW].setEnabled(self._can_finish and not is_answering)

    def offer_placing(self, can: bool) -> None:
        """Enable what is about the failed block that the diff shows, while it shows one."""
        for act in (Act.PLACE_BLOCK, Act.DISMISS_BLOCK):
            self[act].setEnabled(can)

    def give_letters(self, panes: Iterable[QWidget]) -> None:
        """Let single letters work while one of these panes, or something inside it, has the focus."""
        self._panes = list(panes)
        for pane in self._panes:
            pane.addActions(list(self._letters.values()))

    def set_keys(self, custom: Mapping[str, str]) -> None:
        """Give actions the keys that the user chose, by their names, and all others those they had at first."""
        changed = [act for act in Act if custom.get(act.name) != self._custom.get(act.name)]
        self._custom = dict(custom)
        self._set_shortcuts(changed)
        announce_keys(custom)
        for act, title in self._steps.items():
            self._name_step(act, title)

    def is_step(self, event: QKeyEvent) -> bool:
        """Whether a key takes a step back or does it again: as the system has it, or as the user chose."""
        standard, pressed = QKeySequence.StandardKey, QKeySequence(event.keyCombination())
        chosen = [*self[Act.UNDO].shortcuts(), *self[Act.REDO].shortcuts()]
        return pressed in chosen or any(map(event.matches, (standard.Undo, standard.Redo)))

    def describe_keys(self, act: Act) -> str:
        """Return the keys of an action as this system writes them, such as "F7, J in list and diff"."""
        return describe_keys(act, self._custom)

    def _set_shortcuts(self, acts: Iterable[Act]) -> None:
        for act in acts:
            keys, letters = split_letters(keys_of(act, self._custom))
            self[act].setShortcuts(keys)
            if letters and act not in self._letters:
                self._letters[act] = self._make_letter(act, self[act])
                for pane in self._panes:
                    pane.addAction(self._letters[act])
            if act in self._letters:
                self._letters[act].setShortcuts(letters)

    def _name_step(self, act: Act, title: str) -> None:
        self._steps[act] = title
        action, keys = self[act], self.describe_keys(act)
        action.setEnabled(bool(title))
        shown = f" ({keys})" if keys else ""
        action.setToolTip(plain_tip(f"{act}: {seen(title)}{shown}") if title else f"Nothing to {act.lower()}{shown}")

    def _make(self, act: Act) -> QAction:
        action = QAction(str(act), self)
        action.setData(_SYNONYMS.get(act, ""))
        action.setIconText(str(act))  # Qt would leave out the dots at its end
        action.setCheckable(act in (Act.SHOW_CHANGES, Act.SHOW_CONVERSATION))
        action.triggered.connect(lambda: self.requested.emit(act))
        return action

    def _make_letter(self, act: Act, action: QAction) -> QAction:
        letter = QAction(str(act), self)
        letter.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        # Qt lets the letters of the widget with the focus work behind an open menu.
        letter.triggered.connect(lambda: None if QApplication.activePopupWidget() else action.trigger())
        return letter


def _counts(review: Review | None) -> tuple[int, int, int]:
    """Return how many files can be accepted, rejected and staged at once."""
    if review is None:
        return 0, 0, 0
    unstaged = sum(not (line.is_staged or line.is_left_out) for line in review.commit)
    return len(review.acceptable), len(review.decided(Decision.UNDECIDED)), unstaged


def keys_of(act: Act, custom: Mapping[str, str]) -> list[QKeySequence]:
    """Return the keys and the letter of an action: those that the user chose, else those it has at first."""
    chosen = custom.get(act.name)
    if chosen is not None:
        return [key for key in QKeySequence.listFromString(chosen) if not key.isEmpty()]
    letter = [QKeySequence(act.letter)] if act.letter else []
    return [*(QKeySequence.listFromString(act.keys) if act.keys else []), *letter]


def split_letters(keys: Iterable[QKeySequence]) -> tuple[list[QKeySequence], list[QKeySequence]]:
    """Divide keys into those that work everywhere, and single signs, which would get in the way of typing."""
    found = list(keys)
    return [key for key in found if not is_letter(key)], [key for key in found if is_letter(key)]


def is_letter(keys: QKeySequence) -> bool:
    """Whether the keys write a sign: one key, with nothing held but Shift."""
    return len(portable(keys).removeprefix("Shift+")) == 1


def portable(keys: QKeySequence) -> str:
    """Return the keys as they are kept, the same on every system."""
    return keys.toString(QKeySequence.SequenceFormat.PortableText)


def clashes(act: Act, keys: QKeySequence, custom: Mapping[str, str]) -> list[Act]:
    """Return the other actions that these keys belong to."""
    return [other for other in Act if other is not act and keys in keys_of(other, custom)]


def with_keys(custom: Mapping[str, str], act: Act, keys: Iterable[QKeySequence]) -> dict[str, str]:
    """Return the user's keys with these for one action, which is not listed while it has those it had at first."""
    chosen = {name: given for name, given in custom.items() if name != act.name}
    given = list(keys)
    if given != keys_of(act, {}):
        chosen[act.name] = QKeySequence.listToString(given, QKeySequence.SequenceFormat.PortableText)
    return chosen


_TEMPLATE, _IN_FORCE = "keysTemplate", "shortcuts"
_PLACE = re.compile(r"( \(|\t)?\{([A-Z_]+)\}(\))?")


def with_keys_in_force(template: str) -> str:
    """Return such as "Next hunk ({NEXT_HUNK})" with the keys of the action; without brackets where it has none."""
    app = QApplication.instance()
    custom: Mapping[str, str] = (app.property(_IN_FORCE) if app else None) or {}

    def replaced(found: re.Match[str]) -> str:
        before, name, after = found.groups(default="")
        if name not in Act.__members__:
            return found[0]
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys_of(Act[name], custom)]
        return f"{before}{' or '.join(dict.fromkeys(keys[:1] + keys[-1:]))}{after}" if keys else ""

    return _PLACE.sub(replaced, template)


def show_keys(target: QAction | QWidget, template: str) -> None:
    """Show `with_keys_in_force`, now and after the keys changed: as the text of an action or a label, else as tooltip.

    The first key and the last are named: the letter, where there is one.
    """
    target.setProperty(_TEMPLATE, template)
    _show_template(target)


def _show_template(target: QObject) -> None:
    text = with_keys_in_force(target.property(_TEMPLATE))
    if isinstance(target, QAction | QLabel):
        target.setText(text)
    elif isinstance(target, QWidget):
        target.setToolTip(text)


def announce_keys(custom: Mapping[str, str]) -> None:
    """Let every part of the program that names keys name these."""
    app = QApplication.instance()
    if app is None or (app.property(_IN_FORCE) or {}) == custom:
        return
    app.setProperty(_IN_FORCE, dict(custom))
    for widget in QApplication.allWidgets():
        for target in (widget, *widget.actions()):
            if target.property(_TEMPLATE):
                _show_template(target)


def keys_of_window(custom: Mapping[str, str]) -> set[str]:
    """Return the keys that the window takes by the user's choice, and those that were given up for them."""
    acts = [act for act in Act if act.name in custom]
    keys = [key for act in acts for known in (custom, {}) for key in keys_of(act, known)]
    names = map(portable, keys)
    return {name.lower() if len(name) == 1 else name for name in names}


def describe_keys(act: Act, custom: Mapping[str, str] | None = None) -> str:
    """Return the keys of an action as this system writes them, such as "F7, J in list and diff"."""
    native = QKeySequence.SequenceFormat.NativeText
    keys, letters = split_letters(keys_of(act, custom or {}))
    shown = [keys[0].toString(native)] if keys else []
    # The diff's own keys decide hunks; a key that the user chose means the same everywhere.
    is_of_list = act in (Act.ACCEPT_FILE, Act.REJECT_FILE) and act.name not in (custom or {})
    where = "in the list" if is_of_list else "in list and diff"
    return ", ".join(shown + [f"{letter.toString(native)} {where}" for letter in letters])
