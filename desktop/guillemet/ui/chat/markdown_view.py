"""A piece of a reply's prose: Markdown of which nothing is loaded, no HTML is read, and every address can be seen."""

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING
from urllib.parse import unquote

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLayout,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import QWidget

from guillemet.app.task_runner import start_detached
from guillemet.engine.text import utf16_column
from guillemet.ui.diff.formatting import Formats, syntax_ranges
from guillemet.ui.diff.highlighter import lexer_named
from guillemet.ui.file_search import read_place
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.text_box import TextBox
from guillemet.ui.wording import seen

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
"""The line that opens or closes a listing."""

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML

_WAYS: dict[int, QTextCursor.MoveOperation] = {
    Qt.Key.Key_Up: QTextCursor.MoveOperation.Up,
    Qt.Key.Key_Down: QTextCursor.MoveOperation.Down,
}

_COLOURS = 60
"""Milliseconds between two looks whether a language is known by now."""
_APART = 6
"""Pixels between two listings."""
_QUOTE = 16
"""Pixels by which a quotation is moved in."""


PLACE = "place:"
"""What the address of a file of the repository begins with that is named in the text, perhaps with a line."""
_PLACE_NAME = re.compile(
    r"(?:[\w.@+-]+/)*[\w.@+-]*\."
    r"(?:c|cc|cfg|cpp|cs|css|go|h|hpp|html|ini|java|js|json|jsx|kt|lua|md|mjs|php|pl|py|pyi|rb|rs|rst|scala|scss|sh|sql"
    r"|svelte|swift|toml|ts|tsx|txt|vue|xml|yaml|yml)(?::\d+){0,2}"
)
_PATH_WORD = re.compile(r"(?<![\w./@+~:-])(?P<path>[\w./@+~-]*[\w@+~-])(?::\d+){0,2}")
"""A word that may be a path, and the line behind it; a full stop at its end ends the sentence."""

_LINES_OF = re.compile(r"\b[Ll]ines? (?P<line>\d+)(?: to \d+)? of $")
"""What stands before a path where its lines are named, as in the messages that comments become."""
_LONGEST_LINES_OF = 40


def place_of(address: str) -> tuple[str, int]:
    """Return the path and the line, 0 for none, that the address of a place names."""
    return read_place(unquote(address.removeprefix(PLACE)))


class MarkdownView(TextBox):
    """Shows Markdown, or plain text for what is too long to be laid out as such."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Reply text")
        self.setUndoRedoEnabled(False)
        # A line of an answer, a command in it perhaps, is picked out and copied without a mouse too.
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._markdown = ""
        self._files: Container[str] = ()
        self._again = QTimer(self, singleShot=True, interval=_COLOURS)
        self._again.timeout.connect(lambda: self.set_markdown(self._markdown, self._files))

    def set_markdown(self, text: str, files: Container[str] = ()) -> None:
        """Show Markdown; listings are coloured as soon as that can be done. What is selected stays so.

        Words that are the path of one of these files lead to it.
        """
        self._markdown, self._files = text, files
        document, before = self.document(), self.textCursor()
        anchor, position = before.anchor(), before.position()
        # As one change the document is laid out once; it took nine times as long with a layout for every change.
        whole = QTextCursor(document)
        whole.beginEditBlock()
        document.setMarkdown(_with_distinct_fences(seen(text)), _FEATURES)
        is_coloured = _format_document(document)
        _link_paths(document, files)
        whole.endEditBlock()
        _format_tables(document)  # there are none before the change is whole
        self._select(anchor, position)
        if not is_coloured:
            self._again.start()
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the text cursor line by line; from the first and the last line on, the pane around scrolls."""
        way = _WAYS.get(event.key()) if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier else None
        cursor = self.textCursor()
        if way is not None and cursor.movePosition(way):
            self.setTextCursor(cursor)
        else:
            super().keyPressEvent(event)

    def set_plain(self, text: str) -> None:
        """Show the text as it is."""
        self._again.stop()
        self.setPlainText(seen(text))

    def _select(self, anchor: int, position: int) -> None:
        """Select these characters as far as they are there, without a signal: the user moved nothing."""
        cursor, last = QTextCursor(self.document()), self.document().characterCount() - 1
        cursor.setPosition(min(anchor, last))
        cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
        with QSignalBlocker(self):
            self.setTextCursor(cursor)


