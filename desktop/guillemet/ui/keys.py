"""The sheet of keys, shown by F1 and the question mark."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QDialog, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from guillemet.ui.look import WIDE


class KeySheet(QDialog):
    """Lists actions and their keys side by side."""

    def __init__(self, lines: Sequence[tuple[str, str]], parent: QWidget) -> None:
        """Show these pairs of words and keys."""
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        table = QTableWidget(len(lines), 2, self)
        table.setAccessibleName("Actions and their keys")
        table.setHorizontalHeaderLabels(["Action", "Keys"])
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setProperty("role", "list")
        table.verticalHeader().hide()
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for row, pair in enumerate(lines):
            for column, text in enumerate(pair):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                table.setItem(row, column, item)
        table.resizeColumnsToContents()
        table.horizontalHeader().setStretchLastSection(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        layout.addWidget(table)
        self.resize(560, 620)
