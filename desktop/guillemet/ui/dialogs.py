"""The dialogs: the command palette, the shortcuts, the formats, about the program, and the choice of a file."""

import platform
from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QEvent, QLibraryInfo, QModelIndex, QObject, QSize, QStandardPaths, Qt, Signal, qVersion
from PySide6.QtGui import QAction, QHideEvent, QIcon, QKeyEvent, QKeySequence, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from guillemet import __version__
from guillemet.bundled import bundled, package_kind
from guillemet.components import COMPONENTS
from guillemet.engine.git import LIBGIT2_VERSION, PYGIT2_VERSION
from guillemet.llm.prompts.modes import EDIT_STYLES
from guillemet.ui.actions import Act
from guillemet.ui.chat.popup import TICK, ChoiceEntry, EntryList
from guillemet.ui.shortcuts import describe_keys
from guillemet.ui.style import style
from guillemet.ui.style.style import GAP, LIST_EDGE, TIGHT, WIDE
from guillemet.ui.widgets.controls import (
    QuickPresses,
    SecondPressFilter,
    button,
    copy_text,
    label,
    read_only_text,
)
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tables import KeyLine, KeyTable, distance, plain_table

APPLICATION_ID = "org.guillemet.Guillemet"
"""What desktop systems know the application by: the name of its .desktop file, and of its icon in a theme."""
_COLUMNS = 120
"""Of a line of instructions, as most of them are."""
_SIZES = (16, 22, 24, 32, 48, 64, 128, 256)
_TRAVEL = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
_WORDS = (
    "Guillemet recognises these formats by itself, mixed in one reply if need be. "
    "Each is shown as the instructions describe it to a model."
)
_ICON = QSize(64, 64)
_PALETTE, _MOST_ROWS = 500, 18
"""Width of the palette in pixels, and as many actions as it shows at once."""
_SUMMARY = "Review what a language model proposes for your code, and commit only what you accept."
_OWN_LICENCE = "Guillemet is free software under the MIT licence. It uses these libraries:"
_TERMS = (
    "Qt and PySide6 are used under the GNU Lesser General Public License, version 3 "
    "(www.gnu.org/licenses/lgpl-3.0.html). You may replace them with your own version: they are loaded from "
    "{folder}. Their source code is at code.qt.io. pygit2 and libgit2 are used under the GNU General Public "
    "License, version 2, with an exception that allows linking them into programs under any licence."
)
_IN_PLACES = (
    ("Stop the answer", "Esc", "in the conversation, the list and the diff"),
    ("Beginning", "Home", "in the conversation"),
    ("Newest", "End", "in the conversation"),
    ("Rename the conversation", "F2", "in the list of conversations"),
    ("Delete the conversation", "Delete", "in the list of conversations"),
    ("File in, read-only, out", "Space", "in the list of files"),
    ("Include in the commit, leave out", "Space", "on an accepted file in the list"),
    ("Menu of what has the focus", "Shift+F10", ""),
    ("Back", "Esc", "where something was opened"),
)
"""What keys mean in one place only: in words, in Qt's portable spelling, and where."""


def application_icon() -> QIcon:
    """Return the icon; empty where the installation lacks its files."""
    # Rendered files rather than the SVG one: no plugin of Qt is needed, and small sizes have a drawing of their own.
    icon = QIcon()
    try:
        theme = bundled("icons/hicolor")
    except FileNotFoundError:
        return icon
    for size in _SIZES:
        icon.addFile(str(theme / f"{size}x{size}" / "apps" / f"{APPLICATION_ID}.png"))
    return icon


class _TypedAheadFilter(QObject):
    """Hands a dialog that is not modal the keys that its parent window still gets until the desktop switches to it.

    What is typed at once after the key that opens it would act on what lies behind, by single letters.
    """

    def __init__(self, dialog: QWidget, field: QWidget) -> None:
        """Hand them to this field of the dialog, from when that is shown."""
        super().__init__(dialog)
        self._behind, self._field = dialog.parentWidget(), field
        dialog.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        app = QApplication.instance()
        if watched is self.parent() and app is not None:
            if event.type() is QEvent.Type.Show:
                app.installEventFilter(self)
            elif event.type() is QEvent.Type.Hide:
                app.removeEventFilter(self)
        elif isinstance(event, QKeyEvent) and self._behind is not None:
            if event.type() is QEvent.Type.ShortcutOverride and watched is self._behind.focusWidget():
                event.accept()  # or an action would have the key
                return True
            if watched is self._behind.windowHandle():
                QApplication.sendEvent(self._field, event)
                return True
        return super().eventFilter(watched, event)


