"""The pictures of a document of several files, each below the head of its file."""

from collections.abc import Iterable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from guillemet.engine.diff.document import DocumentFile
from guillemet.engine.diff.insets import Inset, Place
from guillemet.ui.diff.insets.diff_insets import DiffInsets, InsetSource
from guillemet.ui.widgets.images import ImageDiff

_HEIGHT = 10
"""In lines of text, until a picture was in view."""

_Sides = tuple[bytes | None, bytes | None]


class PicturePlaces(QObject):
    """Shows both versions of the pictures among the files, as they are shown for one by itself."""

    def __init__(self, insets: DiffInsets, parent: QObject) -> None:
        super().__init__(parent)
        self._sides: dict[str, _Sides] = {}
        """By the keys of their insets."""
        self._source = InsetSource(self._make, self)
        insets.add(self._source)

    def show_files(self, files: Iterable[DocumentFile]) -> None:
        """Show the pictures of these files, but for those that are folded."""
        self._sides, insets = {}, []
        for file in files:
            sides = None if file.content is None or file.is_closed else file.content.texts.pictures
            if sides is not None:
                key = f"picture {hash(sides)} {file.path}"  # other bytes are another picture
                self._sides[key] = sides
                insets.append(Inset(key, Place(file.path, is_old=False, line=-1), name="Picture", height=_HEIGHT))
        self._source.set_insets(insets)

    def _make(self, inset: Inset, parent: QWidget) -> QWidget:
        made = ImageDiff(parent, is_inset=True)
        made.show_sides(*self._sides[inset.key])
        return made