def fence_after(line: str, fence: str) -> str:
    """Return the fence of the listing that is open after this line, empty for none; `fence` was open before."""
    found = FENCE.match(line)
    if found is None:
        return fence
    is_end = found[1].startswith(fence) and not line[found.end() :].strip()
    return ("" if is_end else fence) if fence else found[1]


def with_line_breaks(text: str) -> str:
    """Return Markdown in which every line of prose stays a line, as people mean it who type into a box."""
    lines, fence = list[str](), ""
    for line in text.split("\n"):
        before, fence = fence, fence_after(line, fence)
        lines.append(line if before or fence or not line.strip() else f"{line}  ")
    return "\n".join(lines)


def _format_document(document: QTextDocument) -> bool:
    """Format every block, replace images by words; return whether all listings are coloured."""
    code = style.current().code_font()
    pieces: list[tuple[int, int, QTextCharFormat]] = []
    listings: list[list[QTextBlock]] = []
    before: QTextBlock | None = None
    for block in _blocks(document):
        is_code = _format_block(block, code)
        pieces += _pieces(block, is_code=is_code)
        if is_code and before is not None and _listing(block) == _listing(before):
            listings[-1].append(block)
        elif is_code:
            if before is not None:
                _set_apart(block)
            listings.append([block])
        before = block if is_code else None
    coloured = list(map(colour, listings))
    _format_pieces(document, pieces, code)
    return all(coloured)


def _format_pieces(document: QTextDocument, pieces: Sequence[tuple[int, int, QTextCharFormat]], code: QFont) -> None:
    among_words = QFont(code)
    among_words.setPointSizeF(document.defaultFont().pointSizeF())  # a name in a sentence is as large as the sentence
    for position, length, form in reversed(pieces):
        cursor = QTextCursor(document)
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        if form.isImageFormat():
            _name_image(cursor, form.toImageFormat())
        elif form.fontFixedPitch():
            letters = QTextCharFormat()
            letters.setFont(among_words)
            letters.setBackground(QColor(style.current().theme.fold))
            if not form.isAnchor() and _PLACE_NAME.fullmatch(cursor.selectedText()):
                letters.merge(_link_to(cursor.selectedText() + _line_before(cursor)))
            cursor.mergeCharFormat(letters)


def _line_before(path: QTextCursor) -> str:
    """Return the line that the words before a path name, as it stands behind a path; empty for one that is no more."""
    around, start = QTextCursor(path), path.selectionStart()
    around.setPosition(max(start - _LONGEST_LINES_OF, path.block().position()))
    around.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
    found = _LINES_OF.search(around.selectedText())
    around.setPosition(path.selectionEnd())
    around.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor, 2)
    return "" if found is None or around.selectedText() == " (" else f":{found['line']}"


def _link_to(place: str) -> QTextCharFormat:
    link = QTextCharFormat()
    link.setAnchor(True)
    link.setAnchorHref(f"{PLACE}{place}")
    link.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    return link


def _link_paths(document: QTextDocument, files: Container[str]) -> None:
    """Let words that are the path of one of these files, perhaps with a line, lead to it; a bare name is a word."""
    for block in _blocks(document):
        text, start, counted = block.text(), block.position(), 0
        for word in _PATH_WORD.finditer(text):
            path = word["path"]
            if not ("/" in path or "." in path) or path not in files:
                continue
            cursor = QTextCursor(block)
            between = text[counted : word.start()]  # counted from the top of the block for each, it would take long
            start += utf16_column(between, len(between))
            counted = word.start()
            cursor.setPosition(start)
            cursor.setPosition(start + len(word[0]), QTextCursor.MoveMode.KeepAnchor)
            form = cursor.charFormat()
            if not (form.isAnchor() or form.fontFixedPitch()):
                cursor.mergeCharFormat(_link_to(word[0]))


