"""Promises of the conversation: everything is shown, nothing is loaded, size does not matter."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QColor, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel
from pytestqt.qtbot import QtBot

from guillemet.engine.blocks import BlockBroken, BlockGrew, BlockStarted, FormatName, Prose
from guillemet.engine.outcomes import Outcome, Status
from guillemet.ui import look
from guillemet.ui.chat import ConversationPane
from guillemet.ui.chat.card import BlockCard
from guillemet.ui.chat.prose import ProseBox
from guillemet.ui.code_box import CodeBox
from guillemet.ui.theme import DARK, LIGHT
from tests.kit import conversations, reviews
from tests.kit.hands import buttons, press, show, words


@pytest.fixture
def pane(qtbot: QtBot) -> ConversationPane:
    return show(qtbot, ConversationPane())


def settle(qtbot: QtBot, pane: ConversationPane) -> None:
    qtbot.waitUntil(
        lambda: pane.is_settled and not pane._column._soon.isActive() and not pane._column._ahead.isActive()
    )


def test_an_empty_pane_says_what_to_do(pane: ConversationPane) -> None:
    assert "Ctrl+Shift+V" in words(pane)


def test_prose_is_markdown(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.add_reply("Pasted reply")
    pane.add_prose("Now **all** totals know tax.\n")
    settle(qtbot, pane)

    assert "Now all totals know tax." in words(pane)
    assert "Pasted reply" in words(pane)


def test_a_card_grows_in_place_while_its_block_comes(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.add_reply("Reply")
    pane.start_block(BlockStarted(1, "src/x.py", FormatName.GUILLEMET, 1))
    pane.grow_block(BlockGrew(1, "def total(xs):"))
    settle(qtbot, pane)
    card = pane.findChild(BlockCard)
    before = card.height()

    for n in range(5):
        pane.grow_block(BlockGrew(1, f"line_{n}"))

    qtbot.waitUntil(lambda: "line_4" in words(pane) and card.height() > before)
    assert pane.findChildren(BlockCard) == [card]


def test_a_finished_block_shows_what_goes_and_what_comes(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.add_reply("Reply")
    pane.add_events(conversations.events_of(reviews.block("src/x.py")))
    settle(qtbot, pane)

    assert "  def total(xs):\n− return sum(xs)\n+ return sum(xs) + tax" in words(pane)


def test_outcomes_are_worded_on_their_cards(qtbot: QtBot, pane: ConversationPane) -> None:
    events, outcomes = conversations.sample()
    show_all = 6000
    pane.resize(500, show_all)
    pane.add_reply("Reply")
    pane.add_events(events)
    pane.set_outcomes(outcomes)
    settle(qtbot, pane)

    qtbot.waitUntil(lambda: "✓ applied · exact · line 41" in words(pane))
    shown = words(pane)
    assert "✓ applied · exact · 1 of 3 places" in shown
    assert "✗ failed · Leading anchor not found." in shown
    assert "– skipped · Previous edit to this file failed." in shown
    assert "= already applied · line 3" in shown
    assert "✗ broken · The reply ended inside this block" in shown


def test_the_same_block_in_two_replies_keeps_an_outcome_for_each(qtbot: QtBot, pane: ConversationPane) -> None:
    block = reviews.block("src/x.py")
    for title in ("First", "Second"):
        pane.add_reply(title)
        pane.add_events(conversations.events_of(block))
    first = Outcome(block, Status.APPLIED, "src/x.py", lines=(7,))
    pane.set_outcomes((first, replace(first, status=Status.ALREADY_APPLIED)))
    settle(qtbot, pane)

    states = [card.accessibleName() for card in pane.findChildren(BlockCard)]
    assert ["✓ applied" in states[0], "= already applied" in states[1]] == [True, True]


def test_the_path_of_a_card_leads_to_its_place(qtbot: QtBot, pane: ConversationPane) -> None:
    block = reviews.block("src/x.py")
    pane.add_reply("Reply")
    pane.add_events(conversations.events_of(block))
    pane.set_outcomes((Outcome(block, Status.APPLIED, "src/x.py", lines=(41,)),))
    settle(qtbot, pane)

    with qtbot.waitSignal(pane.path_picked) as wish:
        press(qtbot, pane, "src/x.py")

    assert wish.args == ["src/x.py", 41]


def test_a_long_block_unfolds(qtbot: QtBot, pane: ConversationPane) -> None:
    block = reviews.block("src/x.py", old="", new="\n".join(f"line_{n}" for n in range(30)))
    pane.add_reply("Reply")
    pane.add_events(conversations.events_of(block))
    settle(qtbot, pane)
    assert "line_29" not in words(pane)

    press(qtbot, pane, "Show all 31 lines")

    assert "line_29" in words(pane)


def test_a_broken_block_shows_its_text_and_why(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.add_reply("Reply")
    pane.finish_block(BlockBroken(reviews.broken("src/x.py")))
    settle(qtbot, pane)

    assert "The reply ended inside this block" in words(pane)
    assert "««« EDIT" in words(pane)


def test_what_cannot_be_seen_is_written_out_and_html_is_text(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.add_reply("Reply")
    pane.add_prose(conversations.HOSTILE)
    pane.add_events(conversations.events_of(reviews.block("a\u202eb.py", new="x = '\u200b'")))
    settle(qtbot, pane)

    shown = words(pane)
    assert "th‹U+202E›is‹U+202C›" in shown
    assert "<b>not bold</b>" in shown
    assert "x = '‹U+200B›'" in shown
    assert "a‹U+202E›b.py" in buttons(pane)


def test_no_image_is_loaded_and_its_address_is_shown(qtbot: QtBot, pane: ConversationPane, tmp_path: Path) -> None:
    image = tmp_path / "secret.svg"
    image.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    pane.add_reply("Reply")
    pane.add_prose(f"![plan]({image.as_uri()})\n")
    settle(qtbot, pane)

    box = pane.findChild(ProseBox)
    assert f"[image “plan” not loaded: {image.as_uri()}]" in words(pane)
    assert box.loadResource(2, QUrl.fromLocalFile(str(image))) is None


class Browser(QObject):
    """Stands where the desktop's browser begins."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        """Note what would be opened."""
        self.opened.append(url.toString())


