"""What the program is: its version, its licence, and the libraries it uses with theirs."""

import platform

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QLibraryInfo, QSize, Qt, qVersion
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from guillemet import __version__
from guillemet.bundled import bundled, package_kind
from guillemet.components import COMPONENTS
from guillemet.engine.git.diagnosis import git_libraries
from guillemet.ui.app_icon import application_icon
from guillemet.ui.plain_table import plain_table
from guillemet.ui.style.style import GAP, TIGHT, WIDE
from guillemet.ui.widgets.controls import button, copy_text, label

_ICON = QSize(64, 64)
_SUMMARY = "Review what a language model proposes for your code, and commit only what you accept."
_OWN_LICENCE = "Guillemet is free software under the MIT licence. It uses these libraries:"
_TERMS = (
    "Qt and PySide6 are used under the GNU Lesser General Public License, version 3 "
    "(https://www.gnu.org/licenses/lgpl-3.0.html). You may replace them with your own version: they are loaded from "
    "{folder}. Their source code is at https://code.qt.io. pygit2 and libgit2 are used under the GNU General Public "
    "License, version 2, with an exception that allows linking them into programs under any licence."
)


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
        self._body = layout = QVBoxLayout(self)
        layout.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        layout.setSpacing(GAP)
        layout.addLayout(self._head())
        layout.addWidget(label(_OWN_LICENCE, parent=self))
        layout.addWidget(self._table, 1)
        layout.addWidget(terms)
        layout.addLayout(self._foot())
        self.resize(620, 560)

    def _head(self) -> QHBoxLayout:
        picture = QLabel(self)
        picture.setPixmap(application_icon().pixmap(_ICON, self.devicePixelRatioF()))
        picture.setAccessibleName("The icon of Guillemet")
        words = QVBoxLayout()
        words.setSpacing(TIGHT)
        words.addWidget(label(f"Guillemet {__version__}", "title", parent=self))
        words.addWidget(label(_SUMMARY, parent=self))
        words.addWidget(label(versions(), "dim", parent=self))
        row = QHBoxLayout()
        row.setSpacing(WIDE)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return row

    def _foot(self) -> QHBoxLayout:
        copy = button("Copy the versions", parent=self)
        copy.clicked.connect(lambda: copy_text(f"Guillemet {__version__}\n{versions()}"))
        close = button("Close", parent=self)
        close.clicked.connect(self.close)
        close.setFocus()
        row = QHBoxLayout()
        row.addWidget(label("For a bug report, the command guillemet doctor prints more.", "dim", parent=self), 1)
        if package_kind():
            row.addWidget(self._texts_button())
        row.addWidget(copy)
        row.addWidget(close)
        return row

    def _texts_button(self) -> QPushButton:
        """Return the button that shows the licence texts of everything in this package instead of the table."""
        show = button("Licence texts", parent=self)
        show.clicked.connect(self._show_texts)
        show.clicked.connect(show.hide)
        return show

    def _show_texts(self) -> None:
        texts = QPlainTextEdit(bundled("package/licences.txt").read_text(encoding="utf-8"), self)
        texts.setAccessibleName("Licence texts")
        texts.setReadOnly(True)
        texts.setTabChangesFocus(True)
        self._body.replaceWidget(self._table, texts)
        self._table.hide()
        texts.setFocus()


def versions() -> str:
    """Return the versions that matter most, in one line."""
    parts = {name: _version(name, "") for name in ("Python", "Qt", "PySide6", "libgit2")}
    return " · ".join(f"{name} {version}" for name, version in parts.items())


def _version(name: str, installed: str) -> str:
    """Return the version of what runs now, where it says so itself: a bundle may lack what an installation notes."""
    libraries = git_libraries()
    running = {
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "PySide6": pyside_version,
        "libgit2": libraries.libgit2,
        "pygit2": libraries.pygit2,
    }
    return running.get(name, installed)