def _format_block(block: QTextBlock, code: QFont) -> bool:
    """Reduce the size of headings, set the code font, let long lines of code wrap; return whether it is code."""
    form = block.blockFormat()
    if form.hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth):
        ruler = QTextBlockFormat()
        ruler.setBackground(QColor(style.current().theme.border))
        _whole(block).mergeBlockFormat(ruler)
    elif form.headingLevel():
        letters = QTextCharFormat()
        letters.setProperty(QTextFormat.Property.FontSizeAdjustment, 1 if form.headingLevel() < 3 else 0)
        letters.setFontWeight(QFont.Weight.DemiBold)
        _whole(block).mergeCharFormat(letters)
    elif form.hasProperty(QTextFormat.Property.BlockQuoteLevel):
        quote = QTextBlockFormat()
        quote.setLeftMargin(_QUOTE * int(form.property(QTextFormat.Property.BlockQuoteLevel)))
        quote.setRightMargin(0)
        letters = QTextCharFormat()
        letters.setForeground(QColor(style.current().theme.dim))
        _whole(block).mergeBlockFormat(quote)
        _whole(block).mergeCharFormat(letters)
    elif form.hasProperty(QTextFormat.Property.BlockCodeFence) or form.nonBreakableLines():
        box = QTextBlockFormat()
        box.setNonBreakableLines(False)
        box.setBackground(QColor(style.current().theme.raised))
        letters = QTextCharFormat()
        letters.setFont(code)
        cursor = _whole(block)
        cursor.mergeBlockFormat(box)
        cursor.mergeCharFormat(letters)
        return True
    return False


def _format_tables(document: QTextDocument) -> None:
    """Give tables thin lines all around; Qt's own are lit from one side."""
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    if not tables:
        return
    whole = QTextCursor(document)
    whole.beginEditBlock()
    for table in tables:
        form = QTextTableFormat(table.format())
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderBrush(QColor(style.current().theme.border))
        table.setFormat(form)
    whole.endEditBlock()


def _with_distinct_fences(text: str) -> str:
    """Return Markdown in which a listing directly below another has a fence of the other sign, as Qt keeps no more."""
    lines, fence, above, shown = text.split("\n"), "", "", ""
    for at, line in enumerate(lines):
        before, fence = fence, fence_after(line, fence)
        if not (before or fence):
            above = "" if line.strip() else above
        elif not before:
            is_alike = above == fence[0] and "`" not in line.partition(fence)[2]
            shown = _other_fence(fence, text) if is_alike else fence
            lines[at] = line.replace(fence, shown, 1)
        elif not fence:
            lines[at] = line.replace(line.strip(), shown)
            above = shown[0]
    return "\n".join(lines)


def _other_fence(fence: str, text: str) -> str:
    other = "~" if fence[0] == "`" else "`"
    return other * (1 + max(map(len, re.findall(f"{other}+", text)), default=2))


def _set_apart(block: QTextBlock) -> None:
    """Leave room between a listing and the one above."""
    room = QTextBlockFormat()
    room.setTopMargin(_APART)
    _whole(block).mergeBlockFormat(room)


def _listing(block: QTextBlock) -> tuple[object, object]:
    form = block.blockFormat()
    names = (QTextFormat.Property.BlockCodeLanguage, QTextFormat.Property.BlockCodeFence)
    return form.property(names[0]), form.property(names[1])


