"""The list of the next commit: what of each signed file goes into it, or why it is left out.

A file on disk may hold lines of the user's own that no commit has. Committed is the text of HEAD, or of the index where
the user staged a part, with the changes that were accepted:

    lay there ──accepted──▶ written          (for each acceptance of the file, oldest first)
        ╎                      ╎
    HEAD or index ─────────▶ wanted

Of a file of the user's own that neither has, the accepted changes are nothing without the lines around them: it is left
out until the user chooses to commit it as it lies there.

The user may leave a file out, or hunks of it, as `commit_hunks` finds them.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.diff.lines import changed_bytes
from guillemet.engine.diff.transfer import transfer
from guillemet.engine.errors import FileError, NotTextError, RepositoryError
from guillemet.engine.git import commit_requirements, commits, index
from guillemet.engine.git.merge import Conflict, Merged, merge3
from guillemet.engine.git.repository import is_unicode
from guillemet.engine.git.trees import LINK, TreeFile, has_same_bytes
from guillemet.engine.review import CommitLine, Kind
from guillemet.engine.staging import AcceptedFile, Snapshot
from guillemet.engine.workspace.commit_hunks import CommitHunks
from guillemet.engine.workspace.context import OTHER, WorkspaceContext

_CLASH = (
    "not committed, because HEAD changed meanwhile in the same lines or next to them. Undo the decision, or commit "
    "with git."
)
_OVERLAPS = (
    "not committed, because your own uncommitted lines overlap the accepted ones. Include your own lines, or "
    "commit those with git first."
)
_UNKNOWN = (
    "not committed, because of your own lines in a file that git does not know yet. Include your own lines, or "
    "stage the file with git first."
)
_DELETED = "not committed while the file is gone. Bring it back, or undo the decision."
_CHANGED_BACK = (
    "not committed, because the file was changed back to what HEAD has, as by a switch of branches. Undo the decision, "
    "or that change."
)
_IGNORED = "ignored by git, not committed"
_OTHER_HUNKS = (
    "a hunk that you left out was changed since or is gone: what is there now is included. Look over the commit"
)
_ALL_HUNKS = "the hunks that you left out are included again"


class Listed(Struct, frozen=True):
    """One signed file that differs from HEAD: what a commit takes of it."""

    signed: AcceptedFile
    head: TreeFile | None
    wanted: TreeFile | None
    """As git stores it, line endings and filters applied."""
    staged: TreeFile | None
    """What the index holds now."""
    note: str = ""
    is_left_out: bool = False
    holds_own: bool = False
    """The file on disk holds lines of the user's own that are not `wanted`, unless they are by choice."""
    is_edited: bool = False
    """Another text lies there than accepting wrote, and is not committed."""
    moved_from: str = ""
    """Where the file was before all moves that are not committed yet."""
    whole: TreeFile | None = None
    """With the hunks that the user left out."""
    left_out: frozenset[int] = frozenset()
    """The numbers of these hunks, from HEAD to the whole, counted from 1; nothing where the whole file is left out."""
    hunks: int = 0
    """How many hunks there are, where some are left out."""
    whole_only: str = ""
    """Why no hunk can be left out, in a sentence."""


class Selected(Struct, frozen=True):
    """What is to be committed of one signed file, as git stores it."""

    wanted: TreeFile | Conflict | None
    written: TreeFile | Conflict | None
    """What accepting wrote, with what HEAD got since; it may hold lines of the user's own."""
    is_on_staged: bool = False
    """The user staged a part of the file, which is committed, too."""
    is_unknown: bool = False
    """Git has nothing of the file, and some of its lines are the user's own."""
    whole: TreeFile | Conflict | None = None
    """`wanted` with the hunks that the user left out."""
    left_out: frozenset[int] = frozenset()
    """The numbers of these hunks."""
    hunks: int = 0
    """How many hunks there are, where some are left out."""
    whole_only: str = ""
    """Why no hunk can be left out, in a sentence; empty where the texts may have some."""
    note: str = ""
    """What became of hunks that the user left out and that are included all the same."""


def listed(context: WorkspaceContext, snapshot: Snapshot, *, trust: bool = False) -> tuple[Listed, ...]:
    """Return the signed files that a commit concerns, in the order they were signed."""
    selector = Selector.of(context, snapshot, snapshot.signed, trust=trust)
    return _with_whole_moves(selector.listed(one) for one in snapshot.signed.values())


