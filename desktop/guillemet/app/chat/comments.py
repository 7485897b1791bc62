"""What the user says of lines of the proposal, gathered until it goes to the model in one message."""

from collections.abc import Iterable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.chat.kept_comments import Comment, Heading, KeptComments, Spot
from guillemet.app.repository_service import RepositoryService
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.errors import RepositoryError
from guillemet.engine.workspace import Workspace
from guillemet.llm.prompts.feedback import LineComment, Seen, comment_heading, comments_message

__all__ = ["Comment", "Comments", "Spot", "Tray", "Written", "line_of"]


class Tray(Struct, frozen=True):
    """The comments about one repository."""

    comments: tuple[Comment, ...] = ()
    """File by file, in the order of their lines."""
    removed: tuple[Comment, ...] = ()
    """What was taken out last and can be brought back."""


class Written(Struct, frozen=True):
    """A message made of comments."""

    message: str
    paths: tuple[str, ...]
    """The files it is about, those that there are."""
    headings: tuple[Heading, ...]


class Comments(QObject):
    """Holds the comments of every repository, on disk too.

    Signals: `changed(Tray)`; `written(str, tuple[str, ...], str)` with a message for the message box, the files it is
    about, and the message it takes the place of; `failed(Exception)`.
    """

    changed = Signal(object)
    written = Signal(str, object, str)
    failed = Signal(object)

    def __init__(self, workplace: RepositoryService, keeping: HistoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workplace = workplace
        self._kept = KeptComments(keeping)
        self._read: set[str] = set()
        self._root = ""
        self._trays: dict[str, Tray] = {}
        self._headings: dict[str, tuple[Heading, ...]] = {}
        self._messages: dict[str, str] = {}
        """What was written last and not sent, an earlier run's too."""

    @property
    def tray(self) -> Tray:
        """The comments about the open repository."""
        return self._trays.get(self._root, Tray())

    def begin(self, root: str) -> None:
        """Show the comments about another repository."""
        self._root = root
        self.changed.emit(self.tray)
        if root not in self._read:
            self._kept.read(root, partial(self._take_kept, root))

    def keep(self, spot: Spot, text: str) -> None:
        """Say this of the lines, in place of what was said of them before; an empty text takes the comment out."""
        if not text.strip():
            self.remove([comment for comment in self.tray.comments if comment.spot == spot])
            return
        others = [comment for comment in self.tray.comments if comment.spot != spot]
        self._store(Tray(_in_order([*others, Comment(spot, text.strip())])))

    def remove(self, comments: Iterable[Comment]) -> None:
        """Take comments out; `bring_back` puts them in again."""
        removed = set(comments)
        if removed:
            kept = tuple(comment for comment in self.tray.comments if comment not in removed)
            self._store(Tray(kept, _in_order(removed)))

    def bring_back(self) -> None:
        """Put in again what was taken out last."""
        taken = {comment.spot for comment in self.tray.comments}
        back = (comment for comment in self.tray.removed if comment.spot not in taken)
        self._store(Tray(_in_order((*self.tray.comments, *back))))

    def forget_removed(self) -> None:
        """Offer no more to bring anything back."""
        self._store(Tray(self.tray.comments))

    def write(self) -> None:
        """Write one message of all comments; they stay until it was sent."""
        comments = self.tray.comments
        if comments:
            self._workplace.ask(lambda workspace: _write(workspace, comments), self._tell, otherwise=self.failed.emit)

    def note_sent(self, message: str) -> None:
        """Take out the comments this message tells of; one that was changed after it was written stays."""
        headings = self._headings.get(self._root, ())
        told = {comment for comment, heading in headings if f"{heading}:" in message}
        if told:
            del self._headings[self._root]
            self._messages.pop(self._root, None)
            self._kept.note_sent(self._root)
            self._store(Tray(tuple(comment for comment in self.tray.comments if comment not in told)))

    def _take_kept(self, root: str, kept: Sequence[Heading], message: str) -> None:
        """Add what was said before the program started."""
        self._read.add(root)
        self._messages.setdefault(root, message)
        tray = self._trays.get(root, Tray())
        taken = {comment.spot for comment in tray.comments}
        old = [(comment, heading) for comment, heading in kept if comment.spot not in taken]
        self._trays[root] = Tray(_in_order((*tray.comments, *(comment for comment, _ in old))), tray.removed)
        named = tuple((comment, heading) for comment, heading in old if heading)
        self._headings[root] = (*self._headings.get(root, ()), *named)
        if root == self._root and old:
            self.changed.emit(self.tray)

    def _tell(self, written: Written) -> None:
        self._headings[self._root] = written.headings
        self._kept.note_written(self._root, written.message, written.headings)
        before, self._messages[self._root] = self._messages.get(self._root, ""), written.message
        self.written.emit(written.message, written.paths, before)

    def _store(self, tray: Tray) -> None:
        if tray != self.tray:
            self._kept.change(self._root, self.tray.comments, tray.comments)
            self._trays[self._root] = tray
            self.changed.emit(tray)


def line_of(spot: Spot, lines: Sequence[str]) -> int | None:
    """Return where among these lines those of the comment begin now, counted from 1; None when they are gone.

    Where they occur several times, the place nearest to the old one is meant.
    """
    count, before = len(spot.lines), spot.first - 1
    starts = (at for at, line in enumerate(lines) if line == spot.lines[0])
    found = [at for at in starts if tuple(lines[at : at + count]) == spot.lines]
    return min(found, key=lambda at: abs(at - before)) + 1 if found else None


def _write(workspace: Workspace, comments: Sequence[Comment]) -> Written:
    paths = dict.fromkeys(comment.spot.path for comment in comments)
    sides = {path: _sides(workspace, path) for path in paths}
    told = [(comment, _told(comment, sides[comment.spot.path])) for comment in comments]
    present = tuple(file.path for file in workspace.present(paths) if file.oid)
    headings = tuple((comment, comment_heading(one)) for comment, one in told)
    return Written(comments_message(one for _, one in told), present, headings)


def _sides(workspace: Workspace, path: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the lines of the file before and after the proposal, or as it is where nothing is proposed for it."""
    try:
        texts = workspace.texts(path)
    except RepositoryError:
        (file,) = workspace.present([path])
        return (), split_lines(file.text)
    return split_lines(texts.before), split_lines(texts.after)


def _told(comment: Comment, sides: tuple[Sequence[str], Sequence[str]]) -> LineComment:
    spot = comment.spot
    line = line_of(spot, sides[0] if spot.is_old else sides[1])
    first = spot.first if line is None else line
    here = Seen.BEFORE if spot.is_old else Seen.NOW
    return LineComment(
        spot.path,
        first,
        first + spot.last - spot.first,
        "\n".join(spot.lines),
        comment.text,
        Seen.GONE if line is None else here,
    )


def _in_order(comments: Iterable[Comment]) -> tuple[Comment, ...]:
    return tuple(sorted(comments, key=lambda one: (one.spot.path, one.spot.first, one.spot.last, one.spot.is_old)))
