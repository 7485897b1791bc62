"""All actions of the window with their keys, in one table; menus, the palette and the shortcuts are made from it.

Keys work everywhere in the window. Letters, and keys that a list or a field needs, work in a place only, such as the
list of files or the diff, so that they never get in the way of typing. The user may give every action other keys.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Self

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from guillemet.engine.review import Decision, Review
from guillemet.ui.wording import counted, plain_tip, seen


class Where(StrEnum):
    """The place in which keys work that work nowhere else, as it is said behind them."""

    REVIEW = "in list and diff"
    LIST = "in the list"
    DIFF = "in the diff"
    FOLD = "at folded lines"
    MESSAGE = "in the message"
    COMMIT = "in the commit message"
    COMMENT = "in the comment"
    EDITOR = "in the editor"
    FILE = "in the editor and in an opened file"

    @property
    def is_field(self) -> bool:
        """Whether one types there: its keys go before those of the window, and no key may write."""
        return self not in (Where.REVIEW, Where.LIST, Where.DIFF, Where.FOLD)

    def meets(self, other: "Where") -> bool:
        """Whether a key can be pressed in both at once."""
        return self is other or {self, other} in _MEETING


_MEETING = (
    {Where.REVIEW, Where.LIST},
    {Where.REVIEW, Where.DIFF},
    {Where.REVIEW, Where.FOLD},
    {Where.DIFF, Where.FOLD},
    {Where.EDITOR, Where.FILE},
)


class Act(StrEnum):
    """What a user can ask of the window: as it stands in menus, its keys, and those that work in a place only.

    All are in Qt's portable spelling. Keys work in the whole window; the first is shown.
    """

    keys: str
    local: str
    where: Where

    def __new__(cls, words: str, keys: str = "", local: str = "", where: Where = Where.REVIEW) -> Self:
        """Keep the keys, those of a place, and the place with the words."""
        act = str.__new__(cls, words)
        act._value_, act.keys, act.local, act.where = words, keys, local, where
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
    CHOOSE_MODEL = "Choose a model…"
    SEND = "Send the message", "", "Return; Ctrl+Return", Where.MESSAGE
    STOP_ANSWER = "Stop the answer", "Ctrl+."
    GO_ON = "Go on with the answer"
    RETRY_FAILED = "Write to the model about the failed blocks", "Ctrl+Shift+R"
    TELL_DECISIONS = "Write to the model about my decisions"
    WRITE_COMMENTS = "Write to the model about my comments", "Ctrl+Alt+R"
    PREVIEW_REQUEST = "Show the exact request", "Ctrl+Shift+E"
    COPY_PROMPT = "Copy the prompt for a web chat", "Ctrl+Shift+C"
    WATCH_CLIPBOARD = "Offer replies from the clipboard"
    WRITE_COMMIT_MESSAGE = "Suggest a commit message"
    EXPORT_CONVERSATION = "Copy the conversation as Markdown"
    UNDO = "Undo", "Ctrl+Z"
    REDO = "Redo", "Ctrl+Shift+Z"
    NEXT_UNDECIDED = "Next undecided file (in the diff: hunk)", "", "N"
    NEXT_FILE = "Next file", "Alt+Down", "]"
    PREVIOUS_FILE = "Previous file", "Alt+Up", "["
    NEXT_HUNK = "Next change", "F7", "J"
    PREVIOUS_HUNK = "Previous change", "Shift+F7", "K"
    COMMENT = "Comment on lines", "", "C"
    KEEP_COMMENT = "Keep the comment", "", "Ctrl+Return", Where.COMMENT
    EDIT_PROPOSAL = "Edit the proposal", "", "E"
    KEEP_EDIT = "Keep the edit", "", "Ctrl+S; Ctrl+Return", Where.EDITOR
    RESUME_EDIT = "Go on editing"
    DISCARD_EDIT = "Discard the edit"
    PLACE_BLOCK = "Place the block here, or keep it here", "", "P"
    PLACE_ELSEWHERE = "Place the block elsewhere…"
    PLACE_IN_FILE = "Place the block in another file…"
    EDIT_SEARCHED = "Edit the searched text of the block…"
    APPEND_BLOCK = "Append the block to its file"
    REPLACE_BY_BLOCK = "Replace the whole file by the block"
    SHOW_BLOCK = "Show the block as it was written"
    COPY_BLOCK = "Copy the block"
    SHOW_IN_CONVERSATION = "Show the block in the conversation"
    DISMISS_BLOCK = "Dismiss the failed block", "", "S"
    TAKE_MINE = "Take mine in the conflict", "", "<"
    TAKE_PROPOSED = "Take proposed in the conflict", "", ">"
    ACCEPT_PART = "Accept hunk or selected lines (of the commit: include hunk)", "", "Y", Where.DIFF
    REJECT_PART = "Reject hunk or selected lines (of the commit: leave hunk out)", "", "X", Where.DIFF
    ACCEPT_FILE = "Accept file", "Ctrl+Alt+Y", "Space; Y", Where.LIST
    REJECT_FILE = "Reject file", "Ctrl+Alt+N", "Del; Backspace; X", Where.LIST
    OPEN_IN_DIFF = "Open the file in the diff", "", "Return", Where.LIST
    ACCEPT_WITHOUT_EDIT = "Accept the file without the edit"
    RECONSIDER_FILE = "Reset the decision on the file (in the diff: hunk)", "Ctrl+Alt+U", "R"
    ACCEPT_ALL = "Accept all", "Ctrl+Shift+Return; Ctrl+Shift+Enter"
    REJECT_ALL = "Reject all", "Ctrl+Shift+Backspace"
    MARK_REVIEWED = "Mark the file as reviewed", "", "V"
    FILTER_FILES = "Filter the files", "", "F"
    FINISH_REVIEW = "Finish review", "Ctrl+Shift+D"
    STAGE = "Stage accepted files", "Ctrl+Shift+S"
    LOOK_OVER_COMMIT = "Look over the commit", "Ctrl+Shift+G"
    FOCUS_MESSAGE = "Write the commit message", "Ctrl+G"
    COMMIT = "Commit", "", "Ctrl+Return", Where.COMMIT
    INCLUDE_OWN_LINES = "Include my own lines in the commit"
    INCLUDE_ALL = "Include all in the commit"
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
    LINE_OF_FILE = "Go to line of an opened file…", "", "Ctrl+L", Where.FILE
    OPEN_FILE = "Open file…", "Ctrl+P"
    BACK_TO_REVIEW = "Back to the review", "Alt+Left"
    SWITCH_LOOK = "Side by side or unified", "", "U"
    SWITCH_TREE = "Files as a tree or as a list"
    SWITCH_CONTINUOUS = "All files in one diff, or one at a time"
    SWITCH_WRAP = "Wrap long lines", "Alt+Z", "Z"
    SWITCH_PICTURE = "Show the picture of an SVG file, or hide it", "", "I"
    MORE_CONTEXT = "More context around changes", "", "+", Where.DIFF
    LESS_CONTEXT = "Less context around changes", "", "-", Where.DIFF
    UNFOLD_ALL = "Show all unchanged lines, or fold them", "", "O", Where.DIFF
    UNFOLD = "Open folded lines", "", "Return; Space", Where.FOLD
    UNFOLD_WHOLE = "Open all of the folded lines", "", "Shift+Return", Where.FOLD
    UNFOLD_TOP = "More folded lines at the top", "", "Ctrl+Down", Where.FOLD
    UNFOLD_BOTTOM = "More folded lines at the bottom", "", "Ctrl+Up", Where.FOLD
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
    FOCUS_COMMANDS = "Go to the suggested commands"
    NEXT_PANE = "Next pane", "F6"
    PREVIOUS_PANE = "Previous pane", "Shift+F6"
    SHOW_CHANGES = "Changes on the left", "Ctrl+B"
    SHOW_CONVERSATION = "Conversation on the right", "F9"
    SEARCH_ACTIONS = "Search actions", "Ctrl+Shift+P"
    SETTINGS = "Settings", "Ctrl+,"
    EDIT_SNIPPETS = "Edit the saved snippets…"
    EDIT_PRICES = "Edit my prices of models…"
    SWITCH_THEME = "Switch between light and dark"
    KEYS = "Keyboard shortcuts", "F1", "?"
    FORMATS = "Formats of edits"
    LOG_FOLDER = "Open the log folder"
    ABOUT = "About Guillemet"
    QUIT = "Quit", "Ctrl+Q"


SYNONYMS = {
    Act.OPEN_REPOSITORY: "project folder switch add local clone directory change workspace",
    Act.PASTE_REPLY: "clipboard answer insert import from apply patch diff",
    Act.OPEN_REPLY: "file answer load import read patch from disk",
    Act.COPY_INSTRUCTIONS: "prompt rules format system teach",
    Act.NEW_CONVERSATION: "clear reset start over chat empty thread",
    Act.CONVERSATIONS: "past earlier chats previous sessions log conversations recent thread reopen",
    Act.CONTEXT_FILES: "add context attach include mention",
    Act.ADD_SHOWN_FILE: "current attach this chat mention active include open",
    Act.FOCUS_COMPOSER: "ask chat prompt question focus open ai toggle agent box",
    Act.CHOOSE_MODEL: "switch change select pick llm ai gpt claude provider",
    Act.SEND: "submit post enter ask prompt chat",
    Act.STOP_ANSWER: "cancel abort interrupt generating response",
    Act.GO_ON: "continue resume keep going generating",
    Act.RETRY_FAILED: "again fix repair broken retry edits resend errors",
    Act.TELL_DECISIONS: "send report rejected feedback tell explain rejections",
    Act.WRITE_COMMENTS: "send submit review feedback remarks",
    Act.PREVIEW_REQUEST: "prompt context tokens view count preview debug",
    Act.COPY_PROMPT: "export chatgpt request clipboard",
    Act.WATCH_CLIPBOARD: "monitor automatic watch paste detect import",
    Act.WRITE_COMMIT_MESSAGE: "generate ai model write let make copilot",
    Act.EXPORT_CONVERSATION: "save share transcript export chat",
    Act.EDIT_SNIPPETS: "prompt library templates prompts slash commands",
    Act.EDIT_PRICES: "cost money billing token pricing",
    Act.UNDO: "revert take back commit step",
    Act.REDO: "again repeat over reapply",
    Act.NEXT_UNDECIDED: "pending open unreviewed skip to",
    Act.NEXT_FILE: "below tab following go to",
    Act.PREVIOUS_FILE: "last tab above back prior",
    Act.NEXT_HUNK: "hunk diff go to difference",
    Act.PREVIOUS_HUNK: "hunk diff prior go to difference",
    Act.COMMENT: "note annotate review remark add",
    Act.KEEP_COMMENT: "save submit add post done note",
    Act.KEEP_EDIT: "save apply done store accept changes write",
    Act.EDIT_PROPOSAL: "change write modify type file code hunk lines",
    Act.RESUME_EDIT: "resume continue unfinished edit reopen",
    Act.DISCARD_EDIT: "drop cancel abandon throw away unfinished editing changes delete",
    Act.PLACE_BLOCK: "failed in doubt at this line right apply insert put edit cursor",
    Act.PLACE_ELSEWHERE: "failed other line click choose move spot different",
    Act.PLACE_IN_FILE: "failed other choose path move wrong different",
    Act.EDIT_SEARCHED: "failed change find search again try fix",
    Act.APPEND_BLOCK: "failed add at end bottom put insert",
    Act.REPLACE_BY_BLOCK: "failed overwrite with create rewrite",
    Act.SHOW_BLOCK: "failed raw source view unfold original text",
    Act.COPY_BLOCK: "failed clipboard raw text source",
    Act.SHOW_IN_CONVERSATION: "failed go to chat reply answer jump card",
    Act.DISMISS_BLOCK: "ignore discard skip edit drop",
    Act.TAKE_MINE: "ours merge resolve keep settle left accept current change use",
    Act.TAKE_PROPOSED: "theirs merge resolve accept settle right incoming change use",
    Act.ACCEPT_PART: "selection stage ranges change apply",
    Act.REJECT_PART: "discard selection revert ranges restore unstage exclude partial",
    Act.ACCEPT_FILE: "apply keep approve yes write anyway",
    Act.REJECT_FILE: "discard drop decline no changes revert",
    Act.ACCEPT_WITHOUT_EDIT: "it apply anyway unfinished editing ignore",
    Act.OPEN_IN_DIFF: "show view go to focus enter select",
    Act.RECONSIDER_FILE: "undecide unaccept change mind unstage reopen",
    Act.ACCEPT_ALL: "apply keep approve everything file",
    Act.REJECT_ALL: "discard drop decline everything revert changes",
    Act.MARK_REVIEWED: "viewed seen tick done check off",
    Act.FILTER_FILES: "search list path undecided failed show find",
    Act.FINISH_REVIEW: "done close complete clear proposal",
    Act.STAGE: "index add git all changes to",
    Act.LOOK_OVER_COMMIT: "preview show view what will be committed staged diff changes cached review all check before",
    Act.FOCUS_MESSAGE: "git description summary make",
    Act.COMMIT: "git save record make files check in submit",
    Act.INCLUDE_OWN_LINES: "git add left out uncommitted unstaged changes edits whole file",
    Act.INCLUDE_ALL: "git add every file tick check left out everything unticked",
    Act.AMEND: "git fix change previous reword edit fixup",
    Act.COMMIT_TO_BRANCH: "git checkout create feature -b",
    Act.COMMIT_AND_PUSH: "git upload remote send sync publish",
    Act.PUSH: "git upload remote send publish branch sync",
    Act.SWITCH_BRANCH: "git checkout change new create",
    Act.SHOW_HOOKS: "git pre-commit programs scripts view",
    Act.FIND: "search text file",
    Act.FIND_IN_ALL: "search everywhere proposal grep project global",
    Act.FIND_NEXT: "match search result occurrence",
    Act.FIND_PREVIOUS: "match search result occurrence last",
    Act.GO_TO_LINE: "jump number goto row",
    Act.LINE_OF_FILE: "jump number goto row editor",
    Act.OPEN_FILE: "read view look find go to quick source",
    Act.BACK_TO_REVIEW: "return leave close file go diff",
    Act.SWITCH_LOOK: "split inline columns layout view diff toggle one two",
    Act.SWITCH_TREE: "flat folders directories group view layout toggle hierarchy by in",
    Act.SWITCH_CONTINUOUS: "single file continuous document view scroll separate toggle",
    Act.SWITCH_WRAP: "word toggle soft text",
    Act.SWITCH_PICTURE: "image preview render drawing view vector toggle graphic",
    Act.MORE_CONTEXT: "unchanged lines expand show increase surrounding",
    Act.LESS_CONTEXT: "fewer unchanged lines collapse hide decrease surrounding reduce",
    Act.UNFOLD_ALL: "expand collapse unfold everything whole file full context hidden toggle",
    Act.UNFOLD: "expand unfold region more context",
    Act.UNFOLD_WHOLE: "expand unfold region everything full whole",
    Act.UNFOLD_TOP: "expand unfold above up region start",
    Act.UNFOLD_BOTTOM: "expand unfold below down region end",
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
    Act.FOCUS_COMMANDS: "run git rm mv mkdir rm -rf shell terminal suggestions",
    Act.FOCUS_NOTICE: "notifications focus show message errors toast",
    Act.NEXT_PANE: "cycle panes focus other switch region part panels",
    Act.PREVIOUS_PANE: "cycle panes focus back last region part panels",
    Act.SHOW_CHANGES: "sidebar panel hide show fold left files list toggle primary",
    Act.SHOW_CONVERSATION: "sidebar panel hide show fold right chat toggle secondary agent",
    Act.SETTINGS: "preferences options configuration font theme model key configure api",
    Act.SWITCH_THEME: "dark light theme night mode colours colors appearance toggle",
    Act.KEYS: "shortcuts hotkeys bindings help keymap keybindings",
    Act.FORMATS: "syntax block diff help",
    Act.LOG_FOLDER: "debug errors logs show troubleshoot",
    Act.ABOUT: "version licence license help credits",
    Act.QUIT: "exit close window leave",
}
"""Other words by which an action is found."""

_ON_COMMIT = (
    Act.NEXT_FILE,
    Act.PREVIOUS_FILE,
    Act.NEXT_HUNK,
    Act.PREVIOUS_HUNK,
    Act.ACCEPT_PART,
    Act.REJECT_PART,
    Act.FIND,
    Act.FIND_IN_ALL,
    Act.FIND_NEXT,
    Act.FIND_PREVIOUS,
)
"""Those that the look over the commit has, too, when nothing is under review any more."""
_ON_FILES = (
    *_ON_COMMIT,
    Act.NEXT_UNDECIDED,
    Act.COMMENT,
    Act.EDIT_PROPOSAL,
    Act.ACCEPT_FILE,
    Act.REJECT_FILE,
    Act.RECONSIDER_FILE,
    Act.TAKE_MINE,
    Act.TAKE_PROPOSED,
    Act.OPEN_IN_EDITOR,
    Act.SHOW_IN_FILE_MANAGER,
    Act.COPY_PATH,
)
ON_EDITS = (Act.RESUME_EDIT, Act.DISCARD_EDIT, Act.ACCEPT_WITHOUT_EDIT)
"""What is done with an edit that was begun."""
ON_BLOCKS = (
    Act.PLACE_BLOCK,
    Act.PLACE_ELSEWHERE,
    Act.PLACE_IN_FILE,
    Act.EDIT_SEARCHED,
    Act.APPEND_BLOCK,
    Act.REPLACE_BY_BLOCK,
    Act.SHOW_BLOCK,
    Act.COPY_BLOCK,
    Act.SHOW_IN_CONVERSATION,
    Act.DISMISS_BLOCK,
)
"""What is done with a block that the diff shows."""


_LONGEST_SUBJECT = 36
"""Characters of a commit's subject in a menu; the tooltip has all of it."""