class CommitList(Struct):
    """Lists the same for reviews, and looks again only at the files of which something changed."""

    context: WorkspaceContext
    filters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of each path, as `commit_requirements.filters` remembers them."""
    _around: Hashable = None
    """What all files were listed under: HEAD and configuration."""
    _known: dict[str, tuple[Hashable, Listed | None]] = field(default_factory=dict)
    """By path, with what it was made of."""
    _held: tuple[object, dict[str, Hashable]] = (None, {})
    """When the index was written, and what it held of each path then."""

    def listed(self, snapshot: Snapshot) -> tuple[Listed, ...]:
        """Return the signed files that a commit concerns, in the order they were signed."""
        repository, signed = self.context.repository, snapshot.signed
        around = repository.head(), repository.settings()
        if around != self._around:
            self._around, self._known, self.filters = around, {}, {}
        made_of = self._made_of(signed)
        stale = [path for path, parts in made_of.items() if path not in self._known or self._known[path][0] != parts]
        for path in stale:
            self.filters.pop(path, None)
        selector = Selector.of(self.context, snapshot, stale, trust=False)
        fresh = {path: (made_of[path], selector.listed(signed[path])) for path in stale}
        self._known = {path: fresh.get(path) or self._known[path] for path in signed}
        return _with_whole_moves(line for _, line in self._known.values())

    def _made_of(self, signed: Mapping[str, AcceptedFile]) -> dict[str, Hashable]:
        """Return by path what a signed file is listed by, beside what all are listed under."""
        repository, fingerprint = self.context.repository, self.context.worktree.fingerprint
        concerned = {path: _concerned(signed, path) for path in signed}
        held = self._marks({path for paths in concerned.values() for path in paths})
        rules = repository.rules_stamps(signed)
        return {
            path: (
                tuple((signed.get(one), held[one]) for one in paths),
                fingerprint(path),
                rules[path.rpartition("/")[0]],
            )
            for path, paths in concerned.items()
        }

    def _marks(self, paths: Collection[str]) -> dict[str, Hashable]:
        """Return what the index holds of these paths, read again only once it was written."""
        stamp, (of, known) = self.context.repository.index_stamp(), self._held
        known = known if of == stamp else {}
        missing = [path for path in paths if path not in known]
        self._held = stamp, known | index.marks(self.context.repository, missing) if missing else known
        return self._held[1]

    def committed_elsewhere(self, snapshot: Snapshot) -> frozenset[str]:
        """Return the paths of signed files that another program committed since: HEAD has what was accepted of them."""
        heads = index.head_entries(self.context.repository, snapshot.signed)
        moved_on = {path for path, one in snapshot.signed.items() if heads[path] != one.head}
        if not moved_on:  # as before nearly every decision, and the list takes longer
            return frozenset()
        left = {line.signed.path for line in self.listed(snapshot)}
        gone = {path: one for path, one in snapshot.signed.items() if path not in left}
        gone = {path: one for path, one in gone.items() if one.moved_from not in left}
        sources = {one.moved_from for one in snapshot.signed.values() if one.path not in gone}
        return frozenset(gone.keys() & moved_on - sources)

    def as_seen(self, snapshot: Snapshot, seen: Iterable[CommitLine]) -> frozenset[str]:
        """Return the paths of what was seen to be committed; raises RepositoryError where its contents changed."""
        wanted = {line.path: line.identity for line in seen if not line.is_left_out}
        for line in lines(self.listed(snapshot)):
            if not line.is_left_out and line.identity != wanted.get(line.path, line.identity):
                raise RepositoryError(f"{line.path} changed meanwhile. Look at it again, then commit.")
        return frozenset(wanted)


def with_left_out(context: WorkspaceContext, now: Snapshot, after: Snapshot, one: AcceptedFile) -> AcceptedFile:
    """Return a file that is signed again with the hunks left out that were, as what is written makes them.

    `after` has it as it is signed. A hunk that cannot be found again, nor told from lines of the user's own, is named
    as before.
    """
    earlier = now.signed.get(one.path)
    if earlier is None or not one.left_out:
        return one
    before, then = (Selector.of(context, snapshot, (one.path,), trust=False) for snapshot in (now, after))
    try:
        known = before.hunks(earlier, before.selected(earlier))
        hunks = then.hunks(one, then.selected(one))
    except FileError:
        return one  # the list of the commit says why
    if isinstance(known, str) or isinstance(hunks, str) or known.before != hunks.before:
        return one
    numbers = (hunks.found([name]) or hunks.refined(known, known.found([name])) for name in one.left_out)
    names = [hunks.names_of(found) or (name,) for name, found in zip(one.left_out, numbers, strict=True)]
    changed = replace(one, left_out=tuple(dict.fromkeys(name for of_one in names for name in of_one)))
    return one if then.rest(changed, then.selected(changed)) is None else changed


def sides_identity(head: TreeFile | None, whole: TreeFile | None) -> str:
    """Return what names the two sides of a file of the next commit, as it is shown with all its hunks."""
    return " ".join(f"{side.mode:o} {side.oid}" if side else "none" for side in (head, whole))


def _with_whole_moves(every: Iterable[Listed | None]) -> tuple[Listed, ...]:
    """Return what is listed; a move is committed at both ends or not at all."""
    found = {line.signed.path: line for line in every if line}
    for path, line in tuple(found.items()):
        source = found.get(line.moved_from)
        if source and (line.is_left_out or source.is_left_out):
            note = line.note if line.is_left_out else source.note
            found[path] = replace(line, note=note, is_left_out=True)
            found[source.signed.path] = replace(source, note=note, is_left_out=True)
    return tuple(found.values())


def lines(files: Iterable[Listed]) -> tuple[CommitLine, ...]:
    """Return what the list of changes shows of the commit; a move is one line."""
    kept = tuple(files)
    sources = {one.moved_from for one in kept if one.moved_from}
    return tuple(_line(one) for one in kept if not (one.wanted is None and one.signed.path in sources))


class Selector(Struct, frozen=True):
    """Says what is to be committed of signed files. Filters of the repository run with trust only."""

    context: WorkspaceContext
    snapshot: Snapshot
    heads: Mapping[str, TreeFile | None]
    """What HEAD holds of these files, and of where they were moved from."""
    trust: bool
    has_filters: bool
    """Whether filters of the repository concern any of these files."""
    sources: frozenset[str]
    """Where files were moved from."""

    @staticmethod
    def of(context: WorkspaceContext, snapshot: Snapshot, paths: Collection[str], *, trust: bool) -> "Selector":
        """Return the selector for these signed files of a snapshot, and HEAD as it is now."""
        concerned = {one for path in paths for one in _concerned(snapshot.signed, path)}
        heads = index.head_entries(context.repository, concerned)
        has_filters = bool(commit_requirements.filters(context.repository, paths))
        sources = frozenset(one.moved_from for one in snapshot.signed.values() if one.moved_from)
        return Selector(context, snapshot, heads, trust, has_filters, sources)

    def listed(self, one: AcceptedFile) -> Listed | None:
        """Return what a commit takes of a signed file; None when nothing of it is left to be committed."""
        line = _listed(self, one)
        return line and replace(line, moved_from=_first_path(self.snapshot.signed, one))

    def selected(self, one: AcceptedFile) -> Selected:
        """Return what to commit of a signed file; raises FileError when it cannot be stored."""
        found = self._selected_whole(one)
        found = replace(found, whole=found.wanted, whole_only=self._why_whole_only(one, found))
        source = self.snapshot.signed.get(one.moved_from)
        if source and source.left_out:
            return replace(found, note=_ALL_HUNKS)
        return self._without_hunks(one, found) if one.left_out and not one.is_left_out else found

    def hunks(self, one: AcceptedFile, found: Selected) -> CommitHunks | str:
        """Return the hunks of all that a commit could take of a signed file, or why none of them can be left out."""
        head, whole = self.heads[one.path], found.whole
        if found.whole_only or not isinstance(whole, TreeFile) or head is None:
            return found.whole_only or "It cannot be committed."
        try:
            return CommitHunks.between(self.context.content(head), self.context.content(whole))
        except NotTextError:
            return "What is no text in one encoding is committed as a whole."

    def _without_hunks(self, one: AcceptedFile, found: Selected) -> Selected:
        """Return what to commit without the hunks that the user left out."""
        hunks, whole = self.hunks(one, found), found.whole
        if isinstance(hunks, str) or not isinstance(whole, TreeFile):
            return found if isinstance(whole, Conflict) else replace(found, note=_ALL_HUNKS)
        left_out = hunks.found(one.left_out)
        note = _OTHER_HUNKS if len(left_out) < len(one.left_out) else ""
        wanted = replace(whole, oid=self.context.write(one.path, hunks.without(left_out))) if left_out else whole
        return replace(found, wanted=wanted, left_out=left_out, hunks=len(hunks.lines) * bool(left_out), note=note)

    def _why_whole_only(self, one: AcceptedFile, found: Selected) -> str:
        """Return why no hunk of a signed file can be left out; empty where its texts may have some."""
        head, whole = self.heads[one.path], found.wanted
        if isinstance(whole, Conflict):
            return ""
        reasons = (
            (one.moved_from or one.path in self.sources, "A file that is moved is committed as a whole."),
            (head is None, "A new file is committed as a whole."),
            (whole is None, "A file is deleted as a whole."),
            (LINK in (head and head.mode, whole and whole.mode), "A link is committed as a whole."),
            (one.with_own, "It is committed as it is on disk. Leave your own lines out of it first."),
            (found.is_on_staged, "You staged a part of it yourself, so it is committed as a whole."),
            (self._is_filtered(one.path), "A filter of the repository changes it, so it is committed as a whole."),
        )
        return next((why for applies, why in reasons if applies), "")

    def rest(self, one: AcceptedFile, found: Selected) -> AcceptedFile | None:
        """Return how what is left out of a file stays signed once a commit has the others of its hunks.

        None where that could not be told from lines of the user's own.
        """
        whole, wanted = found.whole, found.wanted
        written = self._stored(one.path, one.written)
        if not isinstance(whole, TreeFile) or not isinstance(wanted, TreeFile) or written is None:
            return None
        later = replace(self, heads={**self.heads, one.path: wanted})
        names = CommitHunks.between(*map(self.context.content, (wanted, whole))).names
        left = replace(one, staging=None, head=wanted, is_part=False, left_out=names)
        ways = [left]  # where own lines lie next to what is left out, it is found by what the file was made from
        lay = transfer(*map(self.context.content, (whole, wanted, written)))
        if lay is not None:
            before = replace(written, oid=self.context.write(one.path, lay))
            ways.insert(0, replace(left, before=before, made_from=before, under=None))
        return next((way for way in ways if later.accepted_on(way, wanted) == whole), None)

    def _selected_whole(self, one: AcceptedFile) -> Selected:
        """Return what to commit of a signed file of which nothing is left out."""
        context = self.context
        if index.is_unresolved(context.repository, one.path):
            raise FileError(one.path, "A merge left it unresolved. Resolve it with git first.")
        if one.written is not None and not is_unicode(one.path):
            raise FileError(one.path, "The name is not valid Unicode. Commit the file with git.")
        written = self._with_head(one, self._stored(one.path, one.written))
        if one.with_own and one.written is not None:
            present = self._stored(one.path, context.keep(one.path))
            return Selected(self._with_head(one, present), written)
        if self._is_unknown(one):
            return Selected(Conflict(), written, is_unknown=True)
        return self._without_own(one, written)

    def _without_own(self, one: AcceptedFile, written: TreeFile | Conflict | None) -> Selected:
        """Return what to commit of a file without lines that are the user's own, as far as they can be told apart."""
        context, head = self.context, self.heads[one.path]
        held = index.entry(context.repository, one.path)
        if held and held.mode & index.INTENT_TO_ADD:
            return Selected(written, written)  # `git add -N` asks for all of a new file
        staged = _staged_by_user(context, one, head)
        if not self.trust and self._is_filtered(one.path):
            return Selected(written, written)  # only the filter knows what of the file is the user's own
        wanted = self.accepted_on(one, staged or head)
        if staged and isinstance(wanted, Conflict) and is_stored_as(context, one.path, staged):
            wanted = staged  # the user staged all of the file since
        return Selected(wanted, written, is_on_staged=staged is not None)

    def _is_unknown(self, one: AcceptedFile) -> bool:
        """Whether lines are left of a file that lay there before it was accepted first, and git has none of it yet."""
        before, head = self._unknown_origin(one), self.heads[one.path]
        if before is None or one.written is None or head or _staged_by_user(self.context, one, head):
            return False
        return before != one.written and _keeps_lines(*map(self.context.content, (before, one.written)))

    def _unknown_origin(self, one: AcceptedFile) -> TreeFile | None:
        """Return what lay there before the file was accepted first, or where it was moved from, if git had none."""
        first = one
        while first.under:
            first = first.under
        source = self.snapshot.signed.get(one.moved_from)
        if source and first.before is None:
            if source.head or _staged_by_user(self.context, source, source.head):
                return None
            return self._unknown_origin(source.under) if source.under else source.before
        # What was written over as a whole is nowhere in the file.
        return None if first.head or first.made_from is None else first.before

    def _is_filtered(self, path: str) -> bool:
        return self.has_filters and bool(commit_requirements.filters(self.context.repository, (path,)))

    def accepted_on(self, one: AcceptedFile, base: TreeFile | None) -> TreeFile | Conflict | None:
        """Return what is to be committed of a file where all but the accepted changes is `base`."""
        if one.under:
            below = self.accepted_on(one.under, base)
            if isinstance(below, Conflict):
                return below
            base = below
        written = self._stored(one.path, one.written)
        before, made_from = one.before, one.made_from
        source = self.snapshot.signed.get(one.moved_from)
        if source and before is None and base is None:
            # What is the user's own in a moved file, and what was accepted of it, shows at its former place.
            before = source.before
            made_from = made_from or before
            there = self.heads[source.path]
            below = self.accepted_on(source.under, there) if source.under else there
            if isinstance(below, Conflict):
                return below
            base = below
        if written is None or before is None or made_from is None or base is None:
            # A deletion, a new file, one that was written over as a whole, or one that git did not know.
            return self._accepted_whole(one, base, written)
        # What lay there before is no origin where it was in conflict with the proposal, or the same as it.
        origins = (made_from,) if before == one.written else dict.fromkeys((before, made_from))
        results = (self._put_into(one.path, base, self._stored(one.path, origin), written) for origin in origins)
        return next((found for found in results if not isinstance(found, Conflict)), Conflict())

    def _accepted_whole(
        self, one: AcceptedFile, base: TreeFile | None, written: TreeFile | None
    ) -> TreeFile | Conflict | None:
        """Return what is to be committed of a file that was not made by changing what lay there."""
        if base != one.head and self._holds(base, written):
            return base
        return written if has_same_bytes(one.head, self.heads[one.path]) else Conflict()

    def _put_into(self, path: str, base: TreeFile, before: TreeFile | None, after: TreeFile) -> TreeFile | Conflict:
        """Return a version of a file with the change from `before` to `after`."""
        if before is None:
            return Conflict()
        mode = base.mode if before.mode == after.mode else after.mode
        if base.oid in (before.oid, after.oid):
            return replace(after, mode=mode)
        if LINK in (base.mode, before.mode, after.mode):
            return Conflict()
        sides = [self.context.content(side) for side in (before, base, after)]
        merged = merge3(*sides)
        if isinstance(merged, Merged):
            return TreeFile(self.context.write(path, merged.data), mode)
        old, other, new = sides
        data = transfer(old, new, other)
        if data is None:
            return replace(base, mode=mode) if transfer(new, old, other) is not None else merged
        return TreeFile(self.context.write(path, data), mode)

    def _holds(self, base: TreeFile | None, written: TreeFile | None) -> bool:
        """Whether a version of a file has all lines that were written to it, in their order."""
        if written is None or base is None:
            return base == written
        return all(
            not one.old_count for one in changed_bytes(self.context.content(written), self.context.content(base))
        )

    def _with_head(self, one: AcceptedFile, wanted: TreeFile | None) -> TreeFile | Conflict | None:
        """Return a whole file with what HEAD got of it since it was accepted, which is not taken back."""
        head = self.heads[one.path]
        if has_same_bytes(one.head, head) or head == wanted:
            return wanted
        if not (one.head and head and wanted) or LINK in (head.mode, wanted.mode):
            return Conflict()
        merged = merge3(*map(self.context.content, (one.head, head, wanted)))
        if isinstance(merged, Conflict):
            return merged
        return TreeFile(self.context.write(one.path, merged.data), wanted.mode)

    def _stored(self, path: str, file: TreeFile | None) -> TreeFile | None:
        """Return a file of the worktree as git stores it; raises FileError when it cannot be."""
        if file is None or file.mode == LINK:
            return file
        context = self.context
        data = context.content(file)
        if self.trust and self._is_filtered(path):
            return TreeFile(commits.hash_through_git(context.repository, path, data), file.mode)
        cleaned = commits.clean(context.repository, path, data)
        return file if cleaned == data else TreeFile(context.write(path, cleaned), file.mode)