def press_link(qtbot: QtBot, pane: ConversationPane) -> None:
    settle(qtbot, pane)
    box = pane.findChild(ProseBox)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Tab)
    qtbot.keyClick(box, Qt.Key.Key_Return)


def test_a_link_shows_its_whole_address_and_opens_at_the_second_press(qtbot: QtBot, pane: ConversationPane) -> None:
    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "take")
    pane.add_reply("Reply")
    pane.add_prose("See [the safe place](https://example.org/else?where=1).\n")

    press_link(qtbot, pane)
    qtbot.waitUntil(lambda: "https://example.org/else?where=1" in words(pane))
    opened_at_once = list(browser.opened)
    press(qtbot, pane, "Open")
    QDesktopServices.unsetUrlHandler("https")

    assert opened_at_once == []
    assert browser.opened == ["https://example.org/else?where=1"]


@pytest.mark.parametrize("address", ["file:///etc/passwd", "vscode://x/y", "javascript:alert(1)"])
def test_other_kinds_of_address_are_only_copied(qtbot: QtBot, pane: ConversationPane, address: str) -> None:
    pane.add_reply("Reply")
    pane.add_prose(f"See [this]({address}).\n")

    press_link(qtbot, pane)
    press(qtbot, pane, "Copy")

    assert "Open" not in buttons(pane)
    assert QGuiApplication.clipboard().text() == address


def test_two_hundred_blocks_need_few_widgets(qtbot: QtBot, pane: ConversationPane) -> None:
    events, outcomes = conversations.many(200)
    pane.add_reply("Reply")
    pane.add_events(events)
    pane.set_outcomes(outcomes)
    settle(qtbot, pane)

    assert len(pane._filling.transcript.blocks) == 200
    assert 0 < len(pane.findChildren(BlockCard)) < 40


