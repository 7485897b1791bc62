"""The target file of each block: its path guarded and chosen, its content read once and kept as the blocks leave it.

A block whose lines are not in the file it names may mean the one other file of the conversation that has them; one
that names no file that is there, the one file of the conversation or else of the repository. Files are read through the
protocol `Files`; `MemoryFiles` implements it for a mapping.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import islice
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz, process

from guillemet.engine.applying.hidden_characters import LookAlikes
from guillemet.engine.applying.locate import is_telling
from guillemet.engine.applying.options import ApplyOptions
from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.blocks import Block, DeleteFile, EditBlock, MoveFile, WholeFile
from guillemet.engine.errors import (
    BinaryError,
    EncodingError,
    FileError,
    NotTextError,
    RepositoryError,
    TooLargeError,
    UnsafePathError,
)
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import Found
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget
from guillemet.engine.outcomes import Nearest, Outcome, Reason
from guillemet.engine.paths import (
    KnownPaths,
    choose_path,
    endings,
    guard_path,
    has_only_a_slash_in_front,
    without_prefix,
)
from guillemet.engine.text import size_and_hash

_NEIGHBOURS_READ = 20
_CANDIDATES_NAMED = 5
_NEAREST_PATHS = 3
_NEAREST_LEAST = 60
"""Percent of likeness below which a path is not offered."""
_TAKEN = "The reply names {}, which was taken for {}."
_STEPS_A_PATH = 1_000
"""What comparing two paths takes."""
_LETTERS = 8
"""Letters and digits of lines by which a file is found."""
_PARTS_SOUGHT = 5
"""Lines of a block that a file must hold somewhere before it is looked at."""
_STEPS_A_READING = 200_000
"""What reading a file and finding its lines takes."""
_STEPS_A_LINE = 100
"""What searching takes, for each line it is done in."""


class Files(Protocol):
    """The files a reply is applied to; every path given has passed the path guard."""

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, None when there is no such file; raises FileError when it cannot be read."""
        ...

    def names(self) -> Collection[str]:
        """Return the path of every file that a reply may mean loosely."""
        ...

    def holding(self, parts: Sequence[str], *, effort: WorkBudget) -> Iterable[str]:
        """Yield the files in whose text all these parts of lines stand; raises BudgetSpentError without effort left."""
        ...

    def new_file_ending(self, path: str) -> str:
        """Return the line ending a new file at this path takes."""
        ...

    def real_path(self, path: str) -> str:
        """Return the path behind links; raises UnsafePathError when it leads out of the repository."""
        ...

    def is_same(self, path: str, other: str) -> bool:
        """Whether two paths that differ only in how they are spelled are one file, as on disks that ignore case."""
        ...

    def why_it_can_run(self, path: str) -> str | None:
        """Return in a sentence what of this repository in particular runs or obeys the file; None when nothing does."""
        ...


