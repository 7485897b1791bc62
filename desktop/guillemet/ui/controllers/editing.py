"""Joins the editor of the proposal with the diff in whose place it is, the session, and the drafts that are saved."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app.notices import BEHIND_EDITOR, Level, Notice
from guillemet.app.review.current_file import file_of
from guillemet.app.review.edit_drafts import EditDraft
from guillemet.app.review.reports import of_discarded
from guillemet.app.session import Session
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.review import Decision, FileTexts
from guillemet.ui.actions import Act
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.editor.editing_area import EditingArea
from guillemet.ui.editor.proposal_editor import why_not_editable, with_lf
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.window_actions import ON_BLOCKS
from guillemet.ui.wording import seen


class EditingController(QObject):
    """Opens the editor on what the diff shows, and lets it follow what becomes of the proposal.

    Signals: `edit_offered(bool)`, whether an edit of the file that is shown was begun, in the editor or before;
    `typed_changed(acts)`, which of undo and redo there is something typed for; `opened(path)` when the editor is shown.
    """

    edit_offered = Signal(bool)
    typed_changed = Signal(object)
    opened = Signal(str)

    def __init__(self, area: EditingArea, diff: DiffPane, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._area, self._editor = area, area.editor
        self._diff, self._session = diff, session
        self._drafts = session.talk.edit_drafts
        self._editor.keep_requested.connect(self._keep)
        self._editor.draft_changed.connect(self._drafts.keep)
        self._editor.dropped.connect(self._drafts.drop)
        self._editor.discarded.connect(self._discard)
        self._editor.closed.connect(self._end)
        for is_available in (self._editor.editor.undoAvailable, self._editor.editor.redoAvailable):
            is_available.connect(lambda _: self.typed_changed.emit(self._typed))
        diff.edit_requested.connect(self.begin)
        self._awaited = ""
        """The file whose edit is to be gone on with, once it is shown."""
        self._drafts.collecting.connect(self._editor.save)
        self._drafts.leaving.connect(self._editor.leave)
        self._drafts.leaving.connect(diff.conflicts.leave)
        self._drafts.changed.connect(self._offer_draft)
        self._drafts.changed.connect(lambda: diff.conflicts.offer_drafts(self._drafts.parts))
        diff.conflicts.draft_changed.connect(self._keep_lines)
        self._area.draft_bar.resume_requested.connect(self.resume)
        self._area.draft_bar.drop_requested.connect(self._discard)
        session.looking.path_chosen.connect(self._leave_other)
        session.looking.content_changed.connect(self._follow)
        session.review_changed.connect(lambda _: self._leave_decided())

    def verbs(self) -> dict[Act, Callable[[], object]]:
        """Return what the actions about editing do; those that are about what is shown do it where the user is."""
        diff, editor, session = self._diff, self._editor, self._session
        text = editor.editor
        return {
            Act.EDIT_PROPOSAL: self.begin,
            Act.RESUME_EDIT: lambda: self.resume(self._begun),
            Act.DISCARD_EDIT: self._discard_begun,
            Act.ACCEPT_WITHOUT_EDIT: lambda: session.decisions.accept_without_edit(self._begun),
            Act.UNDO: lambda: self._take_step(Act.UNDO, text.undo, session.decisions.undo),
            Act.REDO: lambda: self._take_step(Act.REDO, text.redo, session.decisions.redo),
            Act.FOCUS_DIFF: self._area.setFocus,
            Act.FIND: lambda: editor.open_find() if self._area.is_editing else diff.open_find(),
            Act.FIND_IN_ALL: lambda: editor.open_find() if self._area.is_editing else diff.open_find_in_all(),
            Act.FIND_NEXT: lambda: editor.find_next() if self._area.is_editing else diff.search.next(),
            Act.FIND_PREVIOUS: lambda: editor.find_previous() if self._area.is_editing else diff.search.previous(),
            Act.NEXT_HUNK: lambda: editor.go_to_change(1) if self._area.is_editing else diff.next_hunk(),
            Act.PREVIOUS_HUNK: lambda: editor.go_to_change(-1) if self._area.is_editing else diff.previous_hunk(),
            Act.ACCEPT_PART: lambda: self._decide_in_view(diff.accept_part),
            Act.REJECT_PART: lambda: self._decide_in_view(diff.reject_part),
            **{act: partial(self._decide_in_view, diff.verbs[act]) for act in ON_BLOCKS},
        }

    @property
    def _typed(self) -> frozenset[Act]:
        """Which of undo and redo there is something typed for in the editor, while it is open."""
        text = self._editor.editor.document()
        available = {Act.UNDO: text.isUndoAvailable(), Act.REDO: text.isRedoAvailable()}
        return frozenset(act for act in available if available[act] and self._area.is_editing)

    def _take_step(self, act: Act, typed: Callable[[], object], step: Callable[[], object]) -> None:
        """Undo or redo what was typed while the editor has the focus, else a step, and go to what comes back."""
        if not (self._area.is_editing and holds_focus(self._editor)):
            self._diff.decisions.take_in_turn(partial(self._take_back, act, step))
        elif act in self._typed:
            typed()
        else:  # a step behind the editor would be taken unseen
            what = f"Nothing that you typed is left to {act.lower()}."
            self._session.notifications.show(Notice(Level.INFO, what, "Keep or close the edit for the steps before."))

    def _take_back(self, act: Act, step: Callable[[], object]) -> None:
        if not self._take_removal(act):
            self._diff.decisions.follow_step()
            step()

    def _take_removal(self, act: Act) -> bool:
        """Bring back what was discarded or removed since the last step, or remove it again; return whether any was."""
        session, removals = self._session, self._session.talk.removals
        back, again = removals.titles
        if not (back if act is Act.UNDO else again):
            return False
        self.leave()  # what was typed is saved before
        removal = removals.undo() if act is Act.UNDO else removals.redo()
        if removal is not None:
            done = "Undone" if act is Act.UNDO else "Done again"
            session.notifications.show(Notice(Level.DONE, f"{done}: {removal.title}."))
            if self._diff.content is None or self._diff.content.path != removal.path:
                session.show_place(removal.path, removal.line)
        return removal is not None

    def _decide_in_view(self, decide: Callable[[], object]) -> None:
        """Decide what is current in the diff, unless the editor is shown in its place: what is decided is seen."""
        if self._area.is_editing:
            self._session.notifications.show(BEHIND_EDITOR)
        else:
            decide()

    def begin(self) -> None:
        """Edit the current conflict in its place, or the proposal for the file that is shown, at the line or hunk."""
        content, (line, top) = self._diff.content, self._diff.current_line()
        if self._area.is_editing:
            self._editor.setFocus()
        elif self._diff.decisions.edit_conflict():
            return
        elif content is None or (why_not := self._why_not(content)):
            words = why_not if content is not None else "Pick a file of the proposal first."
            self._session.notifications.show(Notice(Level.INFO, words))
        else:
            self._open(content, line, top)

    def _discard(self, path: str) -> None:
        if self._drafts.discard(path):
            self._session.notifications.show(of_discarded(path))

    @property
    def _begun(self) -> str:
        """The file that is shown, while an edit of it was begun; else empty."""
        return self._editor.path if self._area.is_editing else self._area.draft_bar.offered

    def _discard_begun(self) -> None:
        path = self._begun
        self.leave()  # what was typed can be brought back
        self._discard(path)

    def leave(self) -> None:
        """Show the diff again, if the editor is in its place; what was typed stays."""
        if self._area.is_editing:
            self._editor.leave()

    def resume(self, path: str) -> None:
        """Go on with the edit of a file, which is shown for that."""
        content = self._diff.content
        if self._area.is_editing and self._editor.path == path:
            self._editor.go_on()
        elif content is None or not content.is_proposed or content.path != path:
            self._awaited = path
            self._session.looking.show(path)
        elif not self._why_not(content):
            self._open(content, *self._diff.current_line())

    def _open(self, content: DiffContent, line: int, top: int | None) -> None:
        self._session.looking.is_edited = True
        self._area.show_editor()
        self._editor.name_sides(file_of(self._session.review, content.path))
        draft, is_beside = self._drafts.of(content.path), self._diff.look.is_beside_by_choice
        self._editor.begin(content, line, draft, top=top, is_beside=is_beside)
        self.opened.emit(content.path)
        self._tell_begun()

    def _why_not(self, content: DiffContent) -> str:
        file = file_of(self._session.review, content.path)
        if file is not None and file.decision is not Decision.UNDECIDED:
            return f"{seen(content.path)} is {file.decision} already. Make it undecided again first."
        return why_not_editable(content)

    def _keep(self, texts: FileTexts, text: str, begun: str | None) -> None:
        def close() -> None:
            draft = self._drafts.of(texts.path)
            if self._editor.path == texts.path:
                line = self._editor.editor.textCursor().blockNumber()
                self._editor.take_kept(text)
                if not self._area.is_editing:  # nothing was typed since
                    self._session.looking.show(texts.path, line + 1)
            elif draft is not None and draft.text == text:
                self._drafts.drop(texts.path)

        self._session.decisions.edit(texts.path, text, texts.identity, begun=begun, then=close)

    def _keep_lines(self, key: str, text: str) -> None:
        if text:
            self._drafts.keep(EditDraft(key, text))
        else:
            self._drafts.drop(key)

    def _end(self) -> None:
        self._session.looking.is_edited = False
        self._area.show_diff()
        self._tell_begun()

    def _tell_begun(self) -> None:
        self.edit_offered.emit(bool(self._begun))
        self.typed_changed.emit(self._typed)

    def _leave_decided(self) -> None:
        """Leave a file that was decided otherwise; what was typed comes back with the decision."""
        file = file_of(self._session.review, self._editor.path)
        if file is not None and file.decision is not Decision.UNDECIDED:
            self._editor.leave()
        self._offer_draft()

    def _leave_other(self, path: str) -> None:
        if path != self._awaited:
            self._awaited = ""
        if self._area.is_editing and path != self._editor.path:
            self._editor.leave()
        self._offer_draft()

    def _follow(self, content: DiffContent | None) -> None:
        if content is not None and content.is_proposed and content.path == self._awaited:
            self._awaited = ""
            self.resume(content.path)
        if self._area.is_editing and content is not None and content.path == self._editor.path:
            self._editor.name_sides(file_of(self._session.review, content.path))
            self._editor.follow(content)
        self._offer_draft()

    def _offer_draft(self) -> None:
        """Offer to go on with the edit of the file that is shown, where one was begun that is not the proposal yet."""
        content = self._diff.content
        draft = self._drafts.of(content.path) if content is not None else None
        is_open = draft is not None and content is not None and not self._why_not(content)
        is_other = draft is not None and content is not None and draft.text != with_lf(content.texts.after)
        self._area.draft_bar.offer(content.path if content is not None and is_open and is_other else "")
        self._tell_begun()