class CommandPalette(QDialog):
    """Lists actions with their keys; Return does the chosen one; Escape leaves, or a press on another window.

    Not modal, for a press on what a modal dialog blocks is not even noticed.

    An action's data are other words by which it is found.
    """

    _NONE = "There is nothing to do."
    """Said while nothing is typed and nothing is offered."""

    def __init__(
        self,
        actions: Sequence[tuple[QAction, str]],
        parent: QWidget,
        *,
        title: str = "Search actions",
        asks: str = "What would you like to do?",
    ) -> None:
        """Show these actions, each with its keys as text; the empty field asks for one."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._actions = actions
        self._field = QLineEdit(self)
        self._field.setPlaceholderText(asks)
        self._field.setAccessibleName(title)
        self._list = EntryList(self, most_rows=_MOST_ROWS)
        self._list.setAccessibleName("Actions found")
        self._list.setProperty("role", "list")
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._field.setFixedWidth(_PALETTE)
        fill(QVBoxLayout(self), self._field, self._list, margins=WIDE, gap=GAP).setSizeConstraint(
            QLayout.SizeConstraint.SetFixedSize
        )
        self._field.textChanged.connect(self._fill)
        self._field.returnPressed.connect(self._do_chosen)
        self._list.clicked.connect(self._do_clicked)
        self._list.viewport().installEventFilter(self)
        self._field.installEventFilter(self)
        _TypedAheadFilter(self, self._field)
        self._fill("")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (app := QApplication.instance()) is not None:
            app.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if (app := QApplication.instance()) is not None:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let arrow keys in the field move through the list, note presses in that, and leave at those elsewhere."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            if watched is self._list.viewport():
                QuickPresses.note(event)
            elif watched.isWindowType() and watched is not self.windowHandle() and not QApplication.activePopupWidget():
                self.reject()
                return True  # or a press that was to close the list would press what lies there
        is_travel = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _TRAVEL
        if watched is self._field and is_travel:
            self._list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _fill(self, typed: str) -> None:
        words = typed.casefold().split()
        # What begins with these words stands first, then what has them, then what is found by other words for it.
        found = [one for one in self._actions if is_found(one[0], words)]
        entries = [
            _entry(action, keys) for action, keys in sorted(found, key=lambda one: distance(one[0].text(), words))
        ]
        nothing = ChoiceEntry("Nothing matches." if words else self._NONE, is_heading=True)
        self._list.set_entries(entries or [nothing])
        self._list.setFixedHeight(self._list.wanted_height() + 2 * LIST_EDGE)
        self._list.choose(next((row for row, entry in enumerate(entries) if entry.is_enabled), -1))

    def _do_clicked(self, clicked: QModelIndex) -> None:
        if clicked == self._list.currentIndex():  # not so where it cannot be done
            SecondPressFilter(self.parentWidget())
            self._do_chosen()

    def _do_chosen(self) -> None:
        if (entry := self._list.current) is not None and isinstance(entry.key, QAction):
            self.accept()
            entry.key.trigger()


def _entry(action: QAction, keys: str) -> ChoiceEntry:
    title, sign = action.text().replace("&&", "&"), TICK if action.isChecked() else ""
    return ChoiceEntry(title, keys, action, sign, is_enabled=action.isEnabled())


def is_found(action: QAction, words: Iterable[str]) -> bool:
    """Whether all these words, in lower case, or parts of words are among those of an action and the other ones."""
    known = f"{action.text()} {action.data() or ''}".casefold()
    return all(word in known for word in words)


class FormatsDialog(QDialog):
    """Lists the formats beside the instructions of the chosen one, which `copy` copies."""

    def __init__(self, parent: QWidget, *, copy: Callable[[str], None]) -> None:
        super().__init__(parent)
        self._copy = copy
        self.setWindowTitle("Formats of edits")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._list = QListWidget(self)
        self._list.setAccessibleName("Formats")
        self._list.setProperty("role", "list")
        self._list.setSpacing(style.TIGHT // 2)
        self._list.addItems(list(EDIT_STYLES))
        self._text = read_only_text("Instructions of the format", parent=self)
        self._text.setFont(style.current().code_font())
        self._list.currentRowChanged.connect(
            lambda _: self._text.setPlainText(EDIT_STYLES[self._chosen()].instructions)
        )
        self._arrange()
        self._list.setCurrentRow(0)
        self._list.setFocus()
        lines = self._text.fontMetrics().horizontalAdvance("0") * _COLUMNS
        self.resize(min(self._list.width() + lines + 8 * style.WIDE, parent.width()), 620)

    def _arrange(self) -> None:
        copy = button("Copy the instructions", parent=self, clicked=lambda: self._copy(self._chosen()))
        close = button("Close", parent=self, clicked=self.close)
        self._list.setFixedWidth(self._list.sizeHintForColumn(0) + 4 * style.WIDE)
        body, foot = (
            fill(QHBoxLayout(), self._list, (self._text, 1), gap=style.GAP),
            fill(QHBoxLayout(), 1, copy, close),
        )
        fill(QVBoxLayout(self), label(_WORDS, parent=self), (body, 1), foot, margins=style.WIDE, gap=style.GAP)

    def _chosen(self) -> str:
        return tuple(EDIT_STYLES)[self._list.currentRow()]


class AboutDialog(QDialog):
    """Shows version, licences, and what to name in a bug report."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Guillemet")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = [(one.name, _version(one.name, one.version()), one.licence) for one in COMPONENTS]
        self._table = plain_table("Libraries and their licences", ("Library", "Version", "Licence"), rows, self)
        terms = label(
            _TERMS.format(folder=QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath)), "dim", parent=self
        )
        self._body = fill(
            QVBoxLayout(self),
            self._head(),
            label(_OWN_LICENCE, parent=self),
            (self._table, 1),
            terms,
            self._foot(),
            margins=WIDE,
            gap=GAP,
        )
        self.resize(620, 560)

    def _head(self) -> QHBoxLayout:
        picture = QLabel(self)
        picture.setPixmap(application_icon().pixmap(_ICON, self.devicePixelRatioF()))
        picture.setAccessibleName("The icon of Guillemet")
        words = fill(
            QVBoxLayout(),
            label(f"Guillemet {__version__}", "title", parent=self),
            label(_SUMMARY, parent=self),
            label(versions(), "dim", parent=self),
            gap=TIGHT,
        )
        return fill(QHBoxLayout(), (picture, 0, Qt.AlignmentFlag.AlignTop), (words, 1), gap=WIDE)

    def _foot(self) -> QHBoxLayout:
        copy = button(
            "Copy the versions", parent=self, clicked=lambda: copy_text(f"Guillemet {__version__}\n{versions()}")
        )
        close = button("Close", parent=self, clicked=self.close)
        close.setFocus()
        words = label("For a bug report, the command guillemet doctor prints more.", "dim", parent=self)
        texts = (self._texts_button(),) if package_kind() else ()
        return fill(QHBoxLayout(), (words, 1), *texts, copy, close)

    def _texts_button(self) -> QPushButton:
        """Return the button that shows the licence texts of everything in this package instead of the table."""
        show = button("Licence texts", parent=self, clicked=self._show_texts)
        show.clicked.connect(show.hide)
        return show

    def _show_texts(self) -> None:
        found = bundled("package/licences.txt").read_text(encoding="utf-8")
        texts = read_only_text("Licence texts", found, parent=self)
        self._body.replaceWidget(self._table, texts)
        self._table.hide()
        texts.setFocus()