def _keeps_lines(before: bytes, after: bytes) -> bool:
    """Whether a line of the first text, and no blank one, is left in the other."""
    lines = before.split(b"\n")
    gone = {at for run in changed_bytes(before, after) for at in range(run.old_start, run.old_start + run.old_count)}
    return any(line.strip() for at, line in enumerate(lines) if at not in gone)


def is_stored_as(context: WorkspaceContext, path: str, file: TreeFile | None) -> bool:
    """Whether what lies at the path is what git would store as this file."""
    try:
        data = context.worktree.read_state(path).data
        oid = None if data is None else context.repository.blob_id(commits.clean(context.repository, path, data))
        return oid == (file.oid if file else None)
    except FileError:
        return False


def _listed(selector: Selector, one: AcceptedFile) -> Listed | None:
    context, head = selector.context, selector.heads[one.path]
    staged = index.entry(context.repository, one.path)
    try:
        found = selector.selected(one)
    except FileError as error:
        return Listed(one, head, one.written, staged, note=f"not committed. {error}", is_left_out=True)
    whole = found.whole
    # A user who committed the file as it lies there has continued from what was accepted.
    if whole == head or (isinstance(whole, Conflict) and is_stored_as(context, one.path, head)):
        return None
    present = context.present_or_other(one.path)
    why = _UNKNOWN if found.is_unknown else _why_left_out(context, one, head, whole, present)
    holds_own = _holds_own(one, found, present) and why != _CHANGED_BACK
    is_edited = _is_edited(one, present)
    if why or isinstance(whole, Conflict) or isinstance(found.wanted, Conflict):
        return Listed(
            one, head, one.written, staged, note=why, is_left_out=True, holds_own=holds_own, is_edited=is_edited
        )
    if head is None and context.repository.is_ignored(one.path):
        return Listed(one, head, whole, staged, note=_IGNORED, is_left_out=True)
    line = Listed(
        one, head, whole, staged, holds_own=holds_own, is_edited=is_edited, whole=whole, whole_only=found.whole_only
    )
    if one.is_left_out or found.wanted == head:  # or others committed all hunks but those left out
        return replace(line, is_left_out=True)
    notes = [note for note in (found.note, _note(context, one, head, found, present)) if note]
    note = ". ".join((*notes[:1], *(note[0].upper() + note[1:] for note in notes[1:])))
    return replace(line, wanted=found.wanted, note=note, left_out=found.left_out, hunks=found.hunks)


