"""A piece of a reply's prose: Markdown of which nothing is loaded, no HTML is read, and every address can be seen."""

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
)
from PySide6.QtWidgets import QWidget

from guillemet.ui import look
from guillemet.ui.text_box import TextBox
from guillemet.ui.wording import seen

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML

_QUOTE = 16
"""Pixels by which a quotation is moved in."""


class ProseBox(TextBox):
    """Shows Markdown, or plain text for what is too long to be laid out as such."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Reply text")
        self.setUndoRedoEnabled(False)

    def set_markdown(self, text: str) -> None:
        """Show Markdown."""
        document = self.document()
        document.setMarkdown(seen(text), _FEATURES)
        _name_images(document)
        _dress(document)
        policy = Qt.FocusPolicy.StrongFocus if _has_links(document) else Qt.FocusPolicy.ClickFocus
        self.setFocusPolicy(policy)
        self.updateGeometry()

    def set_plain(self, text: str) -> None:
        """Show the text as it is."""
        self.setPlainText(seen(text))


def _name_images(document: QTextDocument) -> None:
    """Put words and the address in the place of every image."""
    found = [
        (piece.position(), piece.length(), piece.charFormat().toImageFormat())
        for block in _blocks(document)
        for piece in _pieces(block)
        if piece.charFormat().isImageFormat()
    ]
    for position, length, image in reversed(found):
        cursor = QTextCursor(document)
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setAnchor(True)
        form.setAnchorHref(image.name())
        form.setForeground(QColor(look.current().theme.accent))
        alt = str(image.property(QTextFormat.Property.ImageAltText) or "")
        cursor.insertText(
            " ".join(filter(None, ("[image", f"“{alt}”" if alt else "", f"not loaded: {image.name()}]"))), form
        )


def _dress(document: QTextDocument) -> None:
    """Give headings a calm size, code the code font, and let long lines of code wrap."""
    theme, code = look.current().theme, look.current().code_font()
    for block in _blocks(document):
        form = block.blockFormat()
        if form.headingLevel():
            letters = QTextCharFormat()
            letters.setProperty(QTextFormat.Property.FontSizeAdjustment, 1 if form.headingLevel() < 3 else 0)
            letters.setFontWeight(QFont.Weight.DemiBold)
            _whole(block).mergeCharFormat(letters)
        elif form.hasProperty(QTextFormat.Property.BlockQuoteLevel):
            quote = QTextBlockFormat()
            quote.setLeftMargin(_QUOTE * int(form.property(QTextFormat.Property.BlockQuoteLevel)))
            quote.setRightMargin(0)
            letters = QTextCharFormat()
            letters.setForeground(QColor(theme.dim))
            _whole(block).mergeBlockFormat(quote)
            _whole(block).mergeCharFormat(letters)
        elif form.hasProperty(QTextFormat.Property.BlockCodeFence) or form.nonBreakableLines():
            box = QTextBlockFormat()
            box.setNonBreakableLines(False)
            box.setBackground(QColor(theme.raised))
            letters = QTextCharFormat()
            letters.setFont(code)
            cursor = _whole(block)
            cursor.mergeBlockFormat(box)
            cursor.mergeCharFormat(letters)
        else:
            _dress_inline(block, code)


def _dress_inline(block: QTextBlock, code: QFont) -> None:
    spans = [(piece.position(), piece.length()) for piece in _pieces(block) if piece.charFormat().fontFixedPitch()]
    for position, length in spans:
        cursor = QTextCursor(block)
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        letters = QTextCharFormat()
        letters.setFont(code)
        cursor.mergeCharFormat(letters)


def _has_links(document: QTextDocument) -> bool:
    return any(piece.charFormat().isAnchor() for block in _blocks(document) for piece in _pieces(block))


def _blocks(document: QTextDocument) -> list[QTextBlock]:
    blocks, block = [], document.begin()
    while block.isValid():
        blocks.append(block)
        block = block.next()
    return blocks


def _pieces(block: QTextBlock) -> list[QTextFragment]:
    pieces, at = [], block.begin()
    while not at.atEnd():
        pieces.append(at.fragment())
        at += 1
    return pieces


def _whole(block: QTextBlock) -> QTextCursor:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    return cursor
