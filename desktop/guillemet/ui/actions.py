"""All actions of the window with their keys, in one table; menus, the palette and the shortcuts are made from it.

Keys work everywhere in the window. Letters, and keys that a list or a field needs, work in a place only, such as the
list of files or the diff, so that they never get in the way of typing. The user may give every action other keys.
"""

from enum import StrEnum
from typing import Self


class KeyScope(StrEnum):
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
        return self not in (KeyScope.REVIEW, KeyScope.LIST, KeyScope.DIFF, KeyScope.FOLD)

    def meets(self, other: "KeyScope") -> bool:
        """Whether a key can be pressed in both at once."""
        return self is other or {self, other} in _MEETING


_MEETING = (
    {KeyScope.REVIEW, KeyScope.LIST},
    {KeyScope.REVIEW, KeyScope.DIFF},
    {KeyScope.REVIEW, KeyScope.FOLD},
    {KeyScope.DIFF, KeyScope.FOLD},
    {KeyScope.EDITOR, KeyScope.FILE},
)


class Act(StrEnum):
    """What a user can ask of the window, by the words that stand in menus."""

    synonyms: str
    """Other words by which it is found."""
    keys: str
    """Those that work in the whole window, in Qt's portable spelling; the first is shown."""
    local: str
    """Those that work in `where` only, spelt likewise."""
    where: KeyScope

    def __new__(
        cls, words: str, synonyms: str = "", keys: str = "", local: str = "", where: KeyScope = KeyScope.REVIEW
    ) -> Self:
        """Make the member, which is equal to its words."""
        act = str.__new__(cls, words)
        act._value_, act.synonyms, act.keys, act.local, act.where = words, synonyms, keys, local, where
        return act

    OPEN_REPOSITORY = (
        "Open repository…",
        "project folder switch add local clone directory change workspace",
        "Ctrl+Shift+O",
    )
    # A field one types in keeps the second key to itself.
    PASTE_REPLY = "Paste reply", "clipboard answer insert import from apply patch diff", "Ctrl+Shift+V; Ctrl+V"
    OPEN_REPLY = "Open reply…", "file answer load import read patch from disk", "Ctrl+O"
    COPY_INSTRUCTIONS = "Copy the instructions for the model…", "prompt rules format system teach", "Ctrl+Shift+I"
    NEW_CONVERSATION = "New conversation", "clear reset start over chat empty thread", "Ctrl+N"
    CONVERSATIONS = (
        "Conversation history…",
        "past earlier chats previous sessions log conversations recent thread reopen",
        "Ctrl+H",
    )
    CONTEXT_FILES = "Files of the conversation…", "add context attach include mention", "Ctrl+Alt+F"
    ADD_SHOWN_FILE = (
        "Add the shown file to the conversation",
        "current attach this chat mention active include open",
        "Ctrl+Shift+A",
    )
    FOCUS_COMPOSER = "Write a message to the model", "ask chat prompt question focus open ai toggle agent box", "Ctrl+L"
    CHOOSE_MODEL = "Choose a model…", "switch change select pick llm ai gpt claude provider"
    SEND = "Send the message", "submit post enter ask prompt chat", "", "Return; Ctrl+Return", KeyScope.MESSAGE
    NEW_LINE = "New line in the message", "break begin enter insert multiline", "", "Shift+Return", KeyScope.MESSAGE
    LAST_MESSAGE = "Last message again, in the empty box", "previous recall history up", "", "Up", KeyScope.MESSAGE
    STOP_WHILE_WRITING = "Stop the answer while writing", "cancel abort escape", "", "Esc", KeyScope.MESSAGE
    STOP_ANSWER = "Stop the answer", "cancel abort interrupt generating response", "Ctrl+."
    GO_ON = "Go on with the answer", "continue resume keep going generating"
    RETRY_FAILED = (
        "Write to the model about the failed blocks",
        "again fix repair broken retry edits resend errors",
        "Ctrl+Shift+R",
    )
    TELL_DECISIONS = "Write to the model about my decisions", "send report rejected feedback tell explain rejections"
    WRITE_COMMENTS = "Write to the model about my comments", "send submit review feedback remarks", "Ctrl+Alt+R"
    PREVIEW_REQUEST = "Show the exact request", "prompt context tokens view count preview debug", "Ctrl+Shift+E"
    COPY_PROMPT = "Copy the prompt for a web chat", "export chatgpt request clipboard", "Ctrl+Shift+C"
    WATCH_CLIPBOARD = "Offer replies from the clipboard", "monitor automatic watch paste detect import"
    WRITE_COMMIT_MESSAGE = "Suggest a commit message", "generate ai model write let make copilot"
    EXPORT_CONVERSATION = "Copy the conversation as Markdown", "save share transcript export chat"
    UNDO = "Undo", "revert take back commit step", "Ctrl+Z"
    REDO = "Redo", "again repeat over reapply", "Ctrl+Shift+Z"
    NEXT_UNDECIDED = "Next undecided file (in the diff: hunk)", "pending open unreviewed skip to", "", "N"
    NEXT_FILE = "Next file", "below tab following go to", "Alt+Down", "]"
    PREVIOUS_FILE = "Previous file", "last tab above back prior", "Alt+Up", "["
    NEXT_HUNK = "Next hunk", "change diff go to difference", "F7", "J"
    PREVIOUS_HUNK = "Previous hunk", "change diff prior go to difference", "Shift+F7", "K"
    COMMENT = "Comment on lines", "note annotate review remark add", "", "C"
    KEEP_COMMENT = "Keep the comment", "save submit add post done note", "", "Ctrl+Return", KeyScope.COMMENT
    EDIT_PROPOSAL = "Edit the proposal", "change write modify type file code hunk lines", "", "E"
    KEEP_EDIT = (
        "Keep the edit",
        "save apply done store accept changes write",
        "",
        "Ctrl+S; Ctrl+Return",
        KeyScope.EDITOR,
    )
    RESUME_EDIT = "Go on editing", "resume continue unfinished edit reopen"
    DISCARD_EDIT = "Discard the edit", "drop cancel abandon throw away unfinished editing changes delete"
    PLACE_BLOCK = (
        "Place the block here, or keep it here",
        "failed in doubt at this line right apply insert put edit cursor",
        "",
        "P",
    )
    PLACE_ELSEWHERE = "Place the block elsewhere…", "failed other line click choose move spot different"
    PLACE_IN_FILE = "Place the block in another file…", "failed other choose path move wrong different"
    EDIT_SEARCHED = "Edit the searched text of the block…", "failed change find search again try fix"
    APPEND_BLOCK = "Append the block to its file", "failed add at end bottom put insert"
    REPLACE_BY_BLOCK = "Replace the whole file by the block", "failed overwrite with create rewrite"
    SHOW_BLOCK = "Show the block as it was written", "failed raw source view unfold original text"
    COPY_BLOCK = "Copy the block", "failed clipboard raw text source"
    SHOW_IN_CONVERSATION = "Show the block in the conversation", "failed go to chat reply answer jump card"
    DISMISS_BLOCK = "Dismiss the failed block", "ignore discard skip edit drop", "", "S"
    TAKE_MINE = "Take mine in the conflict", "ours merge resolve keep settle left accept current change use", "", "<"
    TAKE_PROPOSED = (
        "Take proposed in the conflict",
        "theirs merge resolve accept settle right incoming change use",
        "",
        ">",
    )
    ACCEPT_PART = (
        "Accept hunk or lines (in the commit: include)",
        "selected selection stage ranges change apply",
        "",
        "Y",
    )
    REJECT_PART = (
        "Reject hunk or lines (in the commit: leave out)",
        "discard selected selection revert ranges restore unstage exclude partial",
        "",
        "X",
    )
    ACCEPT_FILE = "Accept file", "apply keep approve yes write anyway", "Ctrl+Alt+Y", "Space", KeyScope.LIST
    REJECT_FILE = (
        "Reject file",
        "discard drop decline no changes revert",
        "Ctrl+Alt+N",
        "Del; Backspace",
        KeyScope.LIST,
    )
    OPEN_IN_DIFF = "Open the file in the diff", "show view go to focus enter select", "", "Return", KeyScope.LIST
    ACCEPT_WITHOUT_EDIT = "Accept the file without the edit", "it apply anyway unfinished editing ignore"
    RECONSIDER_FILE = (
        "Reset the decision on the file (in the diff: hunk)",
        "undecide unaccept change mind unstage reopen",
        "Ctrl+Alt+U",
        "R",
    )
    ACCEPT_ALL = "Accept all", "apply keep approve everything file", "Ctrl+Shift+Return; Ctrl+Shift+Enter"
    REJECT_ALL = "Reject all", "discard drop decline everything revert changes", "Ctrl+Shift+Backspace"
    MARK_REVIEWED = "Mark the file as reviewed", "viewed seen tick done check off", "", "V"
    FILTER_FILES = "Filter the files", "search list path undecided failed show find", "", "F"
    FINISH_REVIEW = "Finish review", "done close complete clear proposal", "Ctrl+Shift+D"
    STAGE = "Stage accepted files", "index add git all changes to", "Ctrl+Shift+S"
    LOOK_OVER_COMMIT = (
        "Look over the commit",
        "preview show view what will be committed staged diff changes cached review all check before",
        "Ctrl+Shift+G",
    )
    FOCUS_MESSAGE = "Write the commit message", "git description summary make", "Ctrl+G"
    COMMIT = "Commit", "git save record make files check in submit", "", "Ctrl+Return", KeyScope.COMMIT
    INCLUDE_OWN_LINES = (
        "Include my own lines in the commit",
        "git add left out uncommitted unstaged changes edits whole file",
    )
    INCLUDE_ALL = "Include all in the commit", "git add every file tick check left out everything unticked"
    AMEND = "Amend the last commit", "git fix change previous reword edit fixup", "Ctrl+Shift+M"
    COMMIT_TO_BRANCH = "Commit to a new branch…", "git checkout create feature -b"
    COMMIT_AND_PUSH = "Commit and push", "git upload remote send sync publish"
    PUSH = "Push", "git upload remote send publish branch sync"
    SWITCH_BRANCH = "Switch branch…", "git checkout change new create"
    SHOW_HOOKS = "Show the hooks of this repository", "git pre-commit programs scripts view"
    FIND = "Find in the diff", "search text file", "Ctrl+F", "/"
    FIND_IN_ALL = "Find in all files of the proposal", "search everywhere proposal grep project global", "Ctrl+Shift+F"
    FIND_NEXT = "Find next", "match search result occurrence", "F3"
    FIND_PREVIOUS = "Find previous", "match search result occurrence last", "Shift+F3"
    GO_TO_LINE = "Go to line…", "jump number goto row", "", ":"
    LINE_OF_FILE = "Go to line of an opened file…", "jump number goto row editor", "", "Ctrl+L", KeyScope.FILE
    OPEN_FILE = "Open file…", "read view look find go to quick source", "Ctrl+P"
    BACK_TO_REVIEW = "Back to the review", "return leave close file go diff", "Alt+Left"
    SWITCH_LOOK = "Side by side or unified", "split inline columns layout view diff toggle one two", "", "U"
    SWITCH_TREE = "Files as a tree or as a list", "flat folders directories group view layout toggle hierarchy by in"
    SWITCH_CONTINUOUS = (
        "All files in one diff, or one at a time",
        "single file continuous document view scroll separate toggle",
    )
    SWITCH_WRAP = "Wrap long lines", "word toggle soft text", "Alt+Z", "Z"
    SWITCH_PICTURE = (
        "Show the picture of an SVG file, or hide it",
        "image preview render drawing view vector toggle graphic",
        "",
        "I",
    )
    MORE_CONTEXT = (
        "More context around changes",
        "unchanged lines expand show increase surrounding",
        "",
        "+",
        KeyScope.DIFF,
    )
    LESS_CONTEXT = (
        "Less context around changes",
        "fewer unchanged lines collapse hide decrease surrounding reduce",
        "",
        "-",
        KeyScope.DIFF,
    )
    UNFOLD_ALL = (
        "Show all unchanged lines, or fold them",
        "expand collapse unfold everything whole file full context hidden toggle",
        "",
        "O",
        KeyScope.DIFF,
    )
    UNFOLD = "Open folded lines", "expand unfold region more context", "", "Return; Space", KeyScope.FOLD
    UNFOLD_WHOLE = (
        "Open all of the folded lines",
        "expand unfold region everything full whole",
        "",
        "Shift+Return",
        KeyScope.FOLD,
    )
    UNFOLD_TOP = "More folded lines at the top", "expand unfold above up region start", "", "Ctrl+Down", KeyScope.FOLD
    UNFOLD_BOTTOM = (
        "More folded lines at the bottom",
        "expand unfold below down region end",
        "",
        "Ctrl+Up",
        KeyScope.FOLD,
    )
    ZOOM_IN = "Larger code", "zoom font bigger in increase size text enlarge", "Ctrl++; Ctrl+="
    ZOOM_OUT = "Smaller code", "zoom font tinier out decrease size text reduce shrink", "Ctrl+-"
    ZOOM_RESET = "Code in its usual size", "zoom font default reset actual normal 100%", "Ctrl+0"
    SWITCH_WHITE_SPACE = (
        "Ignore white space: ends, amount, all",
        "whitespace blanks indentation spaces tabs trailing hide toggle",
        "",
        "W",
    )
    GO_TO_OTHER_END = "Go to the other end of the moved block", "code jump where follow", "", "M"
    OPEN_IN_EDITOR = "Open in editor", "external edit vim code ide vs zed", "Ctrl+E"
    SHOW_IN_FILE_MANAGER = "Show in the file manager", "reveal finder explorer folder directory open containing"
    COPY_PATH = "Copy the path", "filename clipboard name relative", "Ctrl+Alt+C"
    WHO_CHANGED_LINE = "Who changed this line", "blame annotate history author commit git"
    FOCUS_LIST = "Go to the proposal", "focus files list source control changes", "Ctrl+1"
    FOCUS_DIFF = "Go to the diff", "focus editor code show", "Ctrl+2"
    FOCUS_NOTICE = "Go to the notice", "notifications focus show message errors toast", "Ctrl+3"
    FOCUS_COMMANDS = "Go to the suggested commands", "run git rm mv mkdir rm -rf shell terminal suggestions"
    NEXT_PANE = "Next pane", "cycle panes focus other switch region part panels", "F6"
    PREVIOUS_PANE = "Previous pane", "cycle panes focus back last region part panels", "Shift+F6"
    SHOW_CHANGES = "Changes on the left", "sidebar panel hide show fold left files list toggle primary", "Ctrl+B"
    SHOW_CONVERSATION = (
        "Conversation on the right",
        "sidebar panel hide show fold right chat toggle secondary agent",
        "F9",
    )
    SEARCH_ACTIONS = "Search actions", "", "Ctrl+Shift+P"
    SETTINGS = "Settings", "preferences options configuration font theme model key configure api", "Ctrl+,"
    EDIT_SNIPPETS = "Edit the saved snippets…", "prompt library templates prompts slash commands"
    EDIT_PRICES = "Edit my prices of models…", "cost money billing token pricing"
    SWITCH_THEME = "Switch between light and dark", "dark light theme night mode colours colors appearance toggle"
    KEYS = "Keyboard shortcuts", "shortcuts hotkeys bindings help keymap keybindings", "F1", "?"
    FORMATS = "Formats of edits", "syntax block diff help"
    LOG_FOLDER = "Open the log folder", "debug errors logs show troubleshoot"
    ABOUT = "About Guillemet", "version licence license help credits"
    QUIT = "Quit", "exit close window leave", "Ctrl+Q"


DECIDING = (
    Act.ACCEPT_PART,
    Act.REJECT_PART,
    Act.ACCEPT_FILE,
    Act.REJECT_FILE,
    Act.RECONSIDER_FILE,
    Act.TAKE_MINE,
    Act.TAKE_PROPOSED,
    Act.PLACE_BLOCK,
    Act.DISMISS_BLOCK,
    Act.MARK_REVIEWED,
)
"""Those that are done once for each press: held down, their keys would decide what was not seen yet."""