def moved_paths(signed: Mapping[str, AcceptedFile]) -> dict[str, str]:
    """Return where files are now that were moved, by each path they had before."""
    found: dict[str, str] = {}
    for one in signed.values():
        if one.moved_from and one.written is not None:
            found |= dict.fromkeys(_former_paths(signed, one), one.path)
    return found


def _concerned(signed: Mapping[str, AcceptedFile], path: str) -> list[str]:
    """Return the path of a signed file, and where it, or what it was written over, was moved from."""
    found, left = list[str](), [path]
    while left:
        at = left.pop()
        if at not in found:
            found.append(at)
            level = signed.get(at)
            while level:
                left += [level.moved_from] if level.moved_from else []
                level = level.under
    return found


def _first_path(signed: Mapping[str, AcceptedFile], one: AcceptedFile) -> str:
    """Return where a file was before the first of its moves; empty when it was not moved, or is there again."""
    first = [one.path, *_former_paths(signed, one)][-1]
    return "" if first == one.path else first


def _former_paths(signed: Mapping[str, AcceptedFile], one: AcceptedFile) -> list[str]:
    """Return where a file was before each of its moves, the last one first."""
    paths: list[str] = []
    path = one.moved_from
    while path and path not in paths:
        paths.append(path)
        there = signed.get(path)
        while there and there.written is None:  # it went with the next move
            there = there.under
        path = there.moved_from if there else ""
    return paths


