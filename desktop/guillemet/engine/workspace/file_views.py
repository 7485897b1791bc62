"""Files as a model and the user see them: their text, the id by which their bytes are kept, how many lines changed."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import add

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.diff.conflicts import Region, merge_lines
from guillemet.engine.diff.hunk_numbers import lines_after, place_after, proposed_hunks, turned
from guillemet.engine.diff.lines import ChangedLines, changed, changed_bytes, own_marks
from guillemet.engine.diff.transfer import transfer
from guillemet.engine.errors import BinaryError, FileError, NotTextError
from guillemet.engine.git import refs
from guillemet.engine.git.merge import Merged, merge3
from guillemet.engine.git.trees import EXECUTABLE, FILE, LINK, TreeFile
from guillemet.engine.paths import guard_path
from guillemet.engine.review import ConflictRegion, DecidedRun, Decision, FileTexts, HunkState, ProposedHunk
from guillemet.engine.staging import AcceptedFile, Counts, ProposalEntry, Snapshot
from guillemet.engine.staging.snapshot import PartDecisions, ProposalChange
from guillemet.engine.text import LARGEST_TEXT, FileText, size_and_hash
from guillemet.engine.workspace.context import OTHER, WorkspaceContext
from guillemet.engine.workspace.former_paths import can_move_first
from guillemet.engine.workspace.kept_lines import edited_lines

LARGEST = 2_000_000
"""Bytes of a file that is still shown to a model."""
LARGEST_READ = LARGEST_TEXT
"""Bytes of a file that is still shown to the user."""
_PICTURES = {
    b"\x89PNG": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"%PDF-": "application/pdf",
}
_ENDINGS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}
_GONE = (
    "There is no such file: it was deleted or moved, or never there. "
    "Where a block names it, ask the model which file it meant, or dismiss the block."
)


class PresentFile(Struct, frozen=True):
    """A file as it lies in the worktree now."""

    path: str
    text: str = ""
    """With LF only; empty when there is a problem."""
    oid: str = ""
    """The blob id of its bytes, which are kept; empty when there is a problem."""
    problem: str = ""
    """Why it cannot be shown, in a sentence; empty when it can."""
    data: bytes = b""
    """The bytes of a file that is not text; empty otherwise."""
    place: str = ""
    """Where its bytes lie once links are followed; empty when there is a problem."""


def kind_of_picture(data: bytes) -> str:
    """Return the media type of a picture or a PDF, known by its first bytes; empty for anything else."""
    return next((kind for start, kind in _PICTURES.items() if data.startswith(start)), "")


def is_image(data: bytes) -> bool:
    """Whether it is a picture, known by its first bytes."""
    return kind_of_picture(data).startswith("image/")


def present_files(context: WorkspaceContext, paths: Iterable[str]) -> tuple[PresentFile, ...]:
    """Read these files, and keep their bytes as the base of what a model will propose for them."""
    refs.drop_left_over(context.repository)  # keeping private bytes makes the folder that it looks for
    return tuple(_present(context, path) for path in paths)


def unproposed(context: WorkspaceContext, now: Snapshot, path: str, *, shown: str = "") -> FileTexts:
    """Return what a block would be put into where nothing is proposed for the file: one side, or a note why not.

    `shown` is the blob id of the file as a model was shown it, which a reply's blocks are put into even when the file
    has changed since.
    """
    try:
        place = context.worktree.real_path(guard_path(path))
        mark = context.worktree.fingerprint(place)
        if mark is not None and mark[0] > LARGEST_READ:
            size = f"{mark[0] / 1e6:,.0f} MB"
            return FileTexts(path, "", "", note=f"It is too large to be shown here ({size}). Open it in your editor.")
        data = (
            context.repository.read_blob(shown)
            if shown and context.repository.has(shown)
            else context.worktree.read(place)
        )
        if data is None:
            return FileTexts(path, "", "", note=_GONE)
    except FileError as error:
        return FileTexts(path, "", "", note=str(error))
    try:
        edited = edited_lines(context, now, path, data)
        return FileTexts(path, "", whole_text(data), edited=tuple(sorted(edited)))
    except NotTextError as error:
        return FileTexts(path, "", "", note=f"{error} It has {size_and_hash(data)}.", pictures=_pictures(None, data))


def _present(context: WorkspaceContext, path: str) -> PresentFile:
    try:
        place = context.worktree.real_path(guard_path(path))
        data = context.worktree.read(place)
    except FileError as error:
        return PresentFile(path, problem=str(error))
    if data is None:
        return PresentFile(path, problem=f"{path} is not there any more. Drop it from the conversation.")
    if len(data) > LARGEST:
        size = len(data) / 1e6
        return PresentFile(path, problem=f"{path} is too large to be sent ({size:.1f} MB). Send a part of it by hand.")
    if kind_of_picture(data):  # the bytes of a small one, or of a plain PDF, could be read as text too
        return PresentFile(path, problem="It is a picture or a PDF and cannot be read as text.", data=data)
    try:
        text = FileText.from_bytes(data).text
    except NotTextError as error:
        return PresentFile(path, problem=str(error), data=data)
    return PresentFile(path, text, context.write(place, data), place=place)


class ShownFile(Struct, frozen=True):
    """One file of the proposal as it is shown."""

    entry: ProposalEntry
    before: TreeFile | None
    """The old side: what the file was made from, where a moved one was before, or in a conflict what lies there."""
    lies_at: str
    """Where that lies: a file that is to be moved is at its former path."""
    conflict: str = ""
    """Why the proposal cannot be written to the file as it lies there, in a sentence; empty when it can."""
    regions: tuple[ConflictRegion, ...] = ()
    written_over: tuple[DecidedRun, ...] = ()
    """Accepted lines in whose place others lie by now; of no hunk yet."""

    @property
    def is_kept(self) -> bool:
        """Whether the bytes of both sides are kept: not of a file in a conflict that only the whole file can settle."""
        return not self.conflict or bool(self.regions) or self.before is None

    @property
    def identity(self) -> str:
        """Names the two sides."""
        return "-".join(side.oid if side else "" for side in (self.before, self.entry.staged))


class RebasedProposal(Struct, frozen=True):
    """The proposal for a file that changed meanwhile, as one for the file as it lies there."""

    entry: ProposalEntry
    present: TreeFile
    """What lies there."""
    regions: tuple[ConflictRegion, ...] = ()
    """Where both changed the same lines; the entry proposes what was proposed for them."""

    @property
    def contents(self) -> frozenset[str]:
        """Ids of the blobs of all sides."""
        return self.entry.contents | {self.present.oid}


def rebase(
    context: WorkspaceContext, now: Snapshot, entry: ProposalEntry, base: TreeFile | None, lies_at: str
) -> RebasedProposal | None:
    """Return the proposal for the file as it lies there; None where nothing but the whole file can be settled.

    `base` is what was changed by it, and lay at its path or, while it is to be moved, at its former one.
    """
    present = context.keep(lies_at)
    if present is None or base is None or entry.staged is None or LINK in (present.mode, entry.staged.mode):
        return None
    merged = _merged(*(context.content(side) for side in (base, present, entry.staged)))
    if merged is None:
        return None
    data, regions = merged
    mode = present.mode if base.mode == entry.staged.mode else entry.staged.mode
    staged, parts = TreeFile(context.write(entry.path, data), mode), entry.part_decisions
    if staged != entry.staged:
        change = ProposalChange(len(now.replies), entry.staged, staged, is_rebase=True)
        parts = replace(parts, changes=(*parts.changes, change))
    counts = _counted(changed_files(context, present, staged))
    rebased = replace(entry, staged=staged, counts=counts, parts=parts)
    if entry.base is not None:
        parts = replace(parts, base=without_parts(context, entry, present))
        rebased = replace(rebased, base=present, parts=parts)
    return RebasedProposal(rebased, present, regions)


def based_on(context: WorkspaceContext, now: Snapshot, entry: ProposalEntry, base: TreeFile) -> Snapshot:
    """Return the snapshot with an entry, the waiting changes of which are of this file.

    That of a file to be moved is the base at its former path, the replies being applied to what it was before.
    """
    known, source = now.entries[entry.path], now.entries.get(entry.moved_from)
    if source and now.is_to_move(entry) and entry.base is None:
        entries = [entry, with_base(context, source, source, base)]
    else:
        entries = [with_base(context, known, entry, base)]
    now = now.with_entries(entries)
    return now.with_entries([recounted(context, now, entries[0])])


def with_base(
    context: WorkspaceContext, known: ProposalEntry, entry: ProposalEntry, base: TreeFile | None
) -> ProposalEntry:
    """Return an entry with another base, what was accepted in parts by `known` being no part of that one without."""
    parts = replace(entry.part_decisions, base=without_parts(context, known, base))
    is_needed = entry.parts or parts.source != parts.base
    return replace(entry, base=base, parts=parts if is_needed else None)


def _merged(base: bytes, mine: bytes, proposed: bytes) -> tuple[bytes, tuple[ConflictRegion, ...]] | None:
    """Return both changes in one, and the lines that both changed; None where that cannot be said of lines."""
    merged = merge3(base, mine, proposed)
    if isinstance(merged, Merged):
        return merged.data, ()
    lines = merge_lines(base, mine, proposed)
    if not lines or not lines.regions:
        return None
    return lines.data, tuple(_shown_region(base, one) for one in lines.regions)


def without_parts(context: WorkspaceContext, entry: ProposalEntry, base: TreeFile | None) -> TreeFile | None:
    """Return another base of a proposal as it would be if no part had been accepted.

    Accepted lines that the user wrote over since are the user's own by now.
    """
    parts = entry.part_decisions
    if parts.base == entry.base or not (base and parts.base and entry.base):
        return base
    sides = [context.content(side) for side in (entry.base, base, parts.base)]
    merged = merge3(*sides)
    data = merged.data if isinstance(merged, Merged) else transfer(sides[0], sides[2], sides[1], in_part=True)
    return base if data is None else replace(base, oid=context.write(entry.path, data))


def _shown_region(base: bytes, region: Region) -> ConflictRegion:
    lines = b"".join(base.splitlines(keepends=True)[region.base]).decode("utf-8", "replace")
    mine, proposed = ((one.start, one.stop) for one in (region.mine, region.merged))
    return ConflictRegion(mine, proposed, lines.replace("\r\n", "\n"))


def opened(context: WorkspaceContext, now: Snapshot, entry: ProposalEntry, before: TreeFile | None) -> ProposalEntry:
    """Return a decided entry as one of which each hunk was decided by itself; one that waits is that already.

    `before` is what the file was. What was rejected of a file that was to come or to go is nothing to go on from.
    """
    parts, staged, base = entry.part_decisions, entry.staged, entry.base
    match entry.decision:
        case Decision.ACCEPTED:
            parts = replace(parts, accepted=entry.counts.hunks)
            if (source := now.entries.get(entry.moved_from)) and parts.base is None:
                parts = moved_parts(parts, source, before)
            base = kept_like(context, entry, before, context.bytes_of(staged))
        case Decision.REJECTED if before and staged:
            left = replace(staged, oid=before.oid)
            change = ProposalChange(len(now.replies), staged, left, is_whole=True)
            parts = replace(parts, changes=(*parts.changes, change), rejected=entry.counts.hunks)
            staged = left
        case _:
            return entry
    return replace(entry, decision=Decision.UNDECIDED, base=base, staged=staged, parts=parts)


def moved_parts(parts: PartDecisions, source: ProposalEntry, base: TreeFile | None) -> PartDecisions:
    """Return the decisions on parts of a file that is moved with them from the path of another entry."""
    former = source.part_decisions
    return replace(parts, source=former.source, base=base, source_path=former.source_path or source.path)


def opened_again(context: WorkspaceContext, now: Snapshot, path: str) -> ProposalEntry | None:
    """Return a decided file as one of which each hunk was decided by itself, for more is proposed for it.

    What else was changed of it since is on both sides. None where the file is begun again: its move was rejected or is
    none of the replies, it is no text, or the user added lines to a new one, of which a commit has nothing yet.
    """
    entry = now.entries.get(path)
    if not entry or entry.decision is Decision.UNDECIDED or path in now.sources or now.is_to_move(entry):
        return None
    if entry.moved_from and not can_move_first(context, now, entry):
        return None
    again, present = opened(context, now, entry, now.origin(entry)), context.present_or_other(path)
    if again is entry or entry.staged is None or present == OTHER:
        return None
    if present == (entry.staged if entry.decision is Decision.ACCEPTED else entry.base):
        return again
    rebased = rebase(context, now, again, again.base, path) if now.origin(entry) else None
    return rebased.entry if rebased else None


def kept_like(context: WorkspaceContext, entry: ProposalEntry, before: TreeFile | None, data: bytes) -> TreeFile:
    """Keep the bytes as the file of an entry, with the mode it has before it is accepted as a whole."""
    return replace(before or entry.staged or TreeFile(""), oid=context.write(entry.path, data))


def recounted(context: WorkspaceContext, now: Snapshot, entry: ProposalEntry) -> ProposalEntry:
    """Return the entry with how much it changes now."""
    return replace(entry, counts=_counted(changed_files(context, now.origin(entry), entry.staged)))


def count(before: bytes | None, after: bytes | None) -> Counts:
    """Return the lines added and removed and the runs of changed lines; zeros for a file that is not text."""
    return _counted(_changed_lines(before or b"", after or b""))


def counted_whole(context: WorkspaceContext, entry: ProposalEntry) -> Counts:
    """Return the counts of all that was accepted of a file by itself and of what waits; not of what was rejected."""
    return _counted(changed_files(context, entry.part_decisions.base, entry.staged))


def _counted(hunks: Sequence[ChangedLines]) -> Counts:
    return Counts(sum(h.new_count for h in hunks), sum(h.old_count for h in hunks), len(hunks))


def _changed_lines(old: bytes, new: bytes) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines; none for what is not text."""
    try:
        is_plain = _ends_lines_at_lf(old) and _ends_lines_at_lf(new)
        if is_plain:
            return changed_bytes(old, new)
        return changed(whole_text(old), whole_text(new), marked=own_marks(old, new))
    except NotTextError:
        return ()