class Actions(QObject):
    """The actions of one window.

    Signals: `requested(Act)` when a key, a menu, a button or the palette asks for one.
    """

    requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions = {act: self._make(act) for act in Act}
        window.addActions([*self._actions.values()])
        self._letters: dict[Act, QAction] = {}
        self._panes: Mapping[Where, QWidget] = {}
        self._custom: Mapping[str, str] = {}
        self._is_answering = self._can_finish = False
        self._steps: dict[Act, str] = {}
        """What undo and redo would take back or do again."""
        self._typed: Collection[Act] = ()
        """Which of the two are about what is typed in the editor."""
        self._set_shortcuts(Act)
        self.offer_placing(())
        self.offer_edit(is_begun=False)

    def __getitem__(self, act: Act) -> QAction:
        return self._actions[act]

    def follow(self, review: Review | None) -> None:
        """Enable what can be done with this review, and say how much it would be."""
        for act in _ON_FILES:
            is_about_commit = act in _ON_COMMIT and review is not None and bool(review.commit)
            self[act].setEnabled(bool(review and review.files) or is_about_commit)
        self._can_finish = review is not None  # where there is nothing to finish, it says so
        self.set_answering(is_answering=self._is_answering)
        self[Act.LOOK_OVER_COMMIT].setEnabled(bool(review and not all(line.is_left_out for line in review.commit)))
        self[Act.INCLUDE_OWN_LINES].setEnabled(bool(review and any(line.lacks_own_lines for line in review.commit)))
        self[Act.INCLUDE_ALL].setEnabled(bool(review and any(line.has_left_out for line in review.commit)))
        for act, count in zip((Act.ACCEPT_ALL, Act.REJECT_ALL, Act.STAGE), _counts(review), strict=True):
            self[act].setEnabled(count > 0)
            self[act].setText(f"{act} ({counted(count, 'file')})" if count else str(act))
        self._name_amended(review)
        self._steps = {Act.UNDO: review.undo if review else "", Act.REDO: review.redo if review else ""}
        self._name_steps()

    def set_answering(self, *, is_answering: bool) -> None:
        """Let no review be finished while an answer arrives, which may propose more."""
        self._is_answering = is_answering
        self[Act.FINISH_REVIEW].setEnabled(self._can_finish and not is_answering)

    def offer_placing(self, offered: Collection[Act]) -> None:
        """Enable these of the actions about the blocks that the diff shows."""
        for act in ON_BLOCKS:
            self[act].setEnabled(act in offered)

    def offer_edit(self, *, is_begun: bool) -> None:
        """Enable what is done with an unfinished edit of the file that is shown, while there is one."""
        for act in ON_EDITS:
            self[act].setEnabled(is_begun)

    def give_letters(self, panes: Mapping[Where, QWidget]) -> None:
        """Let single letters work while the pane of their place, or something inside it, has the focus."""
        self._panes = panes
        for act in self._letters:
            self._give_letter(act)

    def _give_letter(self, act: Act) -> None:
        for where, pane in self._panes.items():
            if act.where.meets(where):
                pane.addAction(self._letters[act])

    def set_keys(self, custom: Mapping[str, str]) -> None:
        """Give actions the keys that the user chose, by their names, and all others those they had at first."""
        changed = [act for act in Act if custom.get(act.name) != self._custom.get(act.name)]
        self._custom = dict(custom)
        self._set_shortcuts(changed)
        announce_keys(custom)
        self._name_steps()

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
            keys, local = split_local(act, keys_of(act, self._custom))
            self[act].setShortcuts(keys)
            # What is held, or steers, is taken by the widgets of the place itself, as all keys of the diff are.
            letters = [key for key in local if is_letter(key)] if act.where in (Where.REVIEW, Where.LIST) else []
            if letters and act not in self._letters:
                self._letters[act] = self._make_letter(act, self[act])
                self._give_letter(act)
            if act in self._letters:
                self._letters[act].setShortcuts(letters)

    def offer_typed(self, acts: Collection[Act]) -> None:
        """Let these of undo and redo be about what is typed in the editor."""
        self._typed = acts
        self._name_steps()

    def _name_steps(self) -> None:
        for act, step in self._steps.items():
            title = "what you typed" if act in self._typed else seen(step)
            shown = f" ({keys})" if (keys := self.describe_keys(act)) else ""
            self[act].setEnabled(bool(title))
            self[act].setToolTip(plain_tip(f"{act}: {title}{shown}") if title else f"Nothing to {act.lower()}{shown}")

    def _name_amended(self, review: Review | None) -> None:
        """Say which commit would be amended."""
        commit = review.head.commit[:7] if review is not None else ""
        self[Act.AMEND].setEnabled(bool(commit))
        subject = seen(review.last_subject) if review is not None else ""
        in_short = subject if len(subject) <= _LONGEST_SUBJECT else f"{subject[: _LONGEST_SUBJECT - 1].rstrip()}…"
        quoted, whole = f" “{in_short}”" * bool(subject), f" “{subject}”" * bool(subject)
        self[Act.AMEND].setText(f"{Act.AMEND}: {commit}{quoted}".replace("&", "&&") if commit else Act.AMEND)
        self[Act.AMEND].setToolTip(
            plain_tip(f"The next commit puts what is listed into {commit}{whole}" if commit else Act.AMEND)
        )

    def _make(self, act: Act) -> QAction:
        action = QAction(str(act), self)
        action.setData(SYNONYMS.get(act, ""))
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
    """Return the keys of an action, those of a place last: those that the user chose, else those it has at first."""
    return list(_parsed(_kept_keys(act, custom)))


