"""Promises of the card a block has in the conversation: how it grows, what it shows, and what became of it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.chat.answer import AnswerReader
from guillemet.engine.applying import MemoryFiles, read_reply
from guillemet.engine.blocks import BlockBroken, BlockGrew, BlockStarted, EditBlock, FileAction, FormatName
from guillemet.engine.outcomes import Flag, Outcome, Rung, Status
from guillemet.engine.review import Decision, FileReview, HunkState, Kind, ProposedHunk
from guillemet.ui.chat.edit_card import BlockDecisions, EditCard
from guillemet.ui.chat.transcript import TranscriptPane
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.controls import LinkLabel, StatusSign
from guillemet.ui.wording import MINUS
from tests.kit import conversations, reviews
from tests.kit.hands import press, words
from tests.kit.replies import edit
from tests.ui.chat.turns import let_answer_begin, settle, show_reply


def test_a_card_grows_in_place_while_its_block_comes(qtbot: QtBot, pane: TranscriptPane) -> None:
    let_answer_begin(pane, [BlockStarted(1, "src/x.py", FormatName.GUILLEMET, 1)])
    pane.add_events([BlockGrew(1, "def total(xs):")])
    settle(qtbot, pane)
    card = pane.findChild(EditCard)
    before = card.height()

    for n in range(5):
        pane.add_events([BlockGrew(1, f"line_{n}")])

    qtbot.waitUntil(lambda: "line_4" in words(pane) and card.height() > before)
    assert pane.findChildren(EditCard) == [card]


WHOLE_FILE = "a.txt\n```\n" + "one\n" * 20 + "```\n"
BROKEN = "a.txt\n<<<<<<< SEARCH\n" + "one\n" * 20


@pytest.mark.parametrize("text", [edit("a.txt", "one", "two"), WHOLE_FILE, BROKEN], ids=["edit", "file", "broken"])
def test_a_card_needs_no_lines_but_those_of_its_block(qtbot: QtBot, pane: TranscriptPane, text: str) -> None:
    reader = AnswerReader(())
    came = (*reader.feed(text), *reader.finish())
    read = read_reply(text, MemoryFiles({})).events
    cards = list[tuple[str, int]]()

    for events in (came, read):
        pane.clear()
        show_reply(qtbot, pane, list(events))
        (card,) = pane.findChildren(EditCard)
        cards.append((words(card), card._row.estimate(400)))

    assert any(isinstance(event, BlockGrew) for event in came)
    assert not any(isinstance(event, BlockGrew) for event in read)
    assert cards[0] == cards[1]


def test_a_finished_block_shows_what_goes_and_what_comes(qtbot: QtBot, pane: TranscriptPane) -> None:
    show_reply(qtbot, pane, conversations.events_of(reviews.block("src/x.py")))

    assert "  def total(xs):\n− return sum(xs)\n+ return sum(xs) + tax" in words(pane)


@pytest.mark.parametrize(
    ("action", "flags"), [(FileAction.CREATE, frozenset[Flag]()), (FileAction.EDIT, frozenset({Flag.APPENDED}))]
)
def test_a_blank_line_searched_for_a_new_file_or_its_end_is_no_line_that_goes(
    qtbot: QtBot, pane: TranscriptPane, action: FileAction, flags: frozenset[Flag]
) -> None:
    block = EditBlock("n.py", FormatName.SEARCH_REPLACE, 1, 1, anchor=(), old=("",), new=("new",))
    outcome = Outcome(block, Status.APPLIED, "n.py", action=action, flags=flags)

    show_reply(qtbot, pane, conversations.events_of(block), (outcome,))

    qtbot.waitUntil(lambda: "placed" in words(pane))
    assert "+ new" in words(pane)
    assert MINUS not in words(pane)


def test_outcomes_are_worded_on_their_cards(qtbot: QtBot, pane: TranscriptPane) -> None:
    events, outcomes = conversations.sample()
    show_all = 6000
    pane.resize(500, show_all)
    show_reply(qtbot, pane, events, outcomes)

    qtbot.waitUntil(lambda: "placed · exact · line 41" in words(pane))
    shown = words(pane)
    assert "placed · exact · 1 of 3 places" in shown
    assert "failed · Leading anchor not found." in shown
    assert "skipped · Previous edit to this file failed." in shown
    assert "already there · line 3" in shown
    assert "broken · The reply ended inside this block" in shown


def test_the_status_and_the_counts_of_a_card_lead_to_its_place(qtbot: QtBot, pane: TranscriptPane) -> None:
    show_reply(qtbot, pane, conversations.events_of(reviews.block("src/x.py")), (reviews.applied("src/x.py"),))
    qtbot.waitUntil(lambda: "placed · exact · line 41" in words(pane))

    # Nothing breaks the line before its number.
    for text in ("placed · exact · line\u00a041", f"+1 {MINUS}1"):
        shown = next(one for one in pane.findChildren(LinkLabel) if one.text() == text)
        with qtbot.waitSignal(pane.signals.path_picked) as picked:
            qtbot.mouseClick(shown, Qt.MouseButton.LeftButton)
        assert picked.args == ["src/x.py", 41]


def test_the_same_block_in_two_replies_keeps_an_outcome_for_each(qtbot: QtBot, pane: TranscriptPane) -> None:
    block = reviews.block("src/x.py")
    for title in ("First", "Second"):
        pane.add_reply(title, conversations.events_of(block))
    first = Outcome(block, Status.APPLIED, "src/x.py", lines=(7,))
    pane.set_outcomes((first, replace(first, status=Status.ALREADY_APPLIED)))
    settle(qtbot, pane)

    states = [card.accessibleName() for card in pane.findChildren(EditCard)]
    assert ["placed" in states[0], "already there" in states[1]] == [True, True]


def test_a_block_shown_after_its_outcome_was_known_has_it(qtbot: QtBot, pane: TranscriptPane) -> None:
    block = reviews.block("src/x.py")
    placed = (Outcome(block, Status.APPLIED, "src/x.py", lines=(7,)),)
    pane.set_outcomes(placed)
    settle(qtbot, pane)
    show_reply(qtbot, pane, conversations.events_of(block), placed)

    assert "placed · line 7" in words(pane)


def test_a_block_that_was_taken_back_is_no_longer_called_proposed(qtbot: QtBot, pane: TranscriptPane) -> None:
    block = reviews.block("src/x.py")
    taken = (Outcome(block, Status.APPLIED, "src/x.py", lines=(7,)),)
    show_reply(qtbot, pane, conversations.events_of(block), taken)
    pane.set_outcomes(())
    settle(qtbot, pane)
    told_without = words(pane)
    pane.set_outcomes(taken)
    settle(qtbot, pane)

    assert "placed · line 7 · no longer proposed" in told_without
    assert "no longer proposed" not in words(pane)

    # Where its reply was undone, it says so, and for how long it can be brought back.
    for brings_back, said in ((True, "undone · Redo brings it back"), (False, "undone")):
        pane.set_outcomes((), BlockDecisions(brings_reply_back=brings_back))
        settle(qtbot, pane)
        assert said in words(pane).split("\n")
    pane.set_outcomes(taken)
    settle(qtbot, pane)
    assert "placed · line 7" in words(pane)
    assert "undone" not in words(pane)


def statuses(qtbot: QtBot, pane: TranscriptPane) -> list[str]:
    """Return what the cards say became of their blocks."""
    settle(qtbot, pane)
    return [card.accessibleName().rpartition(" · ")[2] for card in pane.findChildren(EditCard)]


def test_a_card_says_what_was_decided_on_its_file_also_when_the_review_is_over(
    qtbot: QtBot, pane: TranscriptPane
) -> None:
    paths = ("accepted.py", "rejected.py", "moved.py", "undecided.py")
    blocks = [reviews.block(path, number=number) for number, path in enumerate(paths, start=1)]
    outcomes = tuple(Outcome(block, Status.APPLIED, block.path, lines=(7,)) for block in blocks)
    decided = (Decision.ACCEPTED, Decision.REJECTED, Decision.ACCEPTED, Decision.UNDECIDED)
    files = {p: FileReview(p, Kind.CHANGED, decision, 1, 1, 1) for p, decision in zip(paths, decided, strict=True)}
    files["moved.py"] = replace(files["moved.py"], moved_to="there.py")

    show_reply(qtbot, pane, tuple(e for block in blocks for e in conversations.events_of(block)), outcomes)
    pane.set_outcomes(outcomes, BlockDecisions(files, frozenset({"accepted.py", "there.py"})))
    assert statuses(qtbot, pane) == ["accepted", "rejected", "accepted", "line 7"]
    cross = StatusSign(pane)
    cross.show_sign("close", "dim")
    signs = [card.findChild(StatusSign).grab().toImage() for card in pane.findChildren(EditCard)]
    assert [sign == cross.grab().toImage() for sign in signs] == [False, True, False, False]
    rest = {path: file for path, file in files.items() if path != "accepted.py"}
    pane.set_outcomes(outcomes, BlockDecisions(rest, frozenset({"there.py"})))
    assert statuses(qtbot, pane) == ["committed", "rejected", "accepted", "line 7"]
    pane.set_outcomes((), BlockDecisions({}, frozenset({"there.py"})))
    assert statuses(qtbot, pane) == ["committed", "rejected", "accepted", "no longer proposed"]
    pane.set_outcomes((), BlockDecisions())
    assert statuses(qtbot, pane) == ["committed", "rejected", "committed", "no longer proposed"]
    pane.set_outcomes(outcomes, BlockDecisions(files))
    assert statuses(qtbot, pane) == ["accepted", "rejected", "accepted", "line 7"]
    # Of the last one, as of all in a window that is opened by then, nothing was known before.
    earlier = BlockDecisions(uncommitted=frozenset({"undecided.py"}), settled=frozenset({4}))
    pane.set_outcomes(outcomes, earlier)
    assert statuses(qtbot, pane)[-1] == "file accepted"
    pane.set_outcomes(outcomes, replace(earlier, uncommitted=frozenset()))
    assert statuses(qtbot, pane)[-1] == "file committed"


def test_a_card_says_what_was_decided_on_the_lines_of_its_own_block(qtbot: QtBot, pane: TranscriptPane) -> None:
    blocks = [reviews.block("a.py", number=number) for number in range(1, 7)]
    outcomes = tuple(
        Outcome(b, Status.APPLIED, "a.py", lines=(at,)) for b, at in zip(blocks, range(1, 60, 10), strict=False)
    )
    accepted, rejected, waiting = HunkState.ACCEPTED, HunkState.REJECTED, HunkState.WAITING
    states = (accepted, rejected, accepted | waiting, waiting)
    hunks = tuple(
        ProposedHunk((at, at + 1), (at, at + 1), state) for at, state in zip((1, 11, 21, 31), states, strict=True)
    )
    taken_out = ProposedHunk((41, 42), (41, 41), rejected)
    file = FileReview("a.py", Kind.CHANGED, Decision.UNDECIDED, 4, 4, 5, divided=(*hunks, taken_out))
    show_reply(qtbot, pane, tuple(e for block in blocks for e in conversations.events_of(block)), outcomes)

    pane.set_outcomes(outcomes, BlockDecisions({"a.py": file}))
    assert statuses(qtbot, pane) == ["accepted", "rejected", "accepted in part", "line 31", "rejected", "line 51"]
    elided = (*outcomes[:3], replace(outcomes[3], how=Rung.ELIDED), *outcomes[4:])  # where it ends is not known
    pane.set_outcomes(elided, BlockDecisions({"a.py": file}))
    assert statuses(qtbot, pane)[3] == "accepted in part"
    again = FileReview("a.py", Kind.CHANGED, Decision.REJECTED, 1, 1, 1)  # the file was committed, and is proposed anew
    pane.set_outcomes(elided, BlockDecisions({"a.py": again}, settled=frozenset({1, 2})))
    assert statuses(qtbot, pane)[:3] == ["committed", "rejected", "rejected"]


def test_a_block_without_a_path_shows_the_file_it_went_into(qtbot: QtBot, pane: TranscriptPane) -> None:
    named = reviews.block("src/x.py")
    outcome = Outcome(named, Status.APPLIED, "src/x.py", lines=(7,))

    show_reply(qtbot, pane, conversations.events_of(replace(named, path="")), (outcome,))

    (card,) = pane.findChildren(EditCard)
    assert "src/x.py" in card.accessibleName()
    assert "placed" in card.accessibleName()


def test_the_path_of_a_card_leads_to_its_place(qtbot: QtBot, pane: TranscriptPane) -> None:
    block = reviews.block("src/x.py")
    show_reply(qtbot, pane, conversations.events_of(block), (Outcome(block, Status.APPLIED, "src/x.py", lines=(41,)),))

    with qtbot.waitSignal(pane.signals.path_picked) as wish:
        press(qtbot, pane, "src/x.py")

    assert wish.args == ["src/x.py", 41]


def test_a_long_block_unfolds(qtbot: QtBot, pane: TranscriptPane) -> None:
    block = reviews.block("src/x.py", old="", new="\n".join(f"line_{n}" for n in range(30)))
    show_reply(qtbot, pane, conversations.events_of(block))
    assert "line_29" not in words(pane)

    press(qtbot, pane, "Show all 31 lines")

    assert "line_29" in words(pane)


def test_a_broken_block_shows_its_text_and_why(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.add_reply("Reply", [BlockBroken(reviews.broken("src/x.py"))])
    settle(qtbot, pane)

    assert "The reply ended inside this block" in words(pane)
    assert "««« EDIT" in words(pane)


def test_cards_take_the_colours_of_another_theme(qtbot: QtBot, pane: TranscriptPane, qapp: QApplication) -> None:
    style.apply(qapp, style.Style(LIGHT, 10))
    show_reply(qtbot, pane, conversations.events_of(reviews.block("src/x.py")))

    style.apply(qapp, style.Style(DARK, 14))
    qtbot.waitUntil(lambda: bool(pane.findChildren(EditCard)))
    settle(qtbot, pane)

    code = pane.findChildren(CodeBox)[0]
    assert code.document().lastBlock().blockFormat().background().color() == QColor(DARK.added)
    assert code.document().defaultFont().pointSize() == 14