def with_sides(texts: FileTexts, before: bytes | None, after: bytes | None) -> FileTexts:
    """Return the texts with these bytes as both sides, None for no file; what is not text is described instead."""
    try:
        old, new = (None if data is None else FileText.from_bytes(data) for data in (before, after))
        only = old or new
        found = _changed_besides_lines(old, new) if old and new else _besides_lines(only) if only else ()
        remarks = (*texts.remarks, *found)
        marked = own_marks(before or b"", after or b"")
        sides = (old.whole if old else "", new.whole if new else "")
        return replace(texts, before=sides[0], after=sides[1], remarks=remarks, marked=marked)
    except NotTextError as error:
        what = "Binary" if isinstance(error, BinaryError) else str(error)
        note = f"{what}{', unchanged' * (before == after)}: {size_and_hash(before, after)}."
        return replace(texts, note=note, pictures=_pictures(before, after))


def divided_hunks(context: WorkspaceContext, shown: ShownFile) -> tuple[ProposedHunk, ...]:
    """Return the hunks of a file of which some were decided by themselves; nothing when none was."""
    entry = shown.entry
    has_rejected = any(change.is_rejection for change in entry.part_decisions.changes)
    is_divided = has_rejected or entry.has_accepted_parts or bool(shown.written_over)
    if entry.decision is Decision.REJECTED or not is_divided or not shown.is_kept:
        return ()
    return _hunks(context, shown, committed=())


