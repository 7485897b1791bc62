"""What the model is told of its edits: failed blocks, and what the user made of the rest. Written, but never sent."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.repository_service import RepositoryService
from guillemet.engine.applying.line_shift import traced
from guillemet.engine.diff.lines import changed
from guillemet.engine.outcomes import Change, Outcome
from guillemet.engine.review import Decision, FileReview, Kind, Review
from guillemet.engine.workspace import Workspace
from guillemet.llm.prompts.feedback import Decided, What, decisions_message, needs_retry, retry_message


class _Told(Struct, frozen=True):
    """A message, and the files it is about."""

    message: str
    paths: tuple[str, ...]


class Feedback(QObject):
    """Writes messages about the proposal.

    Signals: `draft_requested(str, tuple[str, ...])` with a message for the message box and the files it is about;
    `failed(Exception)`.
    """

    draft_requested = Signal(str, object)
    failed = Signal(object)

    def __init__(self, workplace: RepositoryService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workplace = workplace
        self._told_before: set[Decided] = set()

    def begin(self) -> None:
        """Forget what was told, for a conversation is begun that heard nothing of it."""
        self._told_before.clear()

    def retry(self, outcomes: Sequence[Outcome]) -> None:
        """Write a message that asks for these blocks again, with the text around their nearest places.

        Of a file that is not decided that is the proposed text, into which the next answer is put.
        """
        failed = tuple(outcome for outcome in outcomes if needs_retry(outcome))
        own = dict.fromkeys(outcome.path for outcome in failed if outcome.path)
        near = dict.fromkeys(nearest.path for outcome in failed for nearest in outcome.nearest)

        def write(workspace: Workspace) -> _Told:
            files = workspace.present(own | near)
            present = {file.path: file.text for file in files if file.oid}
            proposed = {file.path: file for file in workspace.review().files if file.path in own | near}
            texts = {path: workspace.texts(path).after for path in proposed}
            undecided = {path: texts[path] for path, file in proposed.items() if _is_open(file)}
            decided = {path: text for path, text in present.items() if path in proposed and path not in undecided}
            changes = {path: _changes(text, texts[path]) for path, text in decided.items()}
            placed = tuple(_placed(outcome, changes) for outcome in failed)
            message = retry_message(placed, present | undecided, undecided=undecided.keys())
            return _Told(message, tuple(path for path in own if path in present))

        if failed:
            self._workplace.ask(write, self._tell, otherwise=self.failed.emit)

    def tell_decisions(self, review: Review) -> None:
        """Write a message about what the user rejected, or changed by hand after accepting it."""
        self._ask_decided(review, lambda decided: self._tell(_told(decided)))

    def new_decisions(self, review: Review, then: Callable[[str], None]) -> None:
        """Tell in words what was rejected or changed by hand and not told by this before; empty when nothing was."""

        def tell(decided: tuple[Decided, ...]) -> None:
            new = tuple(one for one in decided if one not in self._told_before)
            self._told_before |= set(new)
            then(decisions_message(new))

        self._ask_decided(review, tell, otherwise=lambda: then(""))

    def _ask_decided(
        self,
        review: Review,
        then: Callable[[tuple[Decided, ...]], None],
        *,
        otherwise: Callable[[], None] = lambda: None,
    ) -> None:
        rejected = tuple(file.path for file in review.files if file.decision is Decision.REJECTED)
        accepted = tuple(file.path for file in review.files if file.decision is Decision.ACCEPTED)

        def read(workspace: Workspace) -> tuple[Decided, ...]:
            texts = {path: workspace.texts(path) for path in (*rejected, *accepted)}
            present = {file.path: file.text if file.oid else None for file in workspace.present(texts)}
            decided = [Decided(path, What.REJECTED, texts[path].after, present[path]) for path in rejected]
            changed = (path for path in accepted if present[path] is not None and present[path] != texts[path].after)
            decided += [Decided(path, What.CHANGED, texts[path].after, present[path]) for path in changed]
            return tuple(decided)

        if rejected or accepted:
            self._workplace.ask(read, then, otherwise=self.failed.emit)
        else:
            otherwise()

    def _tell(self, told: _Told) -> None:
        if told.message:
            self.draft_requested.emit(told.message, told.paths)


def _is_open(file: FileReview) -> bool:
    """Whether it has a proposed text that is not decided."""
    return file.decision is Decision.UNDECIDED and file.kind is not Kind.DELETED


def _changes(present: str, proposed: str) -> tuple[Change, ...]:
    """Return what the proposal changes in a file, first to last."""
    hunks = changed(present, proposed)
    return tuple(Change(hunk.new_start + 1, hunk.old_count, hunk.new_count) for hunk in hunks)


def _placed(outcome: Outcome, changes: Mapping[str, Sequence[Change]]) -> Outcome:
    """Return the outcome with its nearest places as lines of the files as they lie there, not as they are proposed."""
    nearest = tuple(replace(one, line=traced(one.line, reversed(changes.get(one.path, ())))) for one in outcome.nearest)
    return replace(outcome, nearest=nearest)


def _told(decided: tuple[Decided, ...]) -> _Told:
    return _Told(decisions_message(decided), tuple(one.path for one in decided))
