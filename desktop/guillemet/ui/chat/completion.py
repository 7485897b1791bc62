"""Completion while a message is typed: commands and snippets after `/`, files after `@`, arguments of commands."""

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile, Snippet, Use
from guillemet.engine.text import counted
from guillemet.ui.chat.commands import CompletionContext, CompletionKind, Name, named_files, quoted, wanted_at
from guillemet.ui.chat.message_box import MessageBox
from guillemet.ui.chat.popup import ENTRY_ROLE, ChoiceEntry, EntryList, Popup
from guillemet.ui.file_search import FileFinder, FileMatch
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import announce, claims_escape
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import seen

_MOST_ROWS = 9
_WIDTH = 520


class CompletionList(Popup):
    """Shows entries over the message box while it is typed in; the box keeps the focus and hands keys on.

    chosen(ChoiceEntry): the user pressed an entry with the mouse.
    """

    chosen = Signal(object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._list = EntryList(self, most_rows=_MOST_ROWS)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.clicked.connect(lambda index: self.chosen.emit(index.data(ENTRY_ROLE)))
        self._foot = QLabel(self)
        self._foot.setTextFormat(Qt.TextFormat.PlainText)
        style.set_role(self._foot, "dim")
        self._column = fill(QVBoxLayout(self), self._list, self._foot, margins=(1, style.TIGHT), gap=style.TIGHT)
        self._foot.setContentsMargins(style.GAP, 0, style.GAP, 0)

    @property
    def current(self) -> ChoiceEntry | None:
        """The entry Return would take."""
        return self._list.current

    @property
    def entries(self) -> tuple[ChoiceEntry, ...]:
        return self._list.entries

    def offer(
        self, name: str, entries: Sequence[ChoiceEntry], *, anchor: QRect, foot: str, chooses: bool = True
    ) -> None:
        """Show these, the first one chosen if `chooses`; `foot` is a line below them."""
        same = self.isVisible() and tuple(entries) == self._list.entries
        self._list.setAccessibleName(name)
        self._foot.setText(foot)
        if not same:
            self._list.set_entries(entries)
            self._list.choose(0)
        if not chooses:
            self._list.choose(-1)
        self.move_to(anchor)
        self.show()
        if not same:
            self._announce()

    def move_to(self, anchor: QRect) -> None:
        """Stand at another rectangle of the owner."""
        width = self.width_within(_WIDTH)
        self._list.set_width(width)
        self._column.activate()
        margins = self.contentsMargins().top() + self.contentsMargins().bottom() + 2 * style.TIGHT
        height = self._list.wanted_height() + self._foot.sizeHint().height() + style.TIGHT + margins
        self.place_at(anchor, QSize(width, height))

    def step(self, by: int) -> None:
        """Choose an entry further down, or up; the ends meet."""
        self._list.step(by)
        self._announce()

    def _announce(self) -> None:
        """Tell a screen reader what is chosen, for the focus stays where it is."""
        if self.current is not None:
            place = f"{self._list.row + 1} of {len(self.entries)}"
            announce(self._owner, f"{self.current.spoken}, {place}")


_MOST = 50
_KEYS = "↑ ↓ choose · Tab takes · Esc closes"
_HIDING = (QEvent.Type.FocusOut, QEvent.Type.Hide)
_MOVING = (QEvent.Type.Resize, QEvent.Type.Move)


class _Choice(Struct, frozen=True):
    """What an entry stands for."""

    text: str
    """It takes the place of what was typed."""
    path: str = ""
    """The file it names, if it is one."""
    is_whole: bool = False
    """The text is a message of its own: a snippet."""


class Completer(QObject):
    """Offers completions over a message box, and obeys Up, Down, Tab, Return and Escape while it does.

    file_chosen(path): a file was chosen, and is named in the text now.
    """

    file_chosen = Signal(str)

    def __init__(self, box: MessageBox) -> None:
        super().__init__(box)
        self._box = box
        self._list = CompletionList(box)
        self._snippets: tuple[Snippet, ...] = ()
        self._files = FileListing()
        self._wanted: CompletionContext | None = None
        self._excerpt = box.excerpt
        self._refused: tuple[CompletionKind, int] | None = None
        self._is_quiet = False
        self._behind_blank = -1
        """Where the cursor was put behind a blank that came with what was taken, until another key is pressed."""
        self._finder = FileFinder(self, most=_MOST)
        self._finder.found.connect(self._offer_files)
        self._list.chosen.connect(self._take)
        box.textChanged.connect(self._look)
        box.cursorPositionChanged.connect(self._look)
        box.installEventFilter(self)

    @property
    def is_open(self) -> bool:
        return self._list.isVisible()

    def set_files(self, files: FileListing) -> None:
        self._files = files
        self._finder.set_files(files)

    def set_snippets(self, snippets: Sequence[Snippet]) -> None:
        """Offer these snippets beside the commands, whose names go first."""
        names = frozenset(map(str, Name))
        self._snippets = tuple(snippet for snippet in snippets if snippet.name not in names)

    def close(self) -> None:
        self._finder.stop()
        self._wanted = None
        self._list.hide()

    def replace_all(self, text: str) -> None:
        """Put text into the box without offering anything for it."""
        self._is_quiet = True
        self._box.replace_all(text)
        self._is_quiet = False
        self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that mean the list, and the blank that is there already; let the list follow the box."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            place, self._behind_blank = self._behind_blank, -1
            if event.text() == " " and self._box.textCursor().position() == place:
                return True
        if not self.is_open:
            return super().eventFilter(watched, event)
        if event.type() in _HIDING:
            self.close()
        elif event.type() in _MOVING:
            self._list.move_to(self._anchor())
        elif claims_escape(event) or (isinstance(event, QKeyEvent) and self._handle_key(event)):
            return True
        return super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key for the list; return whether it was handled."""
        if event.type() is not QEvent.Type.KeyPress or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        match event.key():
            case Qt.Key.Key_Up:
                self._list.step(-1)
            case Qt.Key.Key_Down:
                self._list.step(1)
            case Qt.Key.Key_Escape:
                self._refuse()
            case Qt.Key.Key_Tab:
                self._take(self._list.current or self._list.entries[0])
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._list.current and not self._is_typed(self._list.current):
                self._take(self._list.current)
            case _:
                return False
        return True

    def _refuse(self) -> None:
        """Put the list away, and offer nothing more at this place."""
        wanted = self._wanted
        self._refused = (wanted.kind, self._excerpt.place(wanted.start)) if wanted else None
        self.close()

    def _look(self) -> None:
        """Offer what fits the text at the cursor, or nothing."""
        if self._is_quiet or not self._box.hasFocus() or self._box.textCursor().hasSelection():
            self.close()
            return
        self._excerpt = excerpt = self._box.excerpt
        wanted = wanted_at(excerpt.text, excerpt.position)
        if wanted is None or self._refused != (wanted.kind, excerpt.place(wanted.start)):
            self._refused = None
        if wanted is None or self._refused is not None:
            self.close()
            return
        self._wanted = wanted
        self._offer(wanted)

    def _offer(self, wanted: CompletionContext) -> None:
        match wanted.kind:
            case CompletionKind.COMMAND:
                self._show("Commands", self._commands(wanted.typed))
            case CompletionKind.FILE_IN:
                self._finder.stop()
                self._show("Files of the conversation", self._files_in(wanted.typed))
            case CompletionKind.MENTION | CompletionKind.FILE:
                self._finder.look_for(wanted.typed)

    def _offer_files(self, found: FileMatch) -> None:
        if self._wanted is None or self._wanted.kind not in (CompletionKind.MENTION, CompletionKind.FILE):
            return
        count = "" if found.count <= _MOST else f"best of {counted(found.count, 'file')} · "
        self._show("Files", [_file_entry(file, self._wanted.kind) for file in found.files], count=count)

    def _commands(self, typed: str) -> list[ChoiceEntry]:
        rows = [name for name in Name if name.startswith(typed.lower())]
        snippets = [each for each in self._snippets if each.name.startswith(typed.casefold())]
        return [
            *(ChoiceEntry(_title(row), row.sentence, _Choice(f"/{row} "), more=_alone(row)) for row in rows),
            *(
                ChoiceEntry(f"/{each.name}", _excerpt(each), _Choice(each.text, is_whole=True), "»")
                for each in snippets
            ),
        ]

    def _files_in(self, typed: str) -> list[ChoiceEntry]:
        ranks = {path: rank for path in self._files.used if (rank := _rank(path, typed)) is not None}
        numbers = (self._files.number_of(path) for path in sorted(ranks, key=lambda path: ranks[path]))
        files = (self._files.file(number) for number in numbers if number is not None)
        return [_file_entry(file, CompletionKind.FILE_IN) for file in islice(files, _MOST)]

    def _show(self, name: str, entries: Sequence[ChoiceEntry], *, count: str = "") -> None:
        if not entries or self._wanted is None:
            self._list.hide()
            return
        chooses = not self._is_for_command(self._wanted)
        self._list.offer(name, entries, anchor=self._anchor(), foot=count + _KEYS, chooses=chooses)

    def _is_for_command(self, wanted: CompletionContext) -> bool:
        """Whether Return is meant for the command, whose argument is missing or names files as it stands."""
        if wanted.kind not in (CompletionKind.FILE, CompletionKind.FILE_IN):
            return False
        return not wanted.typed or bool(named_files(wanted.typed, self._files.paths).paths)

    def _anchor(self) -> QRect:
        """Return where in the box the completed part begins."""
        return QRect(
            self._box.left_of(self._excerpt.place(self._wanted.start)) if self._wanted else 0, 0, 1, self._box.height()
        )

    def _is_typed(self, entry: ChoiceEntry) -> bool:
        """Whether choosing the entry would only add a blank to what stands there."""
        choice, wanted = entry.key, self._wanted
        if not isinstance(choice, _Choice) or wanted is None or choice.is_whole:
            return False
        return self._excerpt.text[wanted.start : wanted.end] == choice.text.rstrip()

    def _take(self, entry: ChoiceEntry) -> None:
        choice, wanted = entry.key, self._wanted
        if not isinstance(choice, _Choice) or wanted is None:
            return
        self._is_quiet = True
        text, place = self._excerpt.text, self._excerpt.place
        end = wanted.end + 1 if choice.text.endswith(" ") and text[wanted.end : wanted.end + 1] == " " else wanted.end
        self._box.replace_part(place(wanted.start), place(end), choice.text)
        self._behind_blank = self._box.textCursor().position() if choice.text.endswith(" ") else -1
        self._is_quiet = False
        self.close()
        if choice.path and wanted.kind is CompletionKind.MENTION:
            self.file_chosen.emit(choice.path)
        elif wanted.kind is CompletionKind.COMMAND and not choice.is_whole:
            self._look()


def _rank(path: str, typed: str) -> int | None:
    """Return how unlikely the file is meant, None when it is not; capitals count where any are typed."""
    shown = path if typed != typed.lower() else path.lower()
    if shown.rpartition("/")[2].startswith(typed):
        return 0
    if f"/{typed}" in f"/{shown}":
        return 1
    return 2 if typed in shown else None


def _title(row: Name) -> str:
    return f"/{row} {row.argument}".rstrip()


def _alone(row: Name) -> str:
    return f"Alone: {row.alone}" if row.alone else ""


def _excerpt(snippet: Snippet) -> str:
    return " ".join(seen(snippet.text).split())[:120]


def _file_entry(file: ListedFile, kind: CompletionKind) -> ChoiceEntry:
    folder, _, name = file.path.rpartition("/")
    path = quoted(file.path)
    use = "" if file.use is Use.OUT else f"{file.use} · "
    text = f"@{path} " if kind is CompletionKind.MENTION else f"{path} "
    return ChoiceEntry(seen(name), f"{use}{seen(folder) or 'top folder'}", _Choice(text, file.path), file.status)
