"""Promises of prose in the conversation: everything is shown, nothing is loaded, no address is opened unread."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QFontInfo, QGuiApplication
from PySide6.QtWidgets import QAbstractScrollArea, QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile
from guillemet.engine.blocks import Prose
from guillemet.llm.prompts.feedback import CommentedVersion, LineComment, comment_heading
from guillemet.ui.chat.markdown_view import MarkdownView
from guillemet.ui.chat.transcript import TranscriptPane
from guillemet.ui.style import style
from guillemet.ui.style.theme import LIGHT
from tests.kit import conversations, reviews
from tests.kit.hands import CTRL, buttons, press, words
from tests.ui.chat.turns import settle, show_reply


def test_prose_is_markdown(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.add_reply("Pasted reply", [Prose("Now **all** totals know tax.\n")])
    settle(qtbot, pane)

    assert "Now all totals know tax." in words(pane)
    assert "Pasted reply" in words(pane)


def test_words_that_are_the_path_of_a_file_lead_there_and_no_others(qtbot: QtBot, pane: TranscriptPane) -> None:
    named, others = ["src/dup.py", "notes.txt", "src/other.py:6"], ["xsrc/dup.py", "https://a.b/src/dup.py", "Makefile"]
    pane.add_reply("Reply", [Prose(f"😀 See {', '.join(named)}. Not {', '.join(others)}.\n")])
    settle(qtbot, pane)
    view = pane.findChild(MarkdownView)

    assert places_in(view) == []
    pane.set_files(FileListing(ListedFile(path) for path in ("src/dup.py", "notes.txt", "src/other.py", "Makefile")))

    qtbot.waitUntil(lambda: places_in(view) == [(name, f"place:{name}") for name in named])


def places_in(view: MarkdownView) -> list[tuple[str, str]]:
    """Return the words of the first block that lead to a place, and the place."""
    found, at = [], view.document().begin().begin()
    while not at.atEnd():
        piece = at.fragment()
        if piece.charFormat().isAnchor() and piece.charFormat().anchorHref().startswith("place:"):
            found.append((piece.text(), piece.charFormat().anchorHref()))
        at += 1
    return found


def test_the_line_that_a_sent_comment_names_before_its_file_is_led_to(qtbot: QtBot) -> None:
    view, headings = MarkdownView(), []
    qtbot.addWidget(view)
    for seen in CommentedVersion:
        headings += [comment_heading(LineComment("a.py", 7, last, "x", "Why?", seen)) for last in (7, 9)]
    view.set_markdown(f"😀 {', '.join(headings)}, and `b.py`.")

    assert [place for _, place in places_in(view)] == ["place:a.py:7"] * 2 + ["place:a.py"] * 4 + ["place:b.py"]


def test_what_cannot_be_seen_is_written_out_and_html_is_text(qtbot: QtBot, pane: TranscriptPane) -> None:
    block = conversations.events_of(reviews.block("a\u202eb.py", new="x = '\u200b'"))
    pane.add_reply("Reply", [Prose(conversations.HOSTILE), *block])
    settle(qtbot, pane)

    shown = words(pane)
    assert "th‹U+202E›is‹U+202C›" in shown
    assert "<b>not bold</b>" in shown
    assert "x = '‹U+200B›'" in shown
    assert "a‹U+202E›b.py" in buttons(pane)


def test_no_image_is_loaded_and_its_address_is_shown(qtbot: QtBot, pane: TranscriptPane, tmp_path: Path) -> None:
    image = tmp_path / "secret.svg"
    image.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    pane.add_reply("Reply", [Prose(f"![plan]({image.as_uri()})\n")])
    settle(qtbot, pane)

    box = pane.findChild(MarkdownView)
    assert f"[image “plan” not loaded: {image.as_uri()}]" in words(pane)
    assert box.loadResource(2, QUrl.fromLocalFile(str(image))) is None


def show_prose(qtbot: QtBot, pane: TranscriptPane, text: str) -> None:
    """Show a reply of prose, a line at a time."""
    pane.add_reply("Reply", [Prose(line) for line in text.splitlines(keepends=True)])
    settle(qtbot, pane)


class Browser(QObject):
    """Stands where the desktop's browser begins."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        """Note what would be opened."""
        self.opened.append(url.toString())


def press_link(qtbot: QtBot, pane: TranscriptPane) -> None:
    settle(qtbot, pane)
    box = pane.findChild(MarkdownView)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Tab)
    qtbot.keyClick(box, Qt.Key.Key_Return)


def test_a_link_shows_its_whole_address_and_opens_at_the_second_press(qtbot: QtBot, pane: TranscriptPane) -> None:
    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "take")
    pane.add_reply("Reply", [Prose("See [the safe place](https://example.org/else?where=1).\n")])

    press_link(qtbot, pane)
    qtbot.waitUntil(lambda: "https://example.org/else?where=1" in words(pane))
    opened_at_once = list(browser.opened)
    press(qtbot, pane, "Open")
    QDesktopServices.unsetUrlHandler("https")

    assert opened_at_once == []
    assert browser.opened == ["https://example.org/else?where=1"]


def test_who_leaves_an_address_unopened_goes_on_in_the_text(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.add_reply("Reply", [Prose("See [the safe place](https://example.org/else?where=1).\n")])
    press_link(qtbot, pane)
    qtbot.waitUntil(lambda: "Cancel" in buttons(pane))

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)

    qtbot.waitUntil(pane.findChild(MarkdownView).hasFocus)


