"""The pictures of the files that are shown, each below the head of its file."""

from collections.abc import Iterable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DocumentFile
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.review import Kind
from guillemet.ui.actions import Act
from guillemet.ui.diff.insets.diff_insets import DiffInsets, InsetSource
from guillemet.ui.diff.insets.stops import StopNavigation
from guillemet.ui.shortcuts import with_keys_in_force
from guillemet.ui.widgets.controls import set_caption
from guillemet.ui.widgets.images import ImageDiff
from guillemet.ui.wording import plain_tip, seen

_HEIGHT, _CLOSED = 10, 2
"""In lines of text, until a picture was in view."""
_IS_NONE = "This file is no SVG whose text is shown."


class _Drawing(Struct, frozen=True):
    """Both sides of a file whose text is one of SVG."""

    before: str | None
    after: str | None
    is_compared: bool


class PicturePlaces(QObject):
    """Shows both versions of pictures, as they are shown for one by itself; those of text only where asked for."""

    def __init__(self, insets: DiffInsets, stops: StopNavigation, parent: QObject) -> None:
        super().__init__(parent)
        self._insets, self._stops = insets, stops
        self._sides: dict[str, tuple[bytes | None, bytes | None]] = {}
        self._drawings: dict[str, _Drawing] = {}
        """Both by the keys of their insets."""
        self._open = set[str]()
        """The paths of the texts whose pictures are shown."""
        self._source = InsetSource(self._make, self)
        insets.add(self._source)

    def show_files(self, files: Iterable[DocumentFile], *, are_several: bool) -> None:
        """Show the pictures of these files, but for those that are folded; of one by itself only that of its text."""
        before, insets = self._drawings, []
        self._sides, self._drawings = {}, {}
        for file in files:
            content = None if file.is_closed else file.content
            sides = content.texts.pictures if content is not None and are_several else None
            place = Place(file.path, is_old=False, line=-1)
            if sides is not None:
                key = f"picture {hash(sides)} {file.path}"  # other bytes are another picture
                self._sides[key] = sides
                insets.append(Inset(key, place, name="Picture", height=_HEIGHT))
            elif content is not None and (drawing := _drawing_of(content)) is not None:
                key = f"drawing {file.path}"
                self._drawings[key] = drawing
                height = _HEIGHT if file.path in self._open else _CLOSED
                insets.append(Inset(key, place, name="Picture of the SVG below", height=height))
        self._source.set_insets(insets)
        for key, drawing in self._drawings.items():
            made = self._source.widget(key)
            if isinstance(made, ImageDiff) and drawing != before.get(key):
                self._show(made, key)

    def switch(self, path: str) -> str:
        """Show the picture of the text of this file, or hide it; return why not, else nothing."""
        key = f"drawing {path}"
        if key not in self._drawings:
            return _IS_NONE
        self._open ^= {path}
        is_open = path in self._open
        if is_open:  # where it is read, or the lines that it pushes out of view would no more be the current ones
            self._stops.show_inset(key)
        made = self._source.widget(key)
        if isinstance(made, ImageDiff):
            if made.canvas.hasFocus():
                made.switch.setFocus()  # what has it is hidden
            self._show(made, key)
        if is_open:
            self._insets.focus(key)
        return ""

    def _make(self, inset: Inset, parent: QWidget) -> QWidget:
        made = ImageDiff(parent, is_inset=True)
        if inset.key in self._sides:
            made.show_sides(*self._sides[inset.key])
        else:
            made.switch.show()
            made.switch.clicked.connect(partial(self.switch, inset.place.path))
            made.setFocusProxy(made.switch)
            self._show(made, inset.key)
        return made

    def _show(self, made: ImageDiff, key: str) -> None:
        drawing, path = self._drawings[key], key.removeprefix("drawing ")
        is_open = path in self._open
        set_caption(made.switch, caption := "Hide picture" if is_open else "Show picture")
        made.switch.setAccessibleName(f"{caption} of {seen(path)}")
        made.switch.setToolTip(plain_tip(with_keys_in_force(f"{{{Act.SWITCH_PICTURE.name}}}")))
        if is_open:
            made.show_texts(drawing.before, drawing.after, is_compared=drawing.is_compared)
        else:
            made.clear()


def _drawing_of(content: DiffContent) -> _Drawing | None:
    """Return both sides of a file that is one of SVG by its name; None for any other, and where no text is shown."""
    texts = content.texts
    if content.note or not content.path.lower().endswith(".svg"):
        return None
    before = texts.before if content.is_compared and content.kind is not Kind.ADDED else None
    return _Drawing(before, None if content.kind is Kind.DELETED else texts.after, content.is_compared)
