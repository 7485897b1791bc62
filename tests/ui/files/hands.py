"""What a user of the list of files reads and presses."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLineEdit, QTreeView

from guillemet.app.turns import ListedFile, Use
from guillemet.ui.files.panel import FilePanel

FILES = (
    ListedFile("README.md", "M"),
    ListedFile("src/app.py", use=Use.IN),
    ListedFile("src/app/main.py", "?"),
    ListedFile("src/tax.py", use=Use.READ_ONLY),
    ListedFile("src-old/total.py"),
)


def field(panel: FilePanel) -> QLineEdit:
    """Return the filter."""
    return panel.findChild(QLineEdit)


def tree(panel: FilePanel) -> QTreeView:
    """Return the tree."""
    return panel.findChild(QTreeView)


def rows(panel: FilePanel) -> list[str]:
    """Return what every visible row says."""
    index, said = tree(panel).model().index(0, 0), []
    while index.isValid():
        said.append(index.data(Qt.ItemDataRole.DisplayRole))
        index = tree(panel).indexBelow(index)
    return said


def go_to(panel: FilePanel, name: str) -> QModelIndex:
    """Make the visible row of this name the current one, in a tree that has the focus."""
    index = tree(panel).model().index(0, 0)
    while index.data() != name:
        index = tree(panel).indexBelow(index)
    tree(panel).setFocus()
    tree(panel).setCurrentIndex(index)
    return index


def spoken(panel: FilePanel) -> str:
    """Return what a screen reader says of the current row."""
    said: str = tree(panel).currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    return said
