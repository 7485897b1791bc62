"""The actions of one window: enabled, named and given their keys as the review, the edit and the user's keys ask."""

from collections.abc import Collection, Iterable, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from guillemet.engine.review import Decision, Review
from guillemet.engine.text import counted
from guillemet.ui.actions import DECIDING, Act, KeyScope
from guillemet.ui.shortcuts import announce_keys, describe_keys, is_letter, keys_of, split_local
from guillemet.ui.wording import plain_tip, seen

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


class WindowActions(QObject):
    """The actions of one window.

    Signals: `requested(Act)` when a key, a menu, a button or the palette asks for one.
    """

    requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions = {act: self._make(act) for act in Act}
        window.addActions([*self._actions.values()])
        self._letters: dict[Act, QAction] = {}
        self._panes: Mapping[KeyScope, QWidget] = {}
        self._custom: Mapping[str, str] = {}
        self._is_answering = self._can_finish = False
        self._steps: dict[Act, str] = {}
        """What undo and redo would take back or do again."""
        self._removals = {Act.UNDO: "", Act.REDO: ""}
        """What goes before these steps: what was removed and is no step."""
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
        self[Act.LOOK_OVER_COMMIT].setEnabled(bool(review and review.commit))  # where all is left out, it says so
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

    def give_letters(self, panes: Mapping[KeyScope, QWidget]) -> None:
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
            letters = [key for key in local if is_letter(key)] if act.where in (KeyScope.REVIEW, KeyScope.LIST) else []
            if letters and act not in self._letters:
                self._letters[act] = self._make_letter(act, self[act])
                self._give_letter(act)
            if act in self._letters:
                self._letters[act].setShortcuts(letters)

    def offer_typed(self, acts: Collection[Act]) -> None:
        """Let these of undo and redo be about what is typed in the editor."""
        if acts != self._typed:
            self._typed = acts
            self._name_steps()

    def offer_back(self, undone: str, removed: str) -> None:
        """Let undo bring back what was removed since the last step, and redo remove it again; empty for nothing."""
        self._removals = {Act.UNDO: undone, Act.REDO: removed}
        self._name_steps()

    def _name_steps(self) -> None:
        for act, step in self._steps.items():
            title = "what you typed" if act in self._typed else seen(self._removals[act] or step)
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
        action.setData(act.synonyms)
        action.setIconText(str(act))  # Qt would leave out the dots at its end
        action.setAutoRepeat(act not in DECIDING)
        action.setCheckable(act in (Act.SHOW_CHANGES, Act.SHOW_CONVERSATION))
        action.triggered.connect(lambda: self.requested.emit(act))
        return action

    def _make_letter(self, act: Act, action: QAction) -> QAction:
        letter = QAction(str(act), self)
        letter.setAutoRepeat(action.autoRepeat())
        letter.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

        def press() -> None:
            if QApplication.activePopupWidget():
                return  # Qt lets the letters of the widget with the focus work behind an open menu
            if act in ON_BLOCKS:
                self.requested.emit(act)  # also where there is no block: it says so
            else:
                action.trigger()

        letter.triggered.connect(press)
        return letter


def _counts(review: Review | None) -> tuple[int, int, int]:
    """Return how many files can be accepted, rejected and staged at once."""
    if review is None:
        return 0, 0, 0
    unstaged = sum(not (line.is_staged or line.is_left_out) for line in review.commit)
    return len(review.acceptable), len(review.decided(Decision.UNDECIDED)), unstaged