class MemoryFiles:
    """The files of a mapping from paths to text or bytes."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self._files = files
        self._folders: dict[str, list[str]] | None = None

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, text as UTF-8."""
        content = self._files.get(path)
        if content is None:
            self._refuse_clash(path)
        if not isinstance(content, str):
            return content
        try:
            return content.encode()
        except UnicodeEncodeError as error:
            raise FileError(path, f"The text of {path} holds half of a character and cannot be edited.") from error

    def names(self) -> Collection[str]:
        """Return every path of the mapping."""
        return self._files.keys()

    def holding(self, parts: Sequence[str], *, effort: WorkBudget) -> Iterable[str]:
        """Yield the files that hold the parts; bytes are searched for them as UTF-8."""
        encoded = [part.encode(errors="replace") for part in parts]
        for path, content in self._files.items():
            effort.spend(len(content))
            if isinstance(content, str):
                is_held = all(part in content for part in parts)
            else:
                is_held = all(part in content for part in encoded)
            if is_held:
                yield path

    def new_file_ending(self, path: str) -> str:
        """Return CRLF when the files of the same folder have it, or all files where that folder is new."""
        beside = self._beside().get(path.rpartition("/")[0]) or self._files
        contents = (self._files[other] for other in islice(beside, _NEIGHBOURS_READ))
        habits = {_has_crlf(content) for content in contents if _has_lines(content)}
        return "\r\n" if habits == {True} else "\n"

    def real_path(self, path: str) -> str:
        """Return the path itself: memory has no links."""
        return path

    def is_same(self, path: str, other: str) -> bool:
        """Whether the paths are equal: in memory case counts."""
        return path == other

    def why_it_can_run(self, path: str) -> str | None:  # noqa: ARG002  as the protocol has it
        """Return None: memory has no configuration."""
        return None

    def _beside(self) -> dict[str, list[str]]:
        """Return the files of each folder; a folder that holds folders only has an empty list."""
        if self._folders is None:
            self._folders = {}
            for path in self._files:
                folder = path.rpartition("/")[0]
                self._folders.setdefault(folder, []).append(path)
                while folder := folder.rpartition("/")[0]:
                    self._folders.setdefault(folder, [])
        return self._folders

    def _refuse_clash(self, path: str) -> None:
        if path in self._beside():
            raise FileError(path, f"{path} is a folder. Name a file in it.")
        above = path
        while above := above.rpartition("/")[0]:
            if above in self._files:
                raise FileError(path, f"{above} is a file, so it cannot hold {path}. Choose another name.")


def _has_lines(content: str | bytes) -> bool:
    return "\n" in content if isinstance(content, str) else b"\n" in content


def _has_crlf(content: str | bytes) -> bool:
    return "\r\n" in content if isinstance(content, str) else b"\r\n" in content


class Refused(Exception):  # noqa: N818 - an answer on its way to the outcome, not a fault
    """The block's file cannot be determined or used; never leaves this package."""

    def __init__(self, path: str, reason: Reason, message: str, nearest: tuple[Nearest, ...] = ()) -> None:
        super().__init__(message)
        self.path = path
        self.reason = reason
        self.message = message
        self.nearest = nearest


class Target(Struct, frozen=True):
    """The file a block means."""

    file: WorkingFile
    doubt: str = ""
    """Why the path may mean another file, in a sentence; empty when it is clear."""