def decided_runs(context: WorkspaceContext, shown: ShownFile, hunks: Sequence[ProposedHunk]) -> tuple[DecidedRun, ...]:
    """Return the lines of these hunks of a file that were decided by themselves and are on both sides of it now."""
    if not hunks:
        return ()
    entry, parts, found = shown.entry, shown.entry.part_decisions, list[DecidedRun]()
    waiting = changed_files(context, shown.before, entry.staged)
    back = turned(waiting)
    if entry.decision is Decision.UNDECIDED:
        before, after = _lines_of(context, parts.base), _lines_of(context, entry.base)
        for run in changed_files(context, parts.base, entry.base):
            old = (run.new.start, run.new.stop)
            texts = ("".join(before[run.old]), "".join(after[run.new]))
            found.append(DecidedRun(0, HunkState.ACCEPTED, old, lines_after(old, waiting), *texts))
    found += shown.written_over
    for change in (one.now for one in parts.changes if one.is_rejection):
        proposed, left = _lines_of(context, change.before), _lines_of(context, change.after)
        later = changed_files(context, change.after, entry.staged)
        for run in changed_files(context, change.before, change.after):
            new = lines_after((run.new.start, run.new.stop), later)
            texts = ("".join(left[run.new]), "".join(proposed[run.old]))
            found.append(DecidedRun(0, HunkState.REJECTED, lines_after(new, back), new, *texts))
    numbered = [replace(one, hunk=_hunk_of(one, hunks)) for one in found]
    return tuple(sorted(numbered, key=lambda one: (one.hunk, one.new, one.old)))