def test_a_line_of_an_answer_is_reached_picked_out_and_copied_by_keys(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.add_reply("Reply", [Prose("Then run this.\n\n```sh\nmake all\nmake test\n```\n\nThat is all.\n")])
    settle(qtbot, pane)
    pane._column.setFocus()

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    box = QApplication.focusWidget()
    assert isinstance(box, MarkdownView)
    for _ in range(2):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(box, Qt.Key.Key_C, CTRL)

    assert QGuiApplication.clipboard().text() == "make test"


def test_the_pane_follows_the_text_cursor_and_scrolls_beyond_the_last_line(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.add_reply("Reply", [Prose("".join(f"Line {number}.\n\n" for number in range(100)))])
    pane.add_reply("Another", [Prose("".join(f"Other {number}.\n\n" for number in range(100)))])
    settle(qtbot, pane)
    bar, box = pane._column.verticalScrollBar(), pane.findChildren(MarkdownView)[0]
    bar.setValue(0)
    settle(qtbot, pane)
    box.setFocus()

    for _ in range(99):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    cursor = box.viewport().mapTo(pane, box.cursorRect().topLeft()).y()
    assert 0 < cursor < pane.height()
    assert box.textCursor().block().text() == "Line 99."

    reached = bar.value()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert bar.value() > reached


@pytest.mark.parametrize("address", ["file:///etc/passwd", "vscode://x/y", "javascript:alert(1)"])
def test_other_kinds_of_address_are_only_copied(qtbot: QtBot, pane: TranscriptPane, address: str) -> None:
    pane.add_reply("Reply", [Prose(f"See [this]({address}).\n")])

    press_link(qtbot, pane)
    press(qtbot, pane, "Copy")

    assert "Open" not in buttons(pane)
    assert QGuiApplication.clipboard().text() == address


@pytest.mark.parametrize("text", ["x" * 2_000_000, "word " * 400_000, "# " + "y" * 1_900, "`" + "z" * 1_500])
def test_a_very_long_line_widens_nothing_and_is_kept_whole(qtbot: QtBot, pane: TranscriptPane, text: str) -> None:
    pane.add_reply("Reply", [Prose(text + "\n")])
    settle(qtbot, pane)

    kept = "".join(row.text for row in pane._column.rows[1:])
    assert kept == text + "\n"
    for box in pane.findChildren(QAbstractScrollArea):
        assert box.horizontalScrollBar().maximum() == 0


def test_a_long_paragraph_is_shown_as_markdown(qtbot: QtBot, pane: TranscriptPane) -> None:
    show_prose(qtbot, pane, "It takes a **list** of `numbers`. " + "And so it goes on and on. " * 150 + "\n")

    assert "takes a list of numbers" in words(pane)


@pytest.mark.parametrize("between", ["", "\n", "\n\n"])
@pytest.mark.parametrize("second", ["```python\nb = 2\n```", "~~~python\nb = 2\n~~~", "````\nb = 2\n~~~\n````"])
def test_listings_in_a_row_are_set_apart(qtbot: QtBot, pane: TranscriptPane, between: str, second: str) -> None:
    show_prose(qtbot, pane, f"```python\na = 1\n\na = 2\n```\n{between}{second}\n{between}```python\nc = 3\n```\n")

    box = pane.findChild(MarkdownView)
    blocks = [box.document().findBlockByNumber(at) for at in range(box.document().blockCount())]
    assert [block.text() for block in blocks if block.blockFormat().topMargin() > 0] == ["b = 2", "c = 3"]


def test_a_very_long_paragraph_is_cut_between_words(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.add_reply("Reply", [Prose("neverending " * 1_000 + "\n")])
    settle(qtbot, pane)

    pieces = [row.text for row in pane._column.rows[1:]]
    assert len(pieces) > 2
    assert all(set(piece.split()) == {"neverending"} for piece in pieces if piece.strip())


def test_a_fence_longer_than_a_piece_stays_code_in_every_piece(qtbot: QtBot, pane: TranscriptPane) -> None:
    show_reply(qtbot, pane, conversations.prose("```python\n" + "# not a heading\n" * 1500 + "```\n"))

    pieces = pane._column.rows[1:]
    assert len(pieces) > 1
    assert all(piece.text.count("```") == 2 for piece in pieces)


def test_code_among_words_is_as_large_as_the_words(qtbot: QtBot, pane: TranscriptPane, qapp: QApplication) -> None:
    style.announce(qapp, style.Style(LIGHT, 24))
    show_reply(qtbot, pane, conversations.prose("Call `total` once.\n"))
    box = pane.findChild(MarkdownView)
    cursor = box.document().find("total")

    assert QFontInfo(cursor.charFormat().font()).pointSizeF() == QFontInfo(box.document().defaultFont()).pointSizeF()


def test_tables_have_lines_in_the_colour_of_borders(qtbot: QtBot, pane: TranscriptPane) -> None:
    show_reply(qtbot, pane, conversations.prose("| a | b |\n| - | - |\n| 1 | 2 |\n"))
    table = pane.findChild(MarkdownView).document().rootFrame().childFrames()[0]

    assert table.frameFormat().borderBrush().color().name() == style.current().theme.border
