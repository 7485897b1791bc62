"""Who signs: asked for where git's configuration has no name."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import label


class AuthorFields(QFrame):
    """Name and address.

    changed: either was edited.
    submitted: Return was pressed in one of them.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName("Author of the commit")
        column = QVBoxLayout(self)
        column.setContentsMargins(style.WIDE, style.GAP, style.WIDE, style.GAP)
        column.setSpacing(style.GAP)
        column.addWidget(label("Git does not know who you are. Name and address stand in every commit."))
        form = QFormLayout()
        form.setSpacing(style.GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._name = self._field("Name", form)
        self._address = self._field("Address", form)
        self._address.setPlaceholderText("you@example.org")
        column.addLayout(form)
        self._remember = QCheckBox("Remember for this repository")
        self._remember.setAccessibleName("Remember name and address for this repository")
        self._remember.setChecked(True)
        column.addWidget(self._remember)

    @property
    def name(self) -> str:
        """The name as it will be signed."""
        return self._name.text().strip()

    @property
    def address(self) -> str:
        """The mail address as it will be signed."""
        return self._address.text().strip()

    @property
    def is_remembered(self) -> bool:
        """Whether the repository's configuration is to hold them from now on."""
        return self._remember.isChecked()

    def focus(self) -> None:
        """Give the first empty field the focus."""
        (self._address if self.name else self._name).setFocus()

    def _field(self, name: str, form: QFormLayout) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.textChanged.connect(self.changed)
        field.returnPressed.connect(self.submitted)
        caption = QLabel(name)
        caption.setBuddy(field)
        form.addRow(caption, field)
        return field