def _hunk_of(run: DecidedRun, hunks: Sequence[ProposedHunk]) -> int:
    """Return which of the hunks the lines are of, counted from 1."""
    return bisect_left(hunks, run.new[0], key=lambda one: one.new[1]) + 1


def _lines_of(context: WorkspaceContext, file: TreeFile | None) -> tuple[str, ...]:
    """Return the lines of a file with their endings; none for what is not text."""
    try:
        text = FileText.from_bytes(context.bytes_of(file))
    except NotTextError:
        return ()
    return tuple(map(add, text.lines, text.endings))


def written_over(
    context: WorkspaceContext, signed: AcceptedFile | None, shown: ShownFile, *, moved_from: AcceptedFile | None
) -> tuple[DecidedRun, ...]:
    """Return the lines accepted by themselves in whose place the user, or another program, wrote others.

    Those that were brought back are among them once more was decided: the proposal takes them for the user's own.
    `moved_from` is what was signed of the former path of a file that was moved.
    """
    entry, before = shown.entry, shown.before
    if signed is None or before is None or entry.decision is Decision.REJECTED or not shown.is_kept:
        return ()
    is_open = entry.decision is Decision.UNDECIDED
    if not (signed.is_part if is_open else signed.under is not None and signed.under.is_part):
        return ()
    levels = [signed]
    while levels[-1].under is not None and levels[-1].under.is_part:
        levels.append(levels[-1].under)
    if levels[-1].before is None and moved_from is not None:
        levels[-1] = replace(levels[-1], before=moved_from.before)
    if len(levels) == 1 and (levels[0].written, levels[0].before) == (before, entry.part_decisions.base):
        return ()  # as it is in most files
    waiting, lies = changed_files(context, before, entry.staged), _lines_of(context, before)
    accepted = changed_files(context, entry.part_decisions.base, before) if is_open else turned(waiting)
    found = list[DecidedRun]()
    for level in levels:
        old_lines, new_lines, first = (
            _lines_of(context, one) for one in (level.before, level.written, levels[-1].before)
        )
        later, back = (changed_files(context, level.written, one) for one in (before, levels[-1].before))
        for run in changed_files(context, level.before, level.written):
            place, origin = (lines_after((run.new.start, run.new.stop), changes) for changes in (later, back))
            is_seen = any(_share_lines(place, (one.new.start, one.new.stop)) for one in accepted)
            is_taken_back = first[slice(*origin)] == new_lines[run.new] or lies[slice(*place)] == old_lines[run.old]
            if not (is_seen or is_taken_back):
                texts = ("".join(old_lines[run.old]), "".join(new_lines[run.new]))
                is_other = lies[slice(*place)] != new_lines[run.new]
                new = lines_after(place, waiting)
                found.append(DecidedRun(0, HunkState.ACCEPTED, place, new, *texts, is_written_over=is_other))
    return tuple(sorted(found, key=lambda one: one.old))


