"""What the user sees and decides: the proposal as frozen values.

A `Review` is a snapshot of one moment: who holds an old one holds the truth of that moment, never half of a new one.
"""

from collections import Counter
from collections.abc import Mapping
from enum import Flag, StrEnum, auto
from functools import cached_property

from msgspec import Struct

from guillemet.engine.outcomes import Outcome, Status
from guillemet.settings import WhiteSpace

FINISHED = "This proposal is finished."
"""Reported when nothing of a proposal is open any more."""

ADDS_REPLY = "Add a reply"
"""How the step begins that a reply is."""
WITH_MODE = "with its mode"
"""Ends the title of a step on the last hunk of a file that also decides the change of its mode."""


class Kind(StrEnum):
    """What accepting the proposal of a file does to it."""

    ADDED = "added"
    CHANGED = "changed"
    DELETED = "deleted"
    MOVED = "moved"


class Decision(StrEnum):
    """What the user said of a file."""

    UNDECIDED = "undecided"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Badge(StrEnum):
    """What a user should know of a file before deciding; worded as it stands on the screen."""

    CHANGED_SINCE = "changed since"
    """The file on disk is not what the proposal was made from, and the two cannot be merged."""
    REBASED = "re-based"
    """The file changed since: what is proposed now is for the file as it lies there."""
    CONFLICT = "conflict"
    """It was changed in the same lines as the proposal; accepting would be refused."""
    YOURS_KEPT = "your lines kept"
    """A later reply changed lines that the user had edited in the proposal; what is proposed has the user's."""
    EDITED_SINCE = "edited since"
    """It was accepted, and another text lies there by now; the accepted one is committed."""
    ACCEPTED_BEFORE = "accepted before"
    """Earlier changes of it were accepted and are not committed: they stay, whatever is decided on these."""
    IGNORED = "ignored"
    UNTRACKED = "untracked"
    LINK = "link"
    """The reply named a link; the file behind it is edited."""
    ASKS = "asks"
    """A block of the file waits for its own decision, so Accept all leaves the file out."""
    FAILED = "failed block"
    """A block for the file is in no file, so Accept all leaves the file out, in the window."""


class HunkState(Flag):
    """What was decided on the lines of a hunk by themselves; of a hunk decided line by line, several."""

    WAITING = auto()
    ACCEPTED = auto()
    REJECTED = auto()
    COMMITTED = auto()
    """Accepted before others of the file, and in a commit: it is no hunk of the proposal any more."""

    @staticmethod
    def of(decision: Decision) -> "HunkState":
        """Return what a decision on a file means for a hunk that was not decided by itself."""
        match decision:
            case Decision.UNDECIDED:
                return HunkState.WAITING
            case Decision.ACCEPTED:
                return HunkState.ACCEPTED
            case Decision.REJECTED:
                return HunkState.REJECTED


class ProposedHunk(Struct, frozen=True):
    """One hunk of the proposal for a file, as `engine.diff.hunk_numbers` finds, numbers and counts them."""

    old: tuple[int, int]
    """Lines of `FileTexts.before`, half-open from 0; the ranges have all its lines and may have more."""
    new: tuple[int, int]
    """Lines of `FileTexts.after`."""
    state: HunkState


class DecidedRun(Struct, frozen=True):
    """Lines of a hunk that were decided by themselves, so that both sides of a file are alike there."""

    hunk: int
    """Counts from 1, in the hunks of the file."""
    state: HunkState
    """Accepted or rejected."""
    old: tuple[int, int]
    """The lines of `FileTexts.before` there, half-open from 0; empty before the line where a removal was accepted."""
    new: tuple[int, int]
    """The lines of `FileTexts.after` there."""
    before: str
    """The lines before the proposal, with their own endings."""
    after: str
    """The lines as they were proposed."""
    is_written_over: bool = False
    """Whether others lie there by now: the accepted lines are committed all the same."""

    @property
    def decision(self) -> Decision:
        """What was decided, as one of the decisions on a file."""
        return Decision.ACCEPTED if self.state is HunkState.ACCEPTED else Decision.REJECTED


