"""SVG, drawn as both versions of a picture from texts of a repository or a reply.

Qt opens each file of the disk that an `<image>` names, draws as often as elements refer to others, and has its own
ways of asking for that in style sheets. So it gets a copy of what is drawn, and only when that is bounded:

    text ── expat ──▶ elements ── what loads or animates is left out, what is drawn is counted ──▶ copy ──▶ Qt
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from html import escape
from typing import NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate

from msgspec import Struct
from PySide6.QtCore import QBuffer, QByteArray, QLoggingCategory, QSize
from PySide6.QtGui import QImage, QImageReader

from guillemet.ui.widgets.pictures import MOST_PIXELS, DecodedPicture, PicturePair, compared, size_of_picture

LONGEST = 1_000_000
"""Characters of a text that is drawn."""
MOST_SHAPES = 20_000
"""Shapes that are drawn, counted as often as others refer to them."""
_DEEPEST = 100
"""Elements in each other, or that refer to each other."""
_LONGEST_ENTITY = 100
_MOST_POINTS = 32_000
"""Qt leaves out the rest of a path."""
_DASHED = 40
"""Shapes that cost as much as one that is drawn in dashes."""
_LEFT_OUT = {"script", "foreignObject", "filter", "set"}
"""Besides what animates; the effects of filters cost most, and Qt draws few of them."""
_GRADIENTS = {"linearGradient", "radialGradient"}
_URL = re.compile(r"url\(([^)]*)", re.IGNORECASE)
_NUMBER = re.compile(r"\d*\.?\d+")


class _NotDrawnError(Exception):
    """Says why a text is not drawn, in a sentence."""


class _Element:
    """An element of the text; `children` are elements and text between them."""

    __slots__ = ("attributes", "children", "kind", "name")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.kind = name.rpartition(":")[2]
        self.children: list[_Element | str] = []

    @property
    def elements(self) -> Iterator["_Element"]:
        """The elements directly in this one."""
        return (child for child in self.children if isinstance(child, _Element))

    @property
    def text(self) -> str:
        """The text directly in this one."""
        return "".join(child for child in self.children if isinstance(child, str))


class _Cost(NamedTuple):
    """What drawing an element costs, with all that it refers to."""

    elements: int
    """In it and in what it refers to, each of which may be painted with something else."""
    points: int
    """Points of their paths, at each of which a marker may be drawn."""
    shapes: int
    depth: int


class _Drawing(Struct, frozen=True):
    """A text that can be drawn, or why it cannot."""

    words: str
    size: QSize = QSize()
    reader: QImageReader | None = None
    buffer: QBuffer | None = None
    """What the reader reads; it does not keep it."""


def drawn_pair(before: str | None, after: str | None, room: QSize) -> PicturePair:
    """Return both versions, drawn to the same scale as large as this room; takes time, and touches no widget."""
    # What Qt has to say of a text would fill the log with what its author wrote.
    QLoggingCategory.setFilterRules("qt.svg*=false")
    old, new = _drawing(before), _drawing(after)
    whole = old.size.expandedTo(new.size)
    scale = min(room.width() / max(whole.width(), 1), room.height() / max(whole.height(), 1))
    return compared(_drawn(old, scale), _drawn(new, scale))


def _drawing(text: str | None) -> _Drawing:
    if text is None:
        return _Drawing("There is none.")
    length = f"{len(text) / 1_000:,.1f} kB"
    if len(text) > LONGEST:
        return _Drawing(f"It is too large to be drawn here ({length}). Open it in a program for pictures.")
    try:
        data, is_whole = _copied(text)
    except _NotDrawnError as error:
        return _Drawing(f"{error} ({length}).")
    except ExpatError as error:
        return _Drawing(f"It cannot be drawn: {error} ({length}).")
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    reader = QImageReader(buffer, QByteArray(b"svg"))
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        return _Drawing(f"It cannot be drawn: it is damaged, or empty ({length}).")
    rest = "" if is_whole else ", without what it loads from elsewhere, animations and effects"
    return _Drawing(f"SVG, {size.width():,} × {size.height():,} pixels, {length}{rest}", size, reader, buffer)


def _drawn(drawing: _Drawing, scale: float) -> DecodedPicture:
    if drawing.reader is None:
        return DecodedPicture(words=drawing.words)
    drawing.reader.setScaledSize((drawing.size.toSizeF() * scale).toSize().expandedTo(QSize(1, 1)))
    image = drawing.reader.read()
    if image.isNull():
        return DecodedPicture(words=f"It cannot be drawn ({drawing.reader.errorString()}).")
    return DecodedPicture(image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied), drawing.words)


def _copied(text: str) -> tuple[bytes, bool]:
    """Return the text as it can be given to Qt, and whether nothing was left out."""
    root = _parsed(text)
    copy = _Copy(root)
    if copy.cost > MOST_SHAPES:
        raise _NotDrawnError(f"It has more than {MOST_SHAPES:,} shapes to be drawn. Open it in a program for pictures")
    return "".join(copy.written(root)).encode(), copy.is_whole


def _parsed(text: str) -> _Element:
    parser = ParserCreate("utf-8")  # the text is decoded, whichever encoding it declares
    parser.buffer_text = True
    document = _Element("", {})
    inside, length = [document], 0

    def count(*words: str) -> None:
        nonlocal length
        length += sum(map(len, words))
        if length > 2 * LONGEST:
            raise _NotDrawnError("Its entities make too long a text of it, which is not drawn")

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(inside) > _DEEPEST:
            raise _NotDrawnError(f"It has more than {_DEEPEST} elements in each other and is not drawn")
        count(*attributes.values())
        element = _Element(name, attributes)
        inside[-1].children.append(element)
        inside.append(element)

    def add(words: str) -> None:
        count(words)
        inside[-1].children.append(words)

    def declare(*declared: str | bool | None) -> None:
        value = declared[2]
        if isinstance(value, str) and (len(value) > _LONGEST_ENTITY or "&" in value or "%" in value):
            raise _NotDrawnError("It declares entities of entities, or long ones, and is not drawn")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: inside.pop()
    parser.CharacterDataHandler = add
    parser.EntityDeclHandler = declare
    parser.Parse(text, True)  # noqa: FBT003  the C function knows no names
    root = next(document.elements)
    if root.kind != "svg":
        raise _NotDrawnError("It is no picture: its root is no svg element")
    return root


class _Copy:
    """What of a text is drawn, how much that is, and how it is written."""

    def __init__(self, root: _Element) -> None:
        self.is_whole = True
        self._by_id: dict[str, _Element] = {}
        self._pixels = 0
        self._costs: dict[int, _Cost] = {}
        self._open = set[int]()
        self._is_dashed = False
        """Whether a style sheet asks for dashes, wherever that is."""
        styled = set[str]()
        self._note(root, styled)
        # Which elements a style sheet paints with them is not counted.
        found = (self._by_id.get(one) for one in styled)
        self._not_counted = {id(one) for one in found if one is not None and one.kind not in _GRADIENTS}
        self.cost = self._weigh(root).shapes * (_DASHED if self._is_dashed else 1)

    def _note(self, element: _Element, styled: set[str]) -> None:
        """Take out what is not drawn, and note what can be referred to."""
        name = element.attributes.get("id", "")
        if name and self._by_id.setdefault(name, element) is not element:
            del element.attributes["id"]  # readers do not agree on which of both it names
        if element.kind == "style":
            words = element.text
            if "\\" in words:  # which would hide a reference
                element.children.clear()
                self.is_whole = False
            else:
                styled.update(_references(words))
                self._is_dashed |= "dash" in words
        kept: list[_Element | str] = []
        for child in element.children:
            if isinstance(child, str) or self._is_drawn(child):
                kept.append(child)
            else:
                self.is_whole = False
        element.children = kept
        for child in element.elements:
            self._note(child, styled)

    def _is_drawn(self, element: _Element) -> bool:
        """Whether an element loads nothing and does not change by itself; a picture in it is written out again."""
        if element.kind in _LEFT_OUT or element.kind.startswith("animate"):
            return False
        if "\\" in element.attributes.get("style", ""):
            del element.attributes["style"]
            self.is_whole = False
        for name, value in list(element.attributes.items()):
            if name.rpartition(":")[2] in ("href", "src") and not value.strip().startswith("#"):
                del element.attributes[name]
                picture = self._embedded(value) if element.kind == "image" else ""
                if picture:
                    element.attributes[name] = picture
                elif element.kind != "a":
                    return False
        return True

    def _embedded(self, value: str) -> str:
        """Return the address of a picture that is in the text itself as Qt reads it; empty for any other."""
        head, _, coded = value.strip().partition(",")
        if not (head.startswith("data:") and head.endswith(";base64")):
            return ""
        try:
            data = b64decode(coded)
        except ValueError:
            return ""
        size = size_of_picture(data)
        self._pixels += size.width() * size.height() if size.isValid() else MOST_PIXELS
        return f"data:image/png;base64,{b64encode(data).decode()}" if self._pixels < MOST_PIXELS else ""

    def _weigh(self, element: _Element) -> _Cost:
        if (known := self._costs.get(id(element))) is not None:
            return known
        if id(element) in self._not_counted:
            return _Cost(0, 0, 0, 0)
        if id(element) in self._open or len(self._open) > _DEEPEST:
            raise _NotDrawnError("Its elements refer to each other without end and it is not drawn")
        self._open.add(id(element))
        inner = [self._weigh(child) for child in element.elements]
        linked, paints, is_marked, is_dashed = list[_Cost](), list[_Cost](), False, False
        for name, value in element.attributes.items():
            if name.rpartition(":")[2] == "href" and (target := self._by_id.get(value.strip().lstrip("#"))):
                linked.append(self._weigh(target))
            is_dashed |= "dash" in name or "dash" in value
            for target in filter(None, map(self._by_id.get, _references(value))):
                paints.append(self._weigh(target))
                is_marked |= "marker" in name or "marker" in value
        self._open.remove(id(element))
        parts = inner + linked + paints
        own = sum(len(_NUMBER.findall(element.attributes.get(name, ""))) // 2 for name in ("d", "points"))
        if own > _MOST_POINTS:
            raise _NotDrawnError(f"It has a path of more than {_MOST_POINTS:,} points and is not drawn")
        elements = 1 + sum(part.elements for part in parts)
        points = 1 + own * 2 + sum(part.points for part in parts)
        times = points if is_marked else elements
        shapes = (_DASHED * elements if is_dashed else 1) + sum(part.shapes for part in inner + linked)
        shapes += times * sum(part.shapes for part in paints)
        depth = 1 + max((part.depth for part in parts), default=0)
        if depth > _DEEPEST:
            raise _NotDrawnError(f"More than {_DEEPEST} of its elements refer to each other and it is not drawn")
        cost = _Cost(elements, points, 0 if element.kind in _GRADIENTS else shapes, depth)
        self._costs[id(element)] = cost
        return cost

    def written(self, element: _Element) -> Iterator[str]:
        """Yield the element as XML."""
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in element.attributes.items())
        yield f"<{element.name}{attributes}>"
        for child in element.children:
            if isinstance(child, str):
                yield escape(child, quote=False)
            elif id(child) in self._not_counted:
                self.is_whole = False
            else:
                yield from self.written(child)
        yield f"</{element.name}>"


def _references(words: str) -> list[str]:
    """Return the ids that are named in attributes, or in a style sheet, as paint or the like."""
    return [found.strip(" \t\r\n'\"#") for found in _URL.findall(words)] if "(" in words else []