def _pieces(block: QTextBlock, *, is_code: bool) -> list[tuple[int, int, QTextCharFormat]]:
    """Return the pieces of a block that are images, links or code among words."""
    pieces, at = [], block.begin()
    while not at.atEnd():
        piece: QTextFragment = at.fragment()
        form = piece.charFormat()
        if form.isImageFormat() or form.isAnchor() or (form.fontFixedPitch() and not is_code):
            pieces.append((piece.position(), piece.length(), form))
        at += 1
    return pieces


def _name_image(cursor: QTextCursor, image: QTextImageFormat) -> None:
    """Put words and the address in the place of an image."""
    form = QTextCharFormat()
    form.setAnchor(True)
    form.setAnchorHref(image.name())
    form.setForeground(QColor(style.current().theme.accent))
    alt = str(image.property(QTextFormat.Property.ImageAltText) or "")
    words = ("[image", f"“{alt}”" if alt else "", f"not loaded: {image.name()}]")
    cursor.insertText(" ".join(filter(None, words)), form)


def _blocks(document: QTextDocument) -> list[QTextBlock]:
    blocks, block = [], document.begin()
    while block.isValid():
        blocks.append(block)
        block = block.next()
    return blocks


def _whole(block: QTextBlock) -> QTextCursor:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    return cursor


LONGEST = 12_000
"""Characters of a listing that is coloured; it is read again whenever it grows."""


def colour(lines: Sequence[QTextBlock]) -> bool:
    """Colour a listing, of which each line is a block of its document; return whether its colours are ready."""
    language = str(lines[0].blockFormat().property(QTextFormat.Property.BlockCodeLanguage) or "").lower()
    if not language or _lexers.is_missing(language):
        return True
    texts = [line.text() for line in lines]
    whole = "\n".join(texts)
    if len(whole) > LONGEST:
        return True
    lexer = _lexers.find(language)
    if lexer is None:
        return False
    for line, ranges in zip(lines, _ranges(texts, lexer.get_tokens_unprocessed(whole)), strict=True):
        if ranges:
            line.layout().setFormats(ranges)
    return True


def _ranges(
    texts: Sequence[str], tokens: "Iterable[tuple[int, _TokenType, str]]"
) -> list[list[QTextLayout.FormatRange]]:
    """Return the formats of each line."""
    formats = _formats(style.current().theme)
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    ranges: list[list[QTextLayout.FormatRange]] = [[] for _ in texts]
    for at, kind, value in tokens:
        if not value.strip() or not formats.has(kind):
            continue
        for piece_at, piece in _coloured_pieces(at, value):
            row = bisect_right(starts, piece_at) - 1
            column = piece_at - starts[row]
            ranges[row] += syntax_ranges(texts[row], [(column, column + len(piece), kind)], formats)
    return ranges


def _coloured_pieces(at: int, value: str) -> list[tuple[int, str]]:
    """Return the lines of a token, and where each begins."""
    lines = value.split("\n")
    starts = accumulate((len(line) + 1 for line in lines[:-1]), initial=at)
    return [(start, line) for start, line in zip(starts, lines, strict=True) if line]


class _Lexers:
    """Lexers by the names of languages. Loading one takes up to 80 ms, so that it is done in a thread of its own."""

    def __init__(self) -> None:
        self._known: dict[str, Lexer | None] = {}
        self._loading: set[str] = set()

    def is_missing(self, language: str) -> bool:
        """Whether it is known that there is none."""
        return language in self._known and self._known[language] is None

    def find(self, language: str) -> "Lexer | None":
        """Return the lexer; None while it is loaded."""
        if language not in self._known and language not in self._loading:
            self._loading.add(language)
            start_detached(partial(self._load, language), name=f"lexer of {language}")
        return self._known.get(language)

    def _load(self, language: str) -> None:
        self._known[language] = lexer_named(language)
        self._loading.discard(language)


_lexers = _Lexers()


@lru_cache(maxsize=4)
def _formats(theme: Theme) -> Formats:
    return Formats(theme)