_UNSURE = frozenset({Badge.ASKS, Badge.CONFLICT, Badge.FAILED})
_CHANGED_SINCE = frozenset({Badge.CHANGED_SINCE, Badge.REBASED})


class FileReview(Struct, frozen=True):
    """One file of the proposal."""

    path: str
    kind: Kind
    decision: Decision
    added: int
    """Lines that the file gains by what was accepted of it and by what waits; what was rejected by itself is not in."""
    removed: int
    """Lines that it loses by that."""
    hunks: int
    """Hunks of the proposal, whatever was decided on some of them."""
    badges: frozenset[Badge] = frozenset()
    moved_from: str = ""
    """The former path, when kind is MOVED."""
    identity: str = ""
    """That of the `FileTexts` of the file."""
    divided: tuple[ProposedHunk, ...] = ()
    """The hunks, where some were decided by themselves; of an accepted file, none waits."""
    since_commit: tuple[ProposedHunk, ...] = ()
    """Where hunks were committed before others of the file, these and all others."""
    is_edited: bool = False
    """Whether the user edited the proposal."""
    conflicts: int = 0
    """How many places of the file are in conflict; 0 also when only the whole file can be settled."""
    moved_to: str = ""
    """Where commands moved the file after it was decided; empty where it lies at its path."""
    brought: tuple[tuple[int, int], ...] = ()
    """Which lines, as `FileTexts.after` has them, the last reply changed of what earlier ones propose; unordered."""
    waits_at: str = ""
    """The former path of a file that was not moved so far; else empty."""

    @property
    def on_disk(self) -> str:
        """Where the file is found on the disk."""
        return self.waits_at or self.lies_at

    @property
    def lies_at(self) -> str:
        """Where the file is now: what names it to the user."""
        return self.moved_to or self.path

    @property
    def by_hunk(self) -> tuple[ProposedHunk, ...]:
        """The hunks, those that are committed too, where some were decided by themselves; else nothing."""
        return self.since_commit or self.divided

    def is_brought(self, first: int, last: int) -> bool:
        """Whether the last reply brought some of these lines, half-open, or took lines away there."""
        return any(
            (first < stop and start < last) or ((start == stop or first == last) and first <= stop and start <= last)
            for start, stop in self.brought
        )

    @property
    def accepted_hunks(self) -> int:
        """Hunks that were accepted by themselves, with all their lines."""
        return sum(hunk.state is HunkState.ACCEPTED for hunk in self.divided)

    @property
    def rejected_hunks(self) -> int:
        """Hunks that were rejected by themselves, with all their lines."""
        return sum(hunk.state is HunkState.REJECTED for hunk in self.divided)

    @property
    def of_rest(self) -> frozenset[Decision]:
        """The decisions on it that are about the rest only: lines that were decided by themselves stay so."""
        decided = HunkState.ACCEPTED | HunkState.REJECTED
        is_begun = self.decision is Decision.UNDECIDED and any(hunk.state & decided for hunk in self.divided)
        return frozenset((Decision.ACCEPTED, Decision.REJECTED)) if is_begun else frozenset()

    @property
    def decided_hunks(self) -> int:
        """Hunks that were decided by themselves and of which no line waits."""
        return sum(HunkState.WAITING not in hunk.state for hunk in self.divided)

    @property
    def hunks_in_part(self) -> int:
        """Hunks of which some lines were decided otherwise than others."""
        return sum(len(hunk.state) > 1 for hunk in self.divided)

    @property
    def is_sure(self) -> bool:
        """Whether the window accepts it with all others: no block asks or failed, and it would not be refused."""
        return self.badges.isdisjoint(_UNSURE)

    @property
    def changed_since(self) -> bool:
        """Whether the file on disk is not what the proposal was made from."""
        return not self.badges.isdisjoint(_CHANGED_SINCE)


