"""Promises of talking in the window: keys and clicks of a user, a real server, a real repository."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QTextBrowser,
    QTreeWidget,
)
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.turns import RequestPartSize, State, Use
from guillemet.engine.outcomes import Flag
from guillemet.ui.actions import Act
from guillemet.ui.chat.markdown_view import MarkdownView
from guillemet.ui.chat.request_preview import RequestPreview
from guillemet.ui.widgets.virtual_list import VirtualList
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import Open, talking_desks, type_message, write
from tests.kit.file_manager import FileManager
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, named, press, show, words
from tests.kit.model_server import Answer, Refusal, Say, Stall, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, wait_for_text
from tests.ui.window.hands import drop, review

ANSWER = "I make it two.\n\n" + edit("a.py", "x = 1", "x = 2")


@pytest.fixture
def talking(qapp: QApplication, qtbot: QtBot, repository: RepositoryBuilder, tmp_path: Path) -> Iterator[Open]:
    """Return what opens a window whose model answers with these scripts."""
    repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})

    with talking_desks(qapp, qtbot, repository, tmp_path) as open_window:
        yield open_window


def answered(desk: WindowController, count: int = 1) -> bool:
    """Whether so many answers have ended."""
    turns = desk.session.talk.conversation.turns
    return sum(turn.state is not State.WAITING and bool(turn.model) for turn in turns) >= count and not (
        desk.session.talk.conversation.answering.is_flowing
    )


def test_the_edit_format_and_the_project_instructions_are_chosen_for_the_next_request(
    qtbot: QtBot, talking: Open, repository: RepositoryBuilder
) -> None:
    repository.commit({"AGENTS.md": "Name things in full.\n"})
    desk, server = talking(said("No."))

    def weighs_edits() -> bool:
        """Whether the estimate counts the description of the edit format."""
        shown = next((name for name in buttons(desk.window) if name.startswith("The next message: ")), ": 0 ")
        return int(shown.split(": ")[1].split()[0].replace(",", "")) > 1_000

    def is_settled() -> bool:
        return weighs_edits() and desk.session.tasks.is_quiet and not desk.talking._weigh_soon.isActive()

    qtbot.waitUntil(is_settled, timeout=SECONDS)
    press(qtbot, desk.window, "Mode: Edit")
    QTest.keyClicks(QApplication.focusWidget(), "Ask")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not weighs_edits(), timeout=SECONDS)
    write(desk, "/edit")
    press(qtbot, desk.window, "Model: small")
    for typed in ("edit format", "diff-fenced"):
        field = QApplication.focusWidget()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: any(name.startswith("Project instructions, AGENTS.md") for name in buttons(desk.window)))
    press(qtbot, desk.window, "Do not send the project instructions of this repository")

    write(desk, "Make it two.")

    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)
    assert desk.session.preferences.now.edit_format == "diff-fenced"
    assert "its path on the first line inside" in str(server.asked[-1].body)
    assert "Name things" not in str(server.asked[-1].body)
    assert "Send the project instructions: AGENTS.md" in buttons(desk.window)


def test_a_message_is_sent_by_return_its_blocks_are_proposed_and_a_reply_dropped_then_answers_no_message(
    qtbot: QtBot, talking: Open
) -> None:
    desk, server = talking(said(ANSWER))

    write(desk, "Make it two.")

    qtbot.waitUntil(lambda: bool(desk.session.review and desk.session.review.files), timeout=SECONDS)
    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)
    assert desk.talk.composer.draft == ""
    assert "Make it two." in str(server.asked[0].body)

    mime = QMimeData()
    mime.setText(edit("b.py", "y = 1", "y = 2"))
    drop(desk.window, mime)
    qtbot.waitUntil(lambda: [outcome.path for outcome in review(desk).outcomes] == ["a.py", "b.py"], timeout=SECONDS)
    assert Flag.NOT_IN_CONVERSATION not in review(desk).outcomes[1].flags


def looked_at(qtbot: QtBot, desk: WindowController) -> RequestPreview:
    """Look at the exact request by the key for it, and return what shows it."""
    QTest.keyClick(desk.window, Qt.Key.Key_E, CTRL_SHIFT)
    qtbot.waitUntil(lambda: bool(desk.window.findChildren(RequestPreview)), timeout=SECONDS)
    return desk.window.findChildren(RequestPreview)[-1]


def parts_of(view: RequestPreview) -> list[str]:
    """Return what the parts of the request are called."""
    tree = named(view, QTreeWidget, "Parts of the request")
    return [tree.topLevelItem(number).text(0) for number in range(tree.topLevelItemCount())]


def test_a_prompt_for_a_web_chat_is_copied_by_its_key_and_nothing_empty_is_sent_copied_or_said(
    qtbot: QtBot, talking: Open
) -> None:
    desk, server = talking(said(ANSWER))
    conversation = desk.session.talk.conversation
    conversation.files.set_use(["a.py"], Use.IN)
    QGuiApplication.clipboard().setText("before")

    view = looked_at(qtbot, desk)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(view.focusWidget(), key)
    view.send_requested.emit()
    view.copy_requested.emit()
    view.reject()
    desk.window.activateWindow()
    qtbot.waitUntil(desk.window.isActiveWindow)
    QTest.keyClick(desk.window, Qt.Key.Key_C, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Write a message first." in words(desk.notices), timeout=SECONDS)
    with qtbot.waitSignal(conversation.turn_ended, timeout=SECONDS):
        write(desk, "Make it two.")
    conversation.resend(1, " ")
    assert [turn.text for turn in conversation.turns] == ["Make it two.", ANSWER]
    assert len(server.asked) == 1
    assert QGuiApplication.clipboard().text() == "before"

    type_message(desk, "Make it three.")
    QTest.keyClick(desk.window, Qt.Key.Key_C, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Make it three." in QGuiApplication.clipboard().text(), timeout=SECONDS)
    assert len(server.asked) == 1


def test_a_file_that_is_mentioned_is_in_the_request_that_is_shown_as_in_the_one_that_is_sent_for_the_use_it_has(
    qtbot: QtBot, talking: Open
) -> None:
    desk, server = talking(said(ANSWER))
    files = desk.session.talk.conversation.files
    type_message(desk, "Look at @b.py, please.")
    qtbot.waitUntil(lambda: "b.py" in files.known, timeout=SECONDS)

    view = looked_at(qtbot, desk)
    assert "b.py" in parts_of(view)
    assert files.entries == ()
    press(qtbot, view, "Send")
    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)
    assert "y = 1" in str(server.asked[0].body)
    assert files.editable == ("b.py",)

    files.set_use(["b.py"], Use.READ_ONLY)
    desk.window.activateWindow()  # as a desktop does by itself
    qtbot.waitUntil(desk.window.isActiveWindow)
    write(desk, "Look at @b.py, please.")
    qtbot.waitUntil(lambda: answered(desk, 2), timeout=SECONDS)
    assert files.read_only == ("b.py",)


def test_a_file_the_answer_mentions_is_not_sent_with_the_wish_to_go_on(qtbot: QtBot, talking: Open) -> None:
    desk, server = talking(Answer((Say("Now look at @b.py and"), Stall())), said(" that is all."))
    conversation = desk.session.talk.conversation
    write(desk, "Make it two.")
    qtbot.waitUntil(lambda: "look at" in words(desk.conversation), timeout=SECONDS)
    conversation.stop()
    qtbot.waitUntil(lambda: conversation.turns[-1].state is State.STOPPED, timeout=SECONDS)
    press(qtbot, desk.window, "Go on")
    qtbot.waitUntil(lambda: conversation.turns[-1].state is State.DONE, timeout=SECONDS)

    assert "y = 1" not in str(server.asked[-1].body)
    assert conversation.files.entries == ()


def test_no_review_is_finished_while_an_answer_arrives_and_escape_stops_it_also_where_it_is_read_and_leaves_what_came(
    qtbot: QtBot, talking: Open
) -> None:
    long = Answer((Say("A line.\n\n" * 90), Stall()))
    desk, server = talking(
        Answer((Say(ANSWER + "\nAnd then"), Stall())), Answer((Say("It begins so."), Stall())), long, long
    )
    turns, finish = desk.session.talk.conversation, desk.window.actions_table[Act.FINISH_REVIEW]
    write(desk, "Make it two.")
    qtbot.waitUntil(lambda: bool(desk.session.review and desk.session.review.files), timeout=SECONDS)
    desk.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: bool(desk.session.review and desk.session.review.can_be_finished), timeout=SECONDS)
    assert turns.answering.is_flowing
    assert "Finish review" not in buttons(desk.proposal)
    assert not finish.isEnabled()

    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: turns.turns[-1].state is State.STOPPED, timeout=SECONDS)
    assert server.wait_for(connections=0)
    assert turns.turns[-1].text.endswith("And then")
    qtbot.waitUntil(lambda: "Finish review" in buttons(desk.proposal), timeout=SECONDS)
    assert finish.isEnabled()

    write(desk, "Tell me.")
    qtbot.waitUntil(lambda: "It begins so." in words(desk.conversation), timeout=SECONDS)
    prose = next(box for box in desk.conversation.findChildren(QTextBrowser) if box.isVisible())
    qtbot.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert desk.conversation.isAncestorOf(focused)
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: turns.turns[-1].state is State.STOPPED, timeout=SECONDS)
    assert server.wait_for(connections=0)

    for pane in (desk.proposal, desk.diff):
        write(desk, "At length.")
        wait_for_text(qtbot, desk.session, "A line.")
        pane.setFocus()
        focused = QApplication.focusWidget()
        assert focused is not None
        assert pane.isAncestorOf(focused)
        QTest.keyClick(focused, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: turns.turns[-1].state is State.STOPPED, timeout=SECONDS)
    assert server.wait_for(connections=0)


def test_an_answer_whose_end_is_scrolled_out_of_view_is_led_to_from_the_foot(qtbot: QtBot, talking: Open) -> None:
    desk, _ = talking(Answer((Say("A line.\n\n" * 90), Stall())))
    write(desk, "At length.")
    bar = desk.conversation.findChild(VirtualList).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200 and desk.conversation.is_settled, timeout=SECONDS)
    status = desk.window.status
    bar.setValue(0)
    qtbot.waitUntil(lambda: "An answer is arriving" in buttons(status))

    press(qtbot, status, "An answer is arriving")

    qtbot.waitUntil(lambda: "An answer is arriving" not in buttons(status))
    assert bar.value() == bar.maximum()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)


def test_a_reply_pasted_while_an_answer_arrives_stands_below_it_and_takes_nothing_of_it(
    qtbot: QtBot, talking: Open
) -> None:
    desk, _ = talking(Answer((Say("It begins so.\n\nAnd then"), Stall())))
    write(desk, "Tell me.")
    qtbot.waitUntil(lambda: "And then" in words(desk.conversation), timeout=SECONDS)
    QGuiApplication.clipboard().setText(edit("b.py", "y = 1", "y = 2") + "\nThat was it.\n")
    QTest.keyClick(desk.window, Qt.Key.Key_V, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "That was it." in words(desk.conversation), timeout=SECONDS)

    QTest.keyClick(desk.talk.composer.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: answered(desk) and desk.conversation.is_settled, timeout=SECONDS)

    def shown() -> list[str]:
        desk.conversation.findChild(VirtualList).arrange()
        boxes = [box for box in desk.conversation.findChildren(MarkdownView) if box.isVisible()]
        return [text for _, text in sorted((box.mapToGlobal(QPoint()).y(), box.toPlainText()) for box in boxes)]

    wanted = ["Tell me.", "It begins so.\nAnd then", "That was it."]
    qtbot.waitUntil(lambda: shown() == wanted, timeout=SECONDS)  # an ended answer is made anew
    assert "Go on" not in buttons(desk.conversation), "it would do nothing below another reply"
    assert [turn.text.split("\n")[0] for turn in desk.session.talk.conversation.turns][1] == "It begins so."


def test_the_block_that_an_answer_was_stopped_in_did_not_fail_and_is_dismissed(qtbot: QtBot, talking: Open) -> None:
    half = ANSWER[: ANSWER.index("=======")]
    desk, _ = talking(Answer((Say(half), Stall())))
    write(desk, "Make it two.")
    answering = desk.session.talk.conversation.answering
    qtbot.waitUntil(lambda: answering.so_far is not None and answering.so_far.text == half, timeout=SECONDS)

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    stopped = "skipped: You stopped the answer inside this block."
    qtbot.waitUntil(lambda: stopped in words(desk.diff), timeout=SECONDS)

    of_card = "stopped · you stopped the answer inside this block"
    qtbot.waitUntil(lambda: of_card in words(desk.conversation), timeout=SECONDS)
    assert not any(name.endswith("failed, filter") for name in buttons(desk.proposal))
    roles = {label.text(): label.property("role") for label in desk.window.findChildren(QLabel) if label.isVisible()}
    assert roles[stopped] == "dim"
    assert roles[of_card] == "dim"
    press(qtbot, desk.diff, "Dismiss")
    qtbot.waitUntil(lambda: stopped not in words(desk.diff), timeout=SECONDS)
    qtbot.waitUntil(lambda: "dismissed · by you" in words(desk.conversation), timeout=SECONDS)


def test_a_message_asked_again_leaves_the_focus_in_the_message_box(qtbot: QtBot, talking: Open) -> None:
    desk, server = talking(Refusal(401), said(ANSWER))
    write(desk, "Make it two.")
    box = QApplication.focusWidget()
    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)
    qtbot.waitUntil(lambda: "Enter the key…" in buttons(desk.notices))

    press(qtbot, desk.window, "Ask again")

    qtbot.waitUntil(lambda: desk.session.talk.conversation.turns[-1].state is State.DONE, timeout=SECONDS)
    qtbot.waitUntil(lambda: desk.conversation.is_settled, timeout=SECONDS)
    assert QApplication.focusWidget() is box
    assert server.asked[1].body == server.asked[0].body
    assert "Enter the key…" not in buttons(desk.notices)


def test_a_service_that_refuses_for_another_reason_does_not_ask_for_the_key_any_more(
    qtbot: QtBot, talking: Open
) -> None:
    desk, _ = talking(Refusal(401), Refusal(402))
    write(desk, "Make it two.")
    qtbot.waitUntil(lambda: "Enter the key…" in buttons(desk.notices), timeout=SECONDS)

    press(qtbot, desk.window, "Ask again")

    qtbot.waitUntil(lambda: "wants to be paid first" in words(desk.conversation), timeout=SECONDS)
    assert "Enter the key…" not in buttons(desk.notices)


def test_the_end_of_an_answer_is_told_by_the_desktop_while_the_window_is_behind(
    qtbot: QtBot, talking: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, _ = talking(said("Yes."), said("No."))
    told: list[str] = []
    monkeypatch.setattr(desk._notifier, "show", lambda _, text: told.append(text))
    write(desk, "Is it so?")
    qtbot.waitUntil(lambda: told == ["The answer is complete."], timeout=SECONDS)

    preferences = desk.session.preferences
    preferences.choose(replace(preferences.now, notifies=False))
    write(desk, "Is it?")
    qtbot.waitUntil(lambda: answered(desk, 2), timeout=SECONDS)
    assert told == ["The answer is complete."]


def test_a_kept_conversation_is_found_and_opened_by_keys_and_no_notice_acts_on_the_next_for_the_one_before(
    qtbot: QtBot, talking: Open
) -> None:
    desk, _ = talking(said("Look into `b.py`, too."))
    write(desk, "Remember the pelican.")
    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)
    qtbot.waitUntil(lambda: "Add to the conversation" in buttons(desk.notices), timeout=SECONDS)
    offers = ((Offer.ASK_FOR_BLOCKS, ()), (Offer.READ_FILES, (Offer.ASK_FOR_BLOCKS,)))
    for offer, also in offers:
        desk.session.notifications.show(Notice(Level.WARN, "Listings.", "Or ask.", offer=offer, also=also))
        qtbot.waitUntil(lambda offer=offer: {offer, "Ask for edit blocks"} <= buttons(desk.notices).keys())
    QTest.keyClick(desk.window, Qt.Key.Key_N, CTRL)
    assert desk.session.talk.conversation.turns == ()
    assert {"Read as whole files"} <= buttons(desk.notices).keys()
    assert not {"Ask for edit blocks", "Add to the conversation"} & buttons(desk.notices).keys()
    assert "Or ask" not in words(desk.notices)
    desk.notices.dismiss()
    assert not desk.notices.isVisible()

    QTest.keyClick(desk.window, Qt.Key.Key_H, CTRL)
    field = desk.talk.history.findChild(QLineEdit)
    with qtbot.waitSignal(desk.session.talk.heads_found, timeout=SECONDS):
        QTest.keyClicks(field, "pelican")
    QTest.keyClick(field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: len(desk.session.talk.conversation.turns) == 2, timeout=SECONDS)
    assert desk.session.talk.conversation.turns[0].text == "Remember the pelican."


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
def test_the_branches_of_a_conversation_are_gone_between_by_its_menu(qtbot: QtBot, talking: Open) -> None:
    desk, _ = talking(said("One."), said("Two."))
    conversation = desk.session.talk.conversation
    write(desk, "First.")
    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)
    press(qtbot, desk.window, "Edit and send again, message 1")
    write(desk, " Really.")
    qtbot.waitUntil(lambda: [turn.text for turn in conversation.turns[1:]] == ["Two."] and answered(desk))

    with qtbot.waitSignal(desk.session.talk.heads_found, timeout=SECONDS) as found:
        QTest.keyClick(desk.window, Qt.Key.Key_H, CTRL)
    listed = named(desk.window, QListView, "Conversations")
    QApplication.sendEvent(listed, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    menu = desk.talk.history.findChildren(QMenu)[-1]
    next(action for action in menu.actions() if action.text() == "Show its next branch").trigger()
    menu.close()
    qtbot.waitUntil(lambda: [turn.text for turn in conversation.turns[1:]] == ["One."])

    desk.session.talk.next_branch(found.args[0][0].key, desk.session.talk.open)
    qtbot.waitUntil(lambda: [turn.text for turn in conversation.turns[1:]] == ["Two."])


def test_snippets_edited_elsewhere_are_there_when_the_user_comes_back(
    qtbot: QtBot, talking: Open, tmp_path: Path
) -> None:
    desk, _ = talking()
    elsewhere = show(qtbot, QPlainTextEdit())
    elsewhere.activateWindow()
    qtbot.waitUntil(elsewhere.isActiveWindow)

    (tmp_path / "snippets.txt").write_bytes(b"\xef\xbb\xbf/greet\nSay hello.\n")
    with qtbot.waitSignal(desk.session.talk.snippets.changed, timeout=SECONDS):
        desk.window.activateWindow()
    write(desk, "/greet")

    assert desk.talk.composer.draft == "Say hello."


def test_a_failed_block_becomes_a_draft_by_its_key(qtbot: QtBot, talking: Open) -> None:
    desk, server = talking(said(edit("a.py", "x = 7", "x = 2")))
    write(desk, "Make it two.")
    qtbot.waitUntil(lambda: answered(desk), timeout=SECONDS)
    qtbot.waitUntil(lambda: bool(desk.session.review and desk.session.review.outcomes), timeout=SECONDS)

    QTest.keyClick(desk.window, Qt.Key.Key_R, CTRL_SHIFT)

    qtbot.waitUntil(lambda: "x = 7" in desk.talk.composer.draft, timeout=SECONDS)
    assert len(server.asked) == 1


def test_a_model_named_before_the_lists_have_come_is_chosen_and_a_picture_is_weighed_before_it_is_sent(
    qtbot: QtBot, talking: Open
) -> None:
    desk, _ = talking(said("A cat."))
    write(desk, "/model large")
    qtbot.waitUntil(lambda: desk.session.preferences.now.model == "here/large", timeout=SECONDS)
    assert desk.talk.composer.draft == ""

    desk.session.talk.conversation.choose(model="here/gpt-4o")
    clipboard = QGuiApplication.clipboard()
    picture = QImage(1024, 1024, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    clipboard.setImage(picture)
    QTest.keyClick(desk.window, Qt.Key.Key_L, CTRL)
    box = QApplication.focusWidget()
    assert box is not None

    with qtbot.waitSignal(
        desk.session.talk.conversation.spending.estimate_changed,
        timeout=SECONDS,
        check_params_cb=lambda told: RequestPartSize("Pictures and PDFs", 765) in told.parts,
    ):
        QTest.keyClick(box, Qt.Key.Key_V, CTRL)


def test_the_users_own_files_are_made_once_and_opened(
    qtbot: QtBot, talking: Open, tmp_path: Path, file_manager: FileManager
) -> None:
    desk, _ = talking()
    for act, name in ((Act.EDIT_SNIPPETS, "snippets.txt"), (Act.EDIT_PRICES, "prices.json")):
        file_manager.opened.clear()
        file = tmp_path / name
        desk.window.actions_table[act].trigger()
        qtbot.waitUntil(lambda file=file: file_manager.opened == [str(file)], timeout=SECONDS)
        sample = file.read_bytes()
        file.write_bytes(sample + b"\n")

        desk.window.actions_table[act].trigger()

        qtbot.waitUntil(lambda: len(file_manager.opened) == 2, timeout=SECONDS)
        assert sample, name
        assert file.read_bytes() == sample + b"\n", name
