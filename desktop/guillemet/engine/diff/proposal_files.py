"""The files of a proposal, or of a commit, in one document: which are read, folded, and near enough to be shown."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, DocumentFile, join
from guillemet.engine.review import Decision, FileReview, FileTexts
from guillemet.settings import WhiteSpace

READING = "This file is being read."
UNPLACED = "Blocks of this file have no place in it."
MOST_HUNKS = 1_500
"""Of a proposal with more, only the files around the current one take part with more than their heads."""
AROUND = 30
"""How many files on either side."""
LONGEST_OPEN = 1_500
"""Changed lines of a file from which on it is folded at first."""


def unplaced(path: str) -> DiffContent:
    """Return what is shown of a file for which nothing is proposed but blocks without a place; no path for no file."""
    return DiffContent(FileTexts(path, "", "", note=UNPLACED), is_proposed=False)


def is_unplaced(content: DiffContent | None) -> bool:
    """Whether it stands for blocks without a place."""
    return content is not None and content.note == UNPLACED and not content.is_proposed


class ProposalFiles:
    """Makes the document again whenever what is known of the files changes."""

    whole = "proposal"
    """What the files are of."""

    def __init__(self) -> None:
        self.reviews: dict[str, FileReview] = {}
        self.decided: frozenset[str] = frozenset()
        """The paths of files that are accepted or rejected as a whole."""
        self.document: DiffDocument | None = None
        self.is_continuous = False
        """Whether the document is of all files, rather than of one."""
        self._order: Sequence[str] | None = None
        self._paths: list[str] | None = None
        """Those of the document, until what they are made of changes."""
        self._unplaced: dict[str, DiffContent] = {}
        self._contents: dict[str, DiffContent] = {}
        self._closed: set[str] = set()
        self._looked_into: set[str] = set()
        """Those that were unfolded by being gone to, not by themselves."""
        self._left_closed: set[str] = set()
        """Those that were folded when they were no longer proposed."""
        self._returned: set[str] = set()
        """Those of them that are proposed and decided again, until a file is gone to."""
        self._window = range(0)
        self.white_space = WhiteSpace.ALL
        """Which counted in what was read last: what is not read yet will be compared alike."""

    @property
    def paths(self) -> list[str]:
        """The files of the document; unless an order was set, those of the proposal, then those of unplaced blocks."""
        if self._paths is None:
            unnamed = [""] if "" in self._unplaced else []
            all_ = [*unnamed, *self.reviews, *filter(None, self._unplaced)]
            known = self.reviews.keys() | self._unplaced
            self._paths = all_ if self._order is None else [path for path in self._order if path in known]
        return self._paths

    @property
    def compared(self) -> Collection[str]:
        """All files with two sides, in their order, also those that are filtered out of the document."""
        return self.reviews.keys()

    @property
    def contents(self) -> list[DiffContent]:
        """What is read of these files."""
        return [self._contents[path] for path in self.compared if path in self._contents]

    @property
    def counted(self) -> Sequence[FileReview | DiffContent]:
        """What is known of the files of the document, or, where they are not reviewed, of their contents."""
        return [self.reviews[path] for path in self.paths if path in self.reviews] or self.contents

    def name_of(self, path: str) -> str:
        """Return where a file lies by now: what names it to the user."""
        return self.reviews[path].lies_at if path in self.reviews else path

    @property
    def with_nothing_placed(self) -> int:
        """How many files of the document are named by blocks without a place only."""
        return sum(path in self._unplaced for path in self.paths if path)

    def of_rest(self, content: DiffContent | None) -> frozenset[Decision]:
        """Return the decisions on this file that are about the rest only, for some of it was decided otherwise."""
        is_proposed = content is not None and content.path in self.reviews
        return self.reviews[content.path].of_rest if content is not None and is_proposed else frozenset()

    def set_reviews(self, files: Sequence[FileReview]) -> None:
        """Take the files of the proposal, in their order; what is decided by now is folded."""
        before, self.reviews, self._paths = self.reviews, {file.path: file for file in files}, None
        self.decided = frozenset(file.path for file in files if file.decision is not Decision.UNDECIDED)
        for path, file in self.reviews.items():
            if path not in before or before[path].decision is not file.decision:
                is_closed = file.decision is not Decision.UNDECIDED or _is_long(file)
                (self._closed.add if is_closed else self._closed.discard)(path)
        gone, come = before.keys() - self.reviews.keys(), self.reviews.keys() - before.keys()
        self._left_closed = (self._left_closed - gone) | (self._closed & gone)
        if come:
            self._returned = come & self._left_closed & self.decided
        self._contents = {path: content for path, content in self._contents.items() if path in self.reviews}

    def set_order(self, paths: Sequence[str] | None) -> None:
        """Show these files only, in this order; the empty path stands for the blocks that name no file."""
        self._order, self._paths = paths, None
        shown = {path: self.reviews[path] for path in paths or () if path in self.reviews}
        self.reviews = shown | self.reviews

    def set_unplaced(self, paths: Sequence[str]) -> None:
        """Take the paths that blocks without a place name."""
        self._paths = None
        self._unplaced = {
            path: self._unplaced.get(path) or unplaced(path) for path in paths if path not in self.reviews
        }

    def set_contents(self, contents: Mapping[str, DiffContent], *, but_for: DiffContent | None) -> bool:
        """Take what was read, but for a file of which there is something newer; return whether anything is other."""
        before, self._contents = self._contents, dict(contents)
        if but_for is not None:
            self._contents[but_for.path] = but_for
        if self._contents:
            self.white_space = next(reversed(self._contents.values())).white_space
        now = self._contents
        return now.keys() != before.keys() or any(_is_other(before[path], content) for path, content in now.items())

    def open(self, content: DiffContent) -> None:
        """Show this content of a file, unfolded; one that is long stays folded until it is unfolded by itself.

        So does one that was folded and comes back, as by an undo, until it is gone to another time.
        Decided ones that were gone to before are folded again.
        """
        self.keep(content)
        left = self._looked_into - {content.path}
        self._looked_into -= left
        self._closed |= left & self.decided
        if content.path not in self._returned and not _is_long(self.reviews.get(content.path, content)):
            self.unfold(content.path)
        self._returned = set()

    def keep(self, content: DiffContent) -> None:
        """Show this content of a file, folded or not as it is; where it is not new, the document stays."""
        self.white_space = content.white_space
        known = self._contents.get(content.path)
        if known is None or _is_other(known, content):
            self._contents[content.path] = content

    def is_closed(self, path: str) -> bool:
        """Whether a file is folded; one that has blocks without a place only has nothing to be folded."""
        return path in self._closed and path not in self._unplaced

    def knows(self, path: str) -> bool:
        """Whether a file is one of the document."""
        return path in self.paths

    def toggle(self, path: str) -> None:
        """Fold or unfold a file by itself."""
        if path in self._unplaced:
            return  # or it would be folded once a block of it is placed
        self._looked_into.discard(path)
        (self._closed.discard if path in self._closed else self._closed.add)(path)

    def unfold(self, path: str) -> None:
        """Show all of a file, until another one is gone to where it is decided."""
        if path in self._closed:
            self._closed.discard(path)
            self._looked_into.add(path)

    def content_of(self, path: str) -> DiffContent:
        """Return what is known of a file; while it is not read, a note that says so."""
        return self._known(path) or self._unread(path)

    def is_among_others(self, content: DiffContent | None) -> bool:
        """Whether it is shown with the other files of the proposal, or below a head of its own."""
        if content is None or content.is_of_commit or not self.knows(content.path):
            return False
        return is_unplaced(content) or (self.is_continuous and content.is_proposed and len(self.paths) > 1)

    def waiting_below(self, content: DiffContent | None) -> str:
        """Return the next file that is to be decided, while one is shown at a time; empty for none below this one."""
        if content is None or self.is_continuous or content.path not in self.paths:
            return ""
        below = self.paths[self.paths.index(content.path) + 1 :]
        return next((path for path in below if path in self._unplaced or path not in self.decided), "")

    def number_of(self, path: str) -> int:
        """Return where in the document a file is."""
        return self.paths.index(path) if self.is_continuous else 0

    def join_around(self, path: str) -> bool:
        """Make the document, with the files around this one; return False when it is the one there is."""
        window = self._near(self.number_of(path))
        files = [
            DocumentFile(path, self._known(path) if number in window else None, self.is_closed(path))
            for number, path in enumerate(self.paths if self.is_continuous else [path])
        ]
        if self.document is not None and self.document.is_of(files):
            return False
        self.document = join(files, like=self.document)
        return True

    def _known(self, path: str) -> DiffContent | None:
        return self._contents.get(path) or self._unplaced.get(path)

    def _unread(self, path: str) -> DiffContent:
        return DiffContent(FileTexts(path, "", "", note=READING), white_space=self.white_space)

    def _count_hunks(self) -> int:
        return sum(file.hunks for file in self.reviews.values())

    def _near(self, here: int) -> range:
        count = len(self.paths)
        if self._count_hunks() <= MOST_HUNKS:
            return range(count)
        window, margin = self._window, AROUND // 3
        has_above = window.start == 0 or here - window.start > margin
        has_below = window.stop >= count or window.stop - here > margin
        if here not in window or not (has_above and has_below):
            # A new one only near the ends of the one there is: not with every file that is scrolled past.
            self._window = range(max(here - AROUND, 0), min(here + AROUND + 1, count))
        return self._window


class CommitFiles(ProposalFiles):
    """The files of the next commit: nothing of them is proposed."""

    whole = "commit"

    def __init__(self) -> None:
        super().__init__()
        self.is_continuous = True
        self._committed: list[str] = []

    @property
    def paths(self) -> list[str]:
        """The files of the document."""
        return self._committed

    @property
    def compared(self) -> Collection[str]:
        """All of them."""
        return self._committed

    def set_paths(self, paths: Sequence[str]) -> None:
        """Take the files that will be committed, in their order."""
        self._committed = list(paths)

    def is_among_others(self, content: DiffContent | None) -> bool:
        """Whether it is what will be committed of a file, and not left out."""
        return content is not None and content.is_of_commit and self.knows(content.path)

    def set_contents(self, contents: Mapping[str, DiffContent], *, but_for: DiffContent | None) -> bool:
        """Take what was read; a long file is folded at first. Return whether anything is other."""
        self._closed |= {path for path, one in contents.items() if path not in self._contents and _is_long(one)}
        return super().set_contents(contents, but_for=but_for)

    def _unread(self, path: str) -> DiffContent:
        return replace(super()._unread(path), is_proposed=False, is_of_commit=True)

    def _count_hunks(self) -> int:
        return sum(len(content.hunks) for content in self._contents.values())


def _is_long(file: FileReview | DiffContent) -> bool:
    return file.added + file.removed > LONGEST_OPEN


def _is_other(known: DiffContent, content: DiffContent) -> bool:
    return known is not content and known.made_of != content.made_of