def _kept_keys(act: Act, custom: Mapping[str, str]) -> str:
    chosen = custom.get(act.name)
    return "; ".join(filter(None, (act.keys, act.local))) if chosen is None else chosen


@lru_cache(maxsize=512)
def _parsed(keys: str) -> tuple[QKeySequence, ...]:
    return tuple(key for key in QKeySequence.listFromString(keys) if not key.isEmpty()) if keys else ()


def keys_in_force() -> Mapping[str, str]:
    """Return the keys that the user chose, as every part of the program was told."""
    app = QApplication.instance()
    return (app.property(_IN_FORCE) if app else None) or {}


def is_pressed(act: Act, event: QKeyEvent) -> bool:
    """Whether a key is one of an action."""
    return act_pressed((act,), event) is not None


def act_pressed(acts: Iterable[Act], event: QKeyEvent) -> Act | None:
    """Return which of these actions a key is of: signs by what they write, wherever they lie; others by Qt's names."""
    if event.key() in (0, Qt.Key.Key_unknown):
        return None
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
    name = portable(QKeySequence(QKeyCombination(held, key)))
    sign = event.text().casefold() if held in _WRITING else ""
    has_shift, custom = bool(held & Qt.KeyboardModifier.ShiftModifier), keys_in_force()
    return next(
        (
            act
            for act in acts
            for one in _names(_kept_keys(act, custom))
            if one == name or (sign and _is_written(one, sign, has_shift=has_shift))
        ),
        None,
    )