def _share_lines(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two ranges of lines overlap; one that is empty, where lines were removed, is in each that it touches."""
    if one[0] == one[1] or other[0] == other[1]:
        return one[0] <= other[1] and other[0] <= one[1]
    return one[0] < other[1] and other[0] < one[1]


def hunks_since_commit(context: WorkspaceContext, shown: ShownFile) -> tuple[ProposedHunk, ...]:
    """Return the hunks of a file of which some were committed before others, these too; nothing when none was."""
    committed = shown.entry.part_decisions.committed
    return _hunks(context, shown, committed=committed) if committed and shown.is_kept else ()


def _hunks(
    context: WorkspaceContext, shown: ShownFile, *, committed: Iterable[tuple[TreeFile | None, TreeFile | None]]
) -> tuple[ProposedHunk, ...]:
    entry, parts = shown.entry, shown.entry.part_decisions
    rejected = ((one.now.before, one.now.after) for one in parts.changes if one.is_rejection)
    accepted = changed_files(context, parts.base, entry.base) if entry.decision is Decision.UNDECIDED else ()
    over = (ChangedLines(0, 0, start, stop - start) for start, stop in (one.old for one in shown.written_over))
    return proposed_hunks(
        changed_files(context, shown.before, entry.staged),
        accepted=sorted((*accepted, *over), key=lambda run: run.new_start),
        rejected=_lines_now(context, rejected, entry.staged),
        committed=_lines_now(context, committed, entry.staged),
        state=HunkState.of(entry.decision),
    )


def own_lines(context: WorkspaceContext, base: TreeFile | None, shown: ShownFile) -> tuple[int, ...]:
    """Return the lines of the old side that were written since the proposal was made from `base`, or was re-based."""
    before, staged = shown.before, shown.entry.staged
    rebases = [change for change in shown.entry.part_decisions.changes if change.is_rebase]
    if before is None or staged is None or LINK in (before.mode, staged.mode) or (before == base and not rebases):
        return ()
    hunks = changed_files(context, base, before) if base else ()
    found = {line for hunk in hunks for line in range(hunk.new.start, hunk.new.stop)}
    back = changed_files(context, staged, before)
    for start, stop in _lines_now(context, ((one.before, one.after) for one in rebases), staged):
        unchanged = set(range(start, stop)).difference(*(range(one.old.start, one.old.stop) for one in back))
        found.update(place_after(line + 1, back) - 1 for line in unchanged)
    return tuple(sorted(found))


def _lines_now(
    context: WorkspaceContext, changes: Iterable[tuple[TreeFile | None, TreeFile | None]], staged: TreeFile | None
) -> Iterator[tuple[int, int]]:
    """Yield where the lines that these changes changed are in what is proposed now."""
    for before, after in changes:
        later = changed_files(context, after, staged)
        for hunk in changed_files(context, before, after):
            yield lines_after((hunk.new.start, hunk.new.stop), later)


def changed_files(context: WorkspaceContext, *sides: TreeFile | None) -> tuple[ChangedLines, ...]:
    """Return the runs of lines in which two files differ."""

    def compare() -> tuple[ChangedLines, ...]:
        return _changed_lines(*(context.content(side) if side else b"" for side in sides))

    before, after = (side.oid if side else None for side in sides)
    return context.changed.between(before, after, compare)


def mode_words(before: TreeFile | None, after: TreeFile | None) -> tuple[str, ...]:
    """Return what becomes of the mode of a file, in words."""
    if after is None or after.mode == (before.mode if before else FILE):
        return ()
    if before is None:
        return (f"executable (mode {after.mode:o})",)
    becomes = "becomes executable" if after.mode == EXECUTABLE else "no longer executable"
    return (f"{becomes} (mode {before.mode:o} to {after.mode:o})",)


def own_line_words(context: WorkspaceContext, signed: AcceptedFile | None, shown: ShownFile) -> tuple[str, ...]:
    """Return in words that accepting kept lines of the user's own in a file, of which neither side shown has them."""
    written, sides = signed.written if signed else None, (shown.before, shown.entry.staged)
    if shown.entry.decision is not Decision.ACCEPTED or written is None or written in sides:
        return ()
    of_sides = {line for side in sides if side is not None for line in context.content(side).splitlines()}
    is_more = not of_sides.issuperset(context.content(written).splitlines())
    return ("the file has lines of your own, too",) if is_more else ()


def _besides_lines(only: FileText) -> Iterator[str]:
    """Yield in words what a file that comes or goes is besides its lines."""
    if not only.lines:
        yield "empty"
    if only.bom:
        yield "with a byte-order mark"


def _changed_besides_lines(old: FileText, new: FileText) -> Iterator[str]:
    if old.bom != new.bom:
        both = old.bom and new.bom
        yield "byte-order mark changed" if both else f"byte-order mark {'added' if new.bom else 'removed'}"
    if old.encoding != new.encoding:
        yield f"encoding {old.encoding} to {new.encoding}"
    before, after = _ending(old), _ending(new)
    if before and after and before != after:
        yield f"line endings {before} to {after}"


def _ending(side: FileText) -> str:
    """Return the name of the ending that all lines have, but for a last one without any."""
    found = set(side.endings) - {""}
    return _ENDINGS[found.pop()] if len(found) == 1 else ""


def _pictures(before: bytes | None, after: bytes | None) -> tuple[bytes | None, bytes | None] | None:
    """Return both sides of what is not text if they are pictures."""
    are = (data[:2] == b"BM" or data[8:12] == b"WEBP" or is_image(data) for data in (before, after) if data is not None)
    return (before, after) if all(are) else None


def whole_text(data: bytes) -> str:
    """Return a file's text with its own line endings, without a byte-order mark; raises NotTextError."""
    return FileText.from_bytes(data).whole


def _ends_lines_at_lf(data: bytes) -> bool:
    """Whether xdiff can count the bytes as they are: neither UTF-16 nor lines that end at a lone CR."""
    return b"\0" not in data and (b"\r" not in data or data.count(b"\r") == data.count(b"\r\n"))