def _why_left_out(
    context: WorkspaceContext,
    one: AcceptedFile,
    head: TreeFile | None,
    wanted: TreeFile | Conflict | None,
    present: TreeFile | None,
) -> str:
    """Return why nothing of the file is committed, as it was changed back or cannot be merged; else nothing."""
    if present is None and one.written:
        return _DELETED
    # What stands in the index is still to be committed: `git rm --cached` leaves the file, too.
    if (
        head is not None
        and present not in (None, OTHER, one.written)
        and index.is_same(index.entry(context.repository, one.path), head)
        and is_stored_as(context, one.path, head)
    ):
        return _CHANGED_BACK
    if not isinstance(wanted, Conflict):
        return ""
    if not has_same_bytes(head, one.head):
        return _CLASH
    return _OVERLAPS


def _staged_by_user(context: WorkspaceContext, one: AcceptedFile, head: TreeFile | None) -> TreeFile | None:
    """Return the index's text of a file of which the user staged a part; None where it holds HEAD's and ours only."""
    held = index.entry(context.repository, one.path)
    level: AcceptedFile | None = one
    while level:
        if level.staging and index.is_same(held, level.staging.after):
            held = level.staging.before
        level = level.under
    known = (head, one.head)
    if held is None or any(index.is_same(held, side) for side in known):
        return None
    return index.without_flags(held)