def claims(event: QEvent, act: Act) -> bool:
    """Take a key of an action for the field it is of, before the window's own actions get it; return whether it is."""
    is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_pressed(act, event)
    if is_key:
        event.accept()
    return is_key


def _is_written(name: str, sign: str, *, has_shift: bool) -> bool:
    """Whether a key of this name writes a sign."""
    if not _is_sign(name):
        return False
    is_held_so = not name[-1].isalpha() or has_shift is name.startswith("Shift+")
    return is_held_so and sign == name[-1].casefold()


@lru_cache(maxsize=512)
def _names(keys: str) -> tuple[str, ...]:
    return tuple(map(portable, _parsed(keys)))


# AltGr, with which many keyboards write brackets and the slash, comes as Ctrl+Alt on Windows.
_WRITING = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.GroupSwitchModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier,
)


def split_local(act: Act, keys: Iterable[QKeySequence]) -> tuple[list[QKeySequence], list[QKeySequence]]:
    """Divide keys into those that work everywhere, and those that work in the place of the action only."""
    found = list(keys)
    return [key for key in found if not is_local(act, key)], [key for key in found if is_local(act, key)]


def is_local(act: Act, keys: QKeySequence) -> bool:
    """Whether these keys work in the place of the action only."""
    return act.where.is_field or act.where is Where.FOLD or is_plain(keys)