def versions() -> str:
    """Return the versions that matter most, in one line."""
    parts = {name: _version(name, "") for name in ("Python", "Qt", "PySide6", "libgit2")}
    return " · ".join(f"{name} {version}" for name, version in parts.items())


def _version(name: str, installed: str) -> str:
    """Return the version of what runs now, where it says so itself: a bundle may lack what an installation notes."""
    running = {
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "PySide6": pyside_version,
        "libgit2": LIBGIT2_VERSION,
        "pygit2": PYGIT2_VERSION,
    }
    return running.get(name, installed)


class ShortcutsDialog(QDialog):
    """Lists actions and their keys side by side, and finds one by words or by its key.

    Signals: `change_requested()` to give actions other keys.
    """

    change_requested = Signal()

    def __init__(self, custom: Mapping[str, str], parent: QWidget) -> None:
        """Show the keys that the user chose, and those that were never changed."""
        super().__init__(parent)
        # What is pressed in the list and in the diff comes first.
        acts = sorted(Act, key=lambda act: not act.local or act.where.is_field)
        lines = [KeyLine(act, keys, act.synonyms) for act in acts if (keys := describe_keys(act, custom))]
        lines += [KeyLine(words, f"{_native(key)} {place}".strip()) for words, key, place in _IN_PLACES]
        self.setWindowTitle("Keyboard shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        table = KeyTable(lines, self)
        table.left.connect(self.close)
        change = button("Change keys…", parent=self, clicked=self.change_requested)
        change.clicked.connect(self.close)
        close = button("Close", parent=self, clicked=self.close)
        foot = fill(QHBoxLayout(), change, 1, close, gap=GAP)
        fill(QVBoxLayout(self), (table, 1), foot, margins=WIDE, gap=GAP)
        table.setFocus()
        self.resize(720, 620)


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def ask_path(
    parent: QWidget,
    title: str,
    then: Callable[[str], object],
    *,
    mode: QFileDialog.FileMode = QFileDialog.FileMode.ExistingFile,
    folder: str = "",
    save_as: str = "",
) -> None:
    """Ask for a file or a folder without waiting, beginning in `folder`, and call `then` with it.

    With `save_as` the question is where to save a file, under this name unless another is chosen.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(mode)
    if mode is QFileDialog.FileMode.Directory:
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    if folder:
        dialog.setDirectory(folder)
    if save_as:
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        dialog.selectFile(save_as)
    dialog.fileSelected.connect(then)
    dialog.open()