def _holds_own(one: AcceptedFile, found: Selected, present: TreeFile | None) -> bool:
    """Whether the file on disk holds lines of the user's own that a commit leaves out, or takes only by choice."""
    if one.written is None or present in (None, OTHER):
        return False
    return one.with_own or present.oid != one.written.oid or found.whole != found.written


def _is_edited(one: AcceptedFile, present: TreeFile | None) -> bool:
    is_other = one.written is not None and present is not None and present.oid != one.written.oid
    return is_other and not one.with_own


def _note(
    context: WorkspaceContext, one: AcceptedFile, head: TreeFile | None, found: Selected, present: TreeFile | None
) -> str:
    """Return what of a file on disk is not committed, or what else is; empty when it lies there as it was accepted."""
    written = one.written
    if found.is_on_staged and not one.with_own:
        staged = "what you staged of it yourself is committed, too"
        whole = found.whole
        is_all = written is None or isinstance(whole, Conflict) or is_stored_as(context, one.path, whole)
        return staged if is_all else f"{staged}. What you did not stage is left out; it stays in the file"
    is_head_new = not has_same_bytes(head, one.head) and found.whole != written
    notes = (
        (one.with_own and written is not None, "committed as it is on disk, with your own lines"),
        # What is otherwise on disk may be what was staged, or what others committed.
        (is_head_new, "changed in HEAD meanwhile; both changes are committed"),
        (
            written is None and present is not None,
            "a new file lies there; the deletion is committed, the file stays",
        ),
    )
    if note := next((note for applies, note in notes if applies), ""):
        return note
    edited = "edited since; the commit holds the accepted text"
    own = "your own uncommitted lines are left out; they stay in the file"
    if not _is_edited(one, present):
        return own if found.whole != found.written else ""
    return edited if found.whole == found.written else f"{edited}. {own.capitalize()}"


def _line(one: Listed) -> CommitLine:
    if one.moved_from:
        kind = Kind.MOVED
    elif one.wanted is None:
        kind = Kind.DELETED
    else:
        kind = Kind.CHANGED if one.head else Kind.ADDED
    return CommitLine(
        one.signed.path,
        kind,
        is_staged=index.is_same(one.staged, one.wanted),
        moved_from=one.moved_from,
        note=one.note,
        is_left_out=one.is_left_out,
        holds_own=one.holds_own,
        with_own=one.signed.with_own,
        is_by_choice=one.is_left_out and not one.note,
        identity=f"{one.wanted.mode:o} {one.wanted.oid}" if one.wanted else "",
        hunks=(one.hunks - len(one.left_out), one.hunks),
    )