class SuggestionState(StrEnum):
    """Where a suggested operation stands."""

    OPEN = "open"
    DONE = "done"
    NEEDLESS = "not needed"
    """What it does is so already, with the reason: it was done otherwise. It is open again once that changes."""
    TEXT = "text"
    """No operation can be made of it safely: text to copy, with the reason."""


class SuggestionReview(Struct, frozen=True):
    """One shell command a reply suggested."""

    text: str
    """The command as it will be understood, control characters escaped; never cut."""
    state: SuggestionState
    why: str = ""
    """For state TEXT and NEEDLESS: why it is not a button."""


class Touched(Struct, frozen=True):
    """One path an operation touches, in its preview."""

    path: str
    does: str
    """Such as "deleted", "moved to b.py", "folder made"."""
    note: str = ""
    """Such as "untracked", "ignored", "link, not followed"."""


class OperationPreview(Struct, frozen=True):
    """Exactly what pressing a suggestion's button would touch."""

    text: str
    touched: tuple[Touched, ...]
    refusal: str = ""
    """Why it cannot be done now; empty when it can."""
    is_too_big_to_undo: bool = False
    """More content than undo keeps; doing it needs a yes of its own."""
    is_harmless: bool = False
    """It only moves, or makes folders, nothing can run code by that, and undo takes it back."""


class CommitLine(Struct, frozen=True):
    """One path the next commit will hold."""

    path: str
    kind: Kind
    is_staged: bool
    moved_from: str = ""
    note: str = ""
    """Such as "ignored by git, not committed"."""
    is_left_out: bool = False
    """Shown, but no part of the commit."""
    holds_own: bool = False
    """The file on disk holds uncommitted lines of the user's own, which are left out unless the user chooses."""
    with_own: bool = False
    """The user chose to commit them, too."""
    is_by_choice: bool = False
    """The user left the file out, which could be committed else."""
    identity: str = ""
    """Stands for what is committed of the file; empty for a deletion."""
    hunks: tuple[int, int] = (0, 0)
    """How many hunks of how many are included, where the user left some out."""
    is_by_hook: bool = False
    """Of a commit that was made: a hook changed what it holds of the file, which was not reviewed."""

    @property
    def needs_own_lines(self) -> bool:
        """Whether the file is left out for the user's own lines, and can be committed with them."""
        return self.holds_own and self.is_left_out and not self.is_by_choice

    @property
    def lacks_own_lines(self) -> bool:
        """Whether the user's own lines in the file are no part of the commit, and can be."""
        return self.holds_own and not (self.with_own or self.is_by_choice)

    @property
    def is_optional(self) -> bool:
        """Whether the user can say if the file is committed: nothing else stands against it."""
        return self.is_by_choice or not self.is_left_out

    @property
    def can_be_ticked(self) -> bool:
        """Whether the user can include the file, with lines of the user's own or without, or leave it out."""
        return not self.is_left_out or self.may_be_included

    @property
    def has_left_out(self) -> bool:
        """Whether the user left the file out, or hunks of it."""
        return self.is_by_choice or bool(self.hunks[1])

    @property
    def may_be_included(self) -> bool:
        """Whether the file is left out and is committed once the user says so."""
        return self.is_by_choice or self.needs_own_lines


class Need(StrEnum):
    """What a commit of this repository runs that libgit2 does not."""

    HOOKS = "hooks"
    SIGNING = "signing"
    FILTERS = "filters"


class Head(Struct, frozen=True):
    """Where HEAD points."""

    branch: str = ""
    """Short name; empty when detached."""
    commit: str = ""
    """Hex id; empty before the first commit."""

    @property
    def is_detached(self) -> bool:
        """Whether HEAD names a commit directly."""
        return not self.branch