def test_a_block_far_away_is_scrolled_to(qtbot: QtBot, pane: ConversationPane) -> None:
    events, outcomes = conversations.many(200)
    pane.add_reply("Reply")
    pane.add_events(events)
    pane.set_outcomes(outcomes)
    settle(qtbot, pane)

    pane.show_block(57)
    settle(qtbot, pane)

    card = next(card for card in pane.findChildren(BlockCard) if card.accessibleName().startswith("Block 57,"))
    assert 0 <= card.y() < 100


def test_a_reader_who_scrolled_up_is_left_there_while_more_comes(qtbot: QtBot, pane: ConversationPane) -> None:
    events, _ = conversations.many(40)
    pane.add_reply("Reply")
    pane.add_events(events)
    settle(qtbot, pane)
    bar = pane._column.verticalScrollBar()
    bar.setValue(300)
    settle(qtbot, pane)
    before = bar.value(), bar.maximum()

    pane.add_events(conversations.prose("More.\n\n" * 200))
    settle(qtbot, pane)

    assert bar.maximum() > before[1]
    assert bar.value() == before[0]


def test_a_new_reply_is_shown_from_its_title(qtbot: QtBot, pane: ConversationPane) -> None:
    events, _ = conversations.many(40)
    for title in ("First", "Second"):
        pane.add_reply(title)
        pane.add_events(events)

    settle(qtbot, pane)

    title = next(label for label in pane.findChildren(QLabel) if label.text() == "Second")
    assert 0 <= title.y() <= 20


def test_who_scrolled_to_the_end_stays_there_while_more_comes(qtbot: QtBot, pane: ConversationPane) -> None:
    events, _ = conversations.many(20)
    pane.add_reply("Reply")
    pane.add_events(events)
    settle(qtbot, pane)
    bar = pane._column.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderToMaximum)
    settle(qtbot, pane)
    before = bar.maximum()

    pane.add_events(conversations.prose("More.\n\n" * 100))
    settle(qtbot, pane)

    assert bar.value() == bar.maximum() > before


@pytest.mark.parametrize("text", ["x" * 2_000_000, "word " * 400_000, "# " + "y" * 1_900, "`" + "z" * 1_500])
def test_a_very_long_line_widens_nothing_and_is_kept_whole(qtbot: QtBot, pane: ConversationPane, text: str) -> None:
    pane.add_reply("Reply")
    pane.add_prose(text + "\n")
    settle(qtbot, pane)

    kept = "".join(row.text for row in pane._column.rows[1:])
    assert kept == text + "\n"
    for box in pane.findChildren(QAbstractScrollArea):
        assert box.horizontalScrollBar().maximum() == 0


def test_a_fence_longer_than_a_piece_stays_code_in_every_piece(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.add_reply("Reply")
    pane.add_events(conversations.prose("```python\n" + "# not a heading\n" * 1500 + "```\n"))
    settle(qtbot, pane)

    pieces = pane._column.rows[1:]
    assert len(pieces) > 1
    assert all(piece.text.count("```") == 2 for piece in pieces)


def test_clear_begins_anew(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.add_reply("Reply")
    pane.add_events([Prose("one\n")])
    settle(qtbot, pane)

    pane.clear()

    assert "Ctrl+Shift+V" in words(pane)
    assert len(pane._column.rows) == 0


def test_cards_take_the_colours_of_another_theme(qtbot: QtBot, pane: ConversationPane, qapp: QApplication) -> None:
    look.apply(qapp, LIGHT, 10)
    pane.add_reply("Reply")
    pane.add_events(conversations.events_of(reviews.block("src/x.py")))
    settle(qtbot, pane)

    look.apply(qapp, DARK, 14)
    qtbot.waitUntil(lambda: bool(pane.findChildren(BlockCard)))
    settle(qtbot, pane)

    code = pane.findChildren(CodeBox)[0]
    assert code.document().lastBlock().blockFormat().background().color() == QColor(DARK.added)
    assert code.document().defaultFont().pointSize() == 14