class Targets:
    """The files of one reply."""

    def __init__(self, files: Files, options: ApplyOptions) -> None:
        self._files = files
        self._options = options
        self._working_files: dict[str, WorkingFile] = {}
        self._real: dict[str, str] = {}
        self._known: KnownPaths | None = None
        self._look_alikes: LookAlikes | None = None
        self._folders: frozenset[str] | None = None
        self._filled: set[str] = set()
        """Folders of the files this reply made or changed."""
        self._moved: dict[str, str] = {}
        """Where a file went, by its path before."""

    def copied(self) -> tuple["Targets", dict[WorkingFile, WorkingFile]]:
        """Return the same files, in which blocks can be tried, and the copy of each."""
        other = copy(self)
        copies = {file: file.copied() for file in self._working_files.values()}
        other._working_files = {path: copies[file] for path, file in self._working_files.items()}  # noqa: SLF001
        other._real, other._filled, other._moved = dict(self._real), set(self._filled), dict(self._moved)  # noqa: SLF001
        return other, copies

    @property
    def changed(self) -> Iterable[WorkingFile]:
        """The files whose bytes are others than at first, in the order in which blocks named them."""
        return (file for file in self._working_files.values() if file.is_changed)

    @property
    def moves(self) -> dict[str, str]:
        """The path each moved file had at first, by the one it has now."""
        files = self._working_files
        moved = ((file.path, file.origin) for file in files.values() if file.origin != file.path)
        return {path: origin for path, origin in moved if files[path].exists and not files[origin].exists}

    def named_by(self, block: Block) -> str:
        """Return the path the block is about, as written."""
        only_chat_file = self._options.chat_files[0] if len(self._options.chat_files) == 1 else ""
        return block.path or self._options.path or only_chat_file

    def target_of(self, block: Block) -> Target:
        """Return the file the block means; raises Refused with the reason when there is none to use."""
        written = self.named_by(block)
        if not written:
            raise Refused("", Reason.NO_PATH, "The block names no file. Put its path on a line of its own before it.")
        return self._usable(written, block)

    def note_failure(self, block: Block) -> None:
        """Remember that a block failed, in the file that it names, where that can be used."""
        with suppress(Refused):
            self.target_of(block).file.has_failed = True

    def destination_of(self, block: MoveFile, *, source: str) -> Target:
        """Return the file a move from `source` makes; raises Refused when it may not be made."""
        made = WholeFile(block.target, block.format, block.number, line_number=0, new=(), must_be_new=True)
        return self._usable(block.target, made, source=source)

    def of_conversation(self, *, besides: WorkingFile | None = None) -> Iterable[WorkingFile]:
        """Return the other files of the conversation that can be used and exist."""
        for path in self._options.chat_files:
            try:
                file = self._working_file(guard_path(path, root=self._options.root, exists=self._exists))
            except (Refused, FileError):
                continue
            if file is not besides and file.exists:
                yield file

    def known(self, path: str) -> WorkingFile | None:
        """Return the file of this very path, which was read before; None when there is none."""
        return self._working_files.get(path)

    def file_at(self, path: str) -> WorkingFile:
        """Return the file of the path of an outcome."""
        return self._working_file(path)

    def with_size(self, outcome: Outcome) -> Outcome:
        """Return the outcome of a block that holds bytes with size and hash of its file, if it can be read."""
        is_binary = outcome.reason is Reason.BINARY
        return replace(outcome, message=outcome.message + self._size_of(outcome.path)) if is_binary else outcome

    def _size_of(self, path: str) -> str:
        """Return size and hash of a file as a further sentence; nothing where it cannot be read."""
        try:
            data = self._files.read(self._files.real_path(guard_path(path, exists=self._exists)))
        except FileError:
            return ""
        return f" The file has {size_and_hash(data)}." if data is not None else ""

    def with_text(self, block: EditBlock, *, strict: bool, effort: WorkBudget) -> Sequence[Nearest]:
        """Return the first place in each file in which the lines that the block searches stand.

        One file of the conversation goes before all of the repository, and exact places before others. None is returned
        for trivial lines, and where no effort is left or the repository cannot be listed.
        """
        searched = block.searched
        if not is_telling(searched) or sum(map(str.isalnum, "".join(searched))) < _LETTERS:
            return ()
        try:
            found = _standing_in(self.of_conversation(), searched, strict=strict, effort=effort)
            return found if len(found) == 1 else self._with_text(searched, strict=strict, effort=effort)
        except (BudgetSpentError, RepositoryError):
            # Where not all could be searched, none is known to be the only one.
            return ()

    def _with_text(self, searched: Sequence[str], *, strict: bool, effort: WorkBudget) -> Sequence[Nearest]:
        # Letters beyond ASCII are other bytes in other encodings, so lines without them find more.
        lines = sorted({line.strip() for line in searched}, key=len, reverse=True)
        parts = list(filter(str.isascii, lines))[:_PARTS_SOUGHT] or lines[:1]
        changed = (file.path for file in self.changed)
        paths = dict.fromkeys((*self._files.holding(parts, effort=effort), *changed))
        return _standing_in(self._usable_files(sorted(paths)), searched, strict=strict, effort=effort)

    def _usable_files(self, paths: Iterable[str]) -> Iterable[WorkingFile]:
        for path in paths:
            try:
                file = self._working_file(guard_path(path, exists=lambda _: True))
            except FileError:
                continue
            if file.exists:
                yield file

    def move(self, source: WorkingFile, target: WorkingFile) -> None:
        """Give the content of one file to another path."""
        target.receive(source)
        self._moved[source.path] = target.path
        self._moved.pop(target.path, None)

    def moved_to(self, path: str) -> str | None:
        """Return where this reply moved the file that was at the path, None when it did not."""
        seen = {path}
        while (path := self._moved.get(path, path)) not in seen:
            seen.add(path)
        return path if len(seen) > 1 else None

    def hold(self, file: WorkingFile) -> None:
        """Count a file that a block made or changed: its folders are folders from now on."""
        if file.exists and not file.is_held:
            file.is_held = True
            self._filled.update(_folders((file.path,)))

    def new_file_ending(self, path: str) -> str:
        """Return the line ending a new file at this path takes."""
        return self._files.new_file_ending(path)

    def look_alike(self, path: str) -> str:
        """Return the file or folder that was there and that a new path looks like; "" when there is none."""
        if self._look_alikes is None:
            self._look_alikes = LookAlikes(self._files.names())
        return self._look_alikes.of(path)

    def nearest_paths(self, path: str, *, effort: WorkBudget) -> tuple[Nearest, ...]:
        """Return the files whose paths resemble the one that is missing, best first; none when no effort is left."""
        if effort.is_spent:
            return ()
        names = list(self._names())
        effort.take(_STEPS_A_PATH * len(names))
        # One that was deleted or moved since is still among the names.
        found = process.extract(path, names, scorer=fuzz.ratio, limit=2 * _NEAREST_PATHS, score_cutoff=_NEAREST_LEAST)
        there = [
            Nearest(name, line=1, count=0, similarity=score / 100) for name, score, _ in found if self._is_there(name)
        ]
        return tuple(there[:_NEAREST_PATHS])

    def is_gone(self, path: str) -> bool:
        """Whether a file was at this path that was deleted or moved since, in the proposal or on the disk."""
        return path in self._names() and not self._is_there(path)

    def _is_there(self, path: str) -> bool:
        try:
            known = self._working_files.get(path)
            return self._files.read(path) is not None if known is None else known.exists
        except FileError:
            return True

    def _usable(self, written: str, block: Block, *, source: str = "") -> Target:
        try:
            path, doubt = self._path_of(written, block, source)
            file = self._working_file(path)
            if isinstance(block, DeleteFile | MoveFile):
                self._refuse_link(path, file)
            elif file.exists:
                # Read as text now: what is none is refused here, whatever the block wants of it.
                _ = file.text
        except UnsafePathError as error:
            raise Refused(written, Reason.UNSAFE_PATH, str(error)) from error
        except FileError as error:
            raise Refused(error.path, Reason.UNREADABLE, str(error)) from error
        except BinaryError as error:
            raise Refused(path, Reason.BINARY, f"{error}{self._size_of(path)}") from error
        except EncodingError as error:
            raise Refused(path, Reason.ENCODING, str(error)) from error
        except TooLargeError as error:
            raise Refused(path, Reason.UNREADABLE, str(error)) from error
        return Target(file, doubt)

    def _path_of(self, written: str, block: Block, source: str) -> tuple[str, str]:
        """Return the path that is meant, and why it may be another one, in a sentence."""
        try:
            guarded = guard_path(written, root=self._options.root, exists=self._exists)
        except UnsafePathError:
            if (found := self._path_of_another_machine(written, block)) is None:
                raise
            return found
        path = self._listed_path(guarded, written, block, source)
        rest = without_prefix(path, root=self._options.root)
        is_named = rest == path or self._working_file(path).exists
        if is_named or not (meant := self._named_by_rest(rest, path, block)):
            return path, ""
        # A whole file may be new as well, in a new folder of that name.
        is_sure = meant == rest and not isinstance(block, WholeFile) and not is_new_text(block)
        return meant, "" if is_sure else _TAKEN.format(written, meant)

    def _named_by_rest(self, rest: str, path: str, block: Block) -> str:
        """Return what a path without what stands before it names: a file, or a new one in a folder that is there."""
        if is_new_text(block):
            is_free = not self._is_file(rest) and not self._is_folder(path.partition("/")[0])
            return rest if is_free and self._is_folder(_folder_of(rest)) else ""
        loosely = () if isinstance(block, WholeFile) else self._paths()
        chosen = choose_path(rest, loosely, self._options.chat_files)
        return chosen if isinstance(chosen, str) and self._is_file(chosen) else ""

    def _path_of_another_machine(self, written: str, block: Block) -> tuple[str, str] | None:
        """Return what an absolute path that leads elsewhere names here, and why it may be another file."""
        try:
            ends = [guard_path(one, exists=self._exists) for one in endings(written)]
        except UnsafePathError:
            return None
        if has_only_a_slash_in_front(written) and (found := self._path_behind_slash(written, block)):
            return found
        for end in () if is_new_text(block) else ends:
            chosen = choose_path(end, self._paths(), self._options.chat_files)
            if not isinstance(chosen, str):
                raise self._ambiguous(written, chosen)
            if self._is_file(chosen):
                return chosen, _TAKEN.format(written, chosen)
        return None

    def _path_behind_slash(self, written: str, block: Block) -> tuple[str, str] | None:
        """Return what a path with one slash too many names, and why it may be another file."""
        path = guard_path(written[1:], exists=self._exists)
        if is_new_text(block):
            return (path, _TAKEN.format(written, path)) if self._is_folder(_folder_of(path)) else None
        return (path, "") if self._is_file(path) else None

    def _listed_path(self, guarded: str, written: str, block: Block, source: str) -> str:
        # A file may get its own name in another case.
        is_renamed = source != guarded and source in self._paths().spelled_alike(guarded)
        guarded = guarded if is_renamed else self._as_listed(guarded)
        if written.endswith(("/", "\\")):
            raise FileError(guarded, f"{guarded}/ names a folder. Name a file in it.")
        if self._working_file(guarded).exists:
            return guarded
        if is_new_text(block):
            # A new file may share its name with others in other folders; only case and accents tell no two files apart.
            return guarded if is_renamed else (*self._paths().spelled_alike(guarded), guarded)[0]
        path = guard_path(self._chosen(guarded, written, block), exists=self._exists)
        moved = self.moved_to(self._working_file(path).path) if isinstance(block, EditBlock) else None
        return moved or path

    def _is_file(self, path: str) -> bool:
        try:
            return self._working_file(path).exists
        except FileError:
            return False

    def _is_folder(self, path: str) -> bool:
        """Whether files that are known, or that this reply made, lie in the folder; "" is the root."""
        return not path or path in self._known_folders() or path in self._filled

    def _chosen(self, path: str, written: str, block: Block) -> str:
        """Return the file that a path names loosely; raises Refused when it may be one of several."""
        if isinstance(block, WholeFile):
            # It may be new as well, so it means another file only when that one is in the conversation.
            same = self._paths().spelled_alike(path)
            chosen = same[0] if len(same) == 1 else choose_path(path, (), self._options.chat_files)
        else:
            chosen = choose_path(path, self._paths(), self._options.chat_files)
        if not isinstance(chosen, str):
            raise self._ambiguous(written, chosen)
        return chosen

    def _as_listed(self, path: str) -> str:
        """Return the name under which the file is listed: a disk that ignores case finds it under many others."""
        alike = () if path in self._paths() else self._paths().spelled_alike(path)
        return next((one for one in alike if self._files.is_same(path, one)), path)

    def _ambiguous(self, written: str, candidates: tuple[str, ...]) -> Refused:
        named = ", ".join(candidates[:_CANDIDATES_NAMED]) + (", …" if len(candidates) > _CANDIDATES_NAMED else "")
        message = f"{written} may be any of {len(candidates)} files: {named}. Write the whole path."
        nearest = tuple(Nearest(path, line=1, count=0, similarity=1) for path in candidates)
        return Refused(written, Reason.AMBIGUOUS_PATH, message, nearest)

    def _refuse_link(self, path: str, file: WorkingFile) -> None:
        """Refuse a link where the file itself is meant to go: taking away what it leads to would surprise."""
        if file.path == path:
            return
        folder, _, name = path.rpartition("/")
        real_folder = self._files.real_path(folder) if folder else ""
        if file.path != (f"{real_folder}/{name}" if real_folder else name):
            raise FileError(path, f"{path} is a link to {file.path}. Name that file, or remove the link with git rm.")

    def _working_file(self, path: str) -> WorkingFile:
        real = self._real.get(path)
        if real is None:
            real = self._real[path] = self._files.real_path(path)
        known = self._working_files.get(real)
        if known is None or not known.exists:
            # Also for a file that was missing before: blocks in between may have put another in its way.
            self._refuse_clash(real)
        if known is None:
            known = self._working_files[real] = WorkingFile(real, self._files.read(real))
        return known

    def _refuse_clash(self, path: str) -> None:
        """Refuse a path that would be a file and a folder at once, seen what this reply made so far."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = self._working_files.get("/".join(parts[:depth]))
            if above is not None and above.exists:
                raise FileError(path, f"{above.path} is a file, so it cannot hold {path}. Choose another name.")
        if path in self._filled:
            raise FileError(path, f"This reply puts files into {path}, so it is a folder. Choose another name.")

    def _names(self) -> Iterable[str]:
        created = (path for path, file in self._working_files.items() if file.exists)
        return dict.fromkeys((*self._files.names(), *created))

    def _paths(self) -> KnownPaths:
        if self._known is None:
            self._known = KnownPaths(self._files.names())
        return self._known

    def _known_folders(self) -> frozenset[str]:
        if self._folders is None:
            self._folders = frozenset(_folders(self._names()))
        return self._folders

    def _exists(self, path: str) -> bool:
        """Whether the path is a file or a folder, as far as it can be known without touching more than that file."""
        if path in self._paths() or path in self._working_files:
            return True
        if path in self._known_folders():
            return True
        try:
            return self._files.read(path) is not None
        except FileError:
            # A folder, a link, a file without permission: something of that name is there.
            return True


def is_new_text(block: Block) -> bool:
    """Whether the block can only mean a file that is to be made, or all of one that is there."""
    if isinstance(block, EditBlock):
        return not any(map(str.strip, block.searched))
    return isinstance(block, WholeFile) and block.must_be_new


def _folder_of(path: str) -> str:
    """Return the folder a path lies in; "" for the root."""
    return path.rpartition("/")[0]


def _folders(paths: Iterable[str]) -> Iterable[str]:
    seen: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in seen:
            seen.add(folder)
            folder = folder.rpartition("/")[0]
    return seen


def file_meant_instead(block: EditBlock, others: Iterable[WorkingFile], *, effort: WorkBudget) -> WorkingFile | None:
    """Return the only one of the files in which the block's lines stand exactly and once.

    None is returned when there is none, or no effort left.
    """
    if effort.is_spent or not is_telling(block.searched):
        return None
    found: list[WorkingFile] = []
    for other in others:
        try:
            effort.spend(_STEPS_A_LINE * (1 + len(other.lines.plain)))
            places = find(other.lines, block.searched, strict=True)
        except NotTextError:
            # Not text: no block means it.
            continue
        except BudgetSpentError:
            return None
        if places is not None:
            found += [other] * len(places.places)
    return found[0] if len(found) == 1 else None


def _standing_in(
    files: Iterable[WorkingFile], searched: Sequence[str], *, strict: bool, effort: WorkBudget
) -> Sequence[Nearest]:
    """Return the first place in each of the files where the lines stand: exactly in any, else by another sure rung."""
    readable: list[WorkingFile] = []
    for file in files:
        with suppress(NotTextError):
            effort.spend(_STEPS_A_READING + _STEPS_A_LINE * len(file.lines.plain))
            readable.append(file)
    for is_exact in (True,) if strict else (True, False):
        places = [(file, find(file.lines, searched, strict=is_exact)) for file in readable]
        if found := [_first_place(file, places) for file, places in places if places]:
            return found
    return ()


def _first_place(file: WorkingFile, found: Found) -> Nearest:
    place = found.places[0]
    return Nearest(file.path, place.start + 1, place.count, 1, "\n".join(place.standing(file.lines.plain)))