def is_plain(keys: QKeySequence) -> bool:
    """Whether the keys write or steer, which would get in the way of typing: no function key, and nothing is held."""
    return is_letter(keys) or not _HELD_OR_FUNCTION.match(portable(keys))


_HELD_OR_FUNCTION = re.compile(r"(.*\+)?(F\d+$|(Ctrl|Alt|Meta)\+)")


def is_letter(keys: QKeySequence) -> bool:
    """Whether the keys write a sign: one key, with nothing held but Shift."""
    return _is_sign(portable(keys))


def _is_sign(name: str) -> bool:
    return len(name.removeprefix("Shift+")) == 1


def portable(keys: QKeySequence) -> str:
    """Return the keys as they are kept, the same on every system."""
    return keys.toString(QKeySequence.SequenceFormat.PortableText)


def clashes(act: Act, keys: QKeySequence, custom: Mapping[str, str]) -> list[Act]:
    """Return the other actions that these keys would mean where they mean this one; as they are at first, none does."""
    return [
        other
        for other in Act
        if other is not act
        and keys in keys_of(other, custom)
        and (act.where.meets(other.where) or not (is_local(act, keys) and is_local(other, keys)))
        and not (keys in keys_of(act, {}) and keys in keys_of(other, {}))
    ]


def goes_before(act: Act, other: Act) -> bool:
    """Whether both can have the same keys, for those of a field one types in are no other's there."""
    return act.where.is_field is not other.where.is_field


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
    custom = keys_in_force()

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


def key_in(act: Act, where: Where) -> str:
    """Return the key of an action that is shown in this place, as this system writes it; empty for none."""
    keys, local = split_local(act, keys_of(act, keys_in_force()))
    shown = [*(local if act.where.meets(where) else []), *keys]
    return shown[0].toString(QKeySequence.SequenceFormat.NativeText) if shown else ""


def describe_keys(act: Act, custom: Mapping[str, str] | None = None) -> str:
    """Return the keys of an action as this system writes them, such as "F7, J in list and diff"."""
    native = QKeySequence.SequenceFormat.NativeText
    keys, local = split_local(act, keys_of(act, custom or {}))
    shown = [keys[0].toString(native)] if keys else []
    of_place = " or ".join(dict.fromkeys(key.toString(native) for key in local[:1] + local[-1:]))
    return ", ".join([*shown, *([f"{of_place} {act.where}"] if of_place else [])])