class Review(Struct, frozen=True, dict=True):
    """All that is proposed and decided at one moment.

    What is asked of all files or blocks is counted and sorted once: many ask with each decision.
    """

    root: str
    """The worktree's absolute path, in the system's own form."""
    head: Head
    last_message: str = ""
    """The message of the last commit."""
    files: tuple[FileReview, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    """Every block of every reply of this proposal, in reply order; their lines are those of the file as proposed."""
    settled: frozenset[int] = frozenset()
    """Which blocks, counted from 1 among the outcomes, landed with an earlier proposal for their file."""
    warnings: tuple[str, ...] = ()
    """What is odd about the replies as a whole, such as "3 SEARCH, 2 REPLACE"."""
    suggestions: tuple[SuggestionReview, ...] = ()
    commit: tuple[CommitLine, ...] = ()
    needs: frozenset[Need] = frozenset()
    need_details: tuple[str, ...] = ()
    """Such as "pre-commit hook" or "commit.gpgsign"."""
    undo: str = ""
    """What undo would take back, such as "Accept 3 files"; empty when nothing."""
    redo: str = ""
    last_step: tuple[int, str] = (0, "")
    """How many steps undo could take back, and what names the last of them; empty where there is none."""
    notes: tuple[str, ...] = ()
    """Sentences about what was found on opening, such as a step finished after a crash."""

    @property
    def last_subject(self) -> str:
        """First line of the message of the last commit."""
        return self.last_message.strip().partition("\n")[0].rstrip()

    @cached_property
    def file_at(self) -> Mapping[str, FileReview]:
        """The files by their paths, in order."""
        return {file.path: file for file in self.files}

    @cached_property
    def outcomes_at(self) -> Mapping[str, tuple[Outcome, ...]]:
        """What became of the blocks, in reply order, by the paths of their files."""
        found: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            found.setdefault(outcome.path, []).append(outcome)
        return {path: tuple(outcomes) for path, outcomes in found.items()}

    @cached_property
    def _counts(self) -> Counter[Status]:
        return Counter(outcome.status for outcome in self.outcomes)

    @cached_property
    def _decided(self) -> Mapping[Decision, tuple[FileReview, ...]]:
        return {each: tuple(file for file in self.files if file.decision is each) for each in Decision}

    def count(self, status: Status) -> int:
        """Return how many blocks came to this end."""
        return self._counts[status]

    def decided(self, decision: Decision) -> tuple[FileReview, ...]:
        """Return the files of this decision, in order."""
        return self._decided[decision]

    @property
    def has_proposal(self) -> bool:
        """Whether something is listed; where not, files may wait for a commit all the same."""
        return bool(self.files or self.outcomes or self.suggestions)

    @property
    def can_be_finished(self) -> bool:
        """Whether something is listed, and no file of it waits for a decision."""
        return self.has_proposal and not self.decided(Decision.UNDECIDED)

    @property
    def is_over(self) -> bool:
        """Whether nothing is listed any more, and nothing waits for a commit."""
        return not (self.has_proposal or self.commit)

    @cached_property
    def to_decide(self) -> tuple[FileReview, ...]:
        """The undecided files, those that Accept all leaves out first."""
        return tuple(sorted(self.decided(Decision.UNDECIDED), key=lambda file: file.is_sure))

    @cached_property
    def acceptable(self) -> tuple[FileReview, ...]:
        """The files Accept all takes: undecided and sure."""
        return tuple(file for file in self.decided(Decision.UNDECIDED) if file.is_sure)

    @cached_property
    def conflicts(self) -> frozenset[str]:
        """The files that were changed in the same lines, or deleted, while they wait for a decision."""
        return frozenset(f.path for f in self.decided(Decision.UNDECIDED) if Badge.CONFLICT in f.badges)


class Refusal(Struct, frozen=True):
    """One path a verb could not serve, while the rest went on."""

    path: str
    message: str
    is_stopped: bool = False
    """Whether the user stopped the work before its turn came."""
    can_stay: bool = False
    """Whether the decision can be taken back all the same, with this file left as it lies on the disk."""

    @property
    def reported(self) -> str:
        """The message, which names the path."""
        return self.message if self.message.startswith(f"{self.path} ") else f"{self.path}: {self.message}"


class ConflictChoice(StrEnum):
    """How a conflict is settled."""

    MINE = "mine"
    PROPOSED = "proposed"


class OwnLines(Struct, frozen=True):
    """What the user wrote for a conflict."""

    text: str
    """Ends its lines at LF."""


class ConflictRegion(Struct, frozen=True):
    """Lines of a file that were changed on the disk and by the proposal; ranges are half-open and count from 0."""

    mine: tuple[int, int]
    """The lines of `FileTexts.before`: what lies on the disk."""
    proposed: tuple[int, int]
    """The lines of `FileTexts.after`."""
    before: str
    """What the proposal was made from."""


class KeptLines(Struct, frozen=True):
    """Lines of the user's that were kept in the proposal where a later reply has others."""

    mine: tuple[int, int]
    """Which lines of `FileTexts.after` they are; half-open, counted from 0."""
    before: str
    """What both were made from."""
    proposed: str
    """What the reply has there."""


class FileTexts(Struct, frozen=True):
    """Both sides of one file for showing: what it was made from and what is proposed.

    When the file changed meanwhile, it is what lies on the disk now, and what accepting writes to it.
    """

    path: str
    before: str
    after: str
    note: str = ""
    """Shown instead of a diff when the sides cannot be shown, such as for a binary file."""
    conflict: str = ""
    """Why the proposal cannot be written to the file as it lies on the disk, in a sentence; empty when it can."""
    is_gone: bool = False
    """In a conflict: whether nothing lies there any more."""
    identity: str = ""
    """Names the two sides, so that a decision on a part of them is never taken for one on others."""
    conflicts: tuple[ConflictRegion, ...] = ()
    """The lines in conflict, when only some are; the new side has what is proposed for them."""
    kept: tuple[KeptLines, ...] = ()
    """Where the user's lines were kept and a later reply has others; counted after the conflicts."""
    remarks: tuple[str, ...] = ()
    """What else becomes of the file, in words: its mode, byte-order mark, encoding, line endings."""
    pictures: tuple[bytes | None, bytes | None] | None = None
    """Both sides of a picture, None where there is no file; None for a file that is none."""
    hunks: tuple[ProposedHunk, ...] = ()
    """Where some were decided by themselves; else they are the differences of the two sides."""
    decided: tuple[DecidedRun, ...] = ()
    """In order; of an accepted file those that were rejected before."""
    own_lines: tuple[int, ...] = ()
    """The lines of the old side, in order and counted from 0, that were written since the proposal was made."""
    edited: tuple[int, ...] = ()
    """The lines of the new side, in order and counted from 0, that the user wrote in place of what was proposed."""
    left_out: tuple[int, ...] = ()
    """Of a file of the next commit: the hunks, counted from 1, that the user left out of it."""
    is_left_out: bool = False
    """Whether the user left such a file out, with all its hunks."""
    whole_only: str = ""
    """Why such a file is committed as a whole or not at all, in a sentence; empty where hunks can be left out."""
    marked: tuple[bool, bool] = (False, False)
    """Which side begins with a byte-order mark that is a change by itself, seen and decided in the first line."""


class Part(Struct, frozen=True):
    """Changed lines of a file that are decided on by themselves.

    Ranges are half-open and count lines from 0, as `FileTexts` shows them; a removed line and the line that was added
    in its place are chosen separately. Unchanged lines in the ranges are ignored.
    """

    old: tuple[tuple[int, int], ...]
    """The chosen removed lines."""
    new: tuple[tuple[int, int], ...]
    """The chosen added lines."""
    of: str
    """The identity of the `FileTexts` whose lines these are."""
    white_space: WhiteSpace = WhiteSpace.ALL
    """Which white space counted where they were chosen: another way may take other lines for changed ones."""
