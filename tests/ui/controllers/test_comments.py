"""Comments on lines in the whole window: from the key in the diff to the message that is sent."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.review.review_actions import CommitRequest
from guillemet.settings import KeptService, ServiceKind, Settings
from guillemet.ui.actions import Act
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import desk_on_screen
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, press, words
from tests.kit.model_server import ModelServer, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS

REPLY = edit("a.py", "x = 1", "x = 2") + "\n" + edit("b.py", "y = 1", "y = 2")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """Return a model that says that it will."""
    made = ModelServer(said("I will."))
    yield made
    made.close()


@pytest.fixture
def desk(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, repository: RepositoryBuilder, server: ModelServer
) -> Iterator[WindowController]:
    """Return a window with a proposal for two files, the first of them in the diff."""
    repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    services = (KeptService("here", ServiceKind.COMPATIBLE, server.address),)
    settings = Settings(model="here/small", map_tokens=0, services=services)
    with desk_on_screen(qapp, settings, tmp_path / "settings.json") as desk:
        with qtbot.waitSignal(desk.session.talk.ready):
            desk.session.open_repository(str(repository.root))
        desk.session.reception.take_text(REPLY, "A reply")
        qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "a.py")
        yield desk


@pytest.fixture
def comment(qtbot: QtBot, desk: WindowController) -> Callable[[str], None]:
    """Return what comments on the first change of the diff by keys."""

    def by_keys(text: str) -> None:
        qtbot.keyClick(desk.window, Qt.Key.Key_2, CTRL)
        qtbot.keyClick(QApplication.focusWidget(), "c")
        qtbot.keyClicks(QApplication.focusWidget(), text)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)

    return by_keys


def tray(desk: WindowController) -> str:
    """Return the words of the tray; empty while it is hidden."""
    shown = desk.talk.comments
    labels = [label.text() for label in shown.findChildren(QLabel) if label.isVisible()]
    return " ".join(labels) if shown.isVisible() else ""


def write(qtbot: QtBot, desk: WindowController) -> str:
    press(qtbot, desk.talk.comments, "Add to message")
    qtbot.waitUntil(lambda: "I have looked" in desk.talk.composer.draft)
    return desk.talk.composer.draft


def show_b(qtbot: QtBot, desk: WindowController) -> None:
    desk.proposal.files.pick("b.py")
    qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "b.py")


def test_a_comment_by_key_is_counted_in_tray_and_list_which_lead_back_to_it_and_when_the_review_is_finished(
    desk: WindowController, comment: Callable[[str], None], qtbot: QtBot
) -> None:
    desk.do(Act.WRITE_COMMENTS)
    qtbot.waitUntil(lambda: "There are no comments yet." in words(desk.notices))
    assert tray(desk) == ""
    qtbot.keyClick(desk.window, Qt.Key.Key_1, CTRL)
    qtbot.keyClick(QApplication.focusWidget(), "c")  # in the list of files, too
    assert QApplication.focusWidget().accessibleName() == "Comment on a.py, line 1"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)

    comment("Why two?")

    assert tray(desk) == "1 comment"
    assert "Comment on a.py:1: Why two?" in buttons(desk.talk.comments)
    model = desk.proposal.files.model()
    spoken = [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]
    assert [line for line in spoken if "1 comment" in line] == [line for line in spoken if line.startswith("a.py")]

    show_b(qtbot, desk)
    press(qtbot, desk.talk.comments, "Comment on a.py:1: Why two?")
    qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "a.py")
    assert QApplication.focusWidget().accessibleName() == "Comment on a.py, line 1"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)

    show_b(qtbot, desk)
    desk.proposal.files.mark_picked.emit("a.py", "1 comment")  # the badge in the list
    qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "a.py")
    qtbot.waitUntil(lambda: "Why two?" in words(desk.diff))

    desk.session.decisions.reject_all()
    qtbot.waitUntil(lambda: desk.session.review.undo == "Reject 2 files")
    desk.session.decisions.finish()  # says of comments what a commit that finishes the review says, and asks as little
    qtbot.waitUntil(lambda: "The review is finished. 1 comment is not sent yet." in words(desk.notices))


def test_comments_are_written_behind_what_is_in_the_message_once_and_leave_the_tray_when_it_is_sent(
    qtbot: QtBot, desk: WindowController, comment: Callable[[str], None], server: ModelServer
) -> None:
    composer = desk.talk.composer
    comment("Why two?")

    draft = write(qtbot, desk)

    assert "Line 1 of `a.py`:\n```\nx = 2\n```\nWhy two?" in draft
    assert desk.session.talk.conversation.files.editable == ("a.py",)
    assert tray(desk) == "1 comment in the message"
    assert "Add to message" not in buttons(desk.talk.comments)
    assert not server.asked

    composer.set_draft("Thank you.")
    assert tray(desk) == "1 comment"
    assert write(qtbot, desk).startswith("Thank you.\n\nI have looked")

    comment(" Or three?")
    press(qtbot, desk.talk.comments, "Add to message")
    qtbot.waitUntil(lambda: "Or three?" in composer.draft)
    assert composer.draft.count("Why two?") == 1
    assert composer.draft.startswith("Thank you.")

    composer.set_draft("")
    desk.window.show_conversation(is_shown=False)
    desk.do(Act.WRITE_COMMENTS)
    qtbot.waitUntil(composer.isVisible)
    assert "Why two?" in composer.draft

    with qtbot.waitSignal(desk.session.talk.conversation.turn_ended, timeout=SECONDS):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert tray(desk) == ""
    assert "Why two?" in str(server.asked[0].body)


def test_comments_whose_prompt_was_copied_stay_until_there_is_a_reply(
    qtbot: QtBot, desk: WindowController, comment: Callable[[str], None]
) -> None:
    comment("Why two?")
    write(qtbot, desk)
    qtbot.keyClick(desk.window, Qt.Key.Key_C, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Until then its comments stay where they are" in words(desk.notices))
    assert "Why two?" in QGuiApplication.clipboard().text()
    assert tray(desk) == "1 comment"
    assert "Why two?" in write(qtbot, desk)

    desk.session.reception.take_text("It is one more than one.", "A reply")
    qtbot.waitUntil(lambda: tray(desk) == "")


def test_the_tab_key_comes_to_the_tray_whose_cleared_comments_can_be_brought_back_or_put_away(
    qtbot: QtBot, desk: WindowController, comment: Callable[[str], None]
) -> None:
    comment("Why two?")
    stop: QWidget = buttons(desk.talk)["Choose files for the conversation"]
    stop.setFocus()
    names = []
    while stop.accessibleName() != "Message":
        qtbot.keyClick(stop, Qt.Key.Key_Tab)
        stop = QApplication.focusWidget()
        names.append(stop.accessibleName())
    assert names[-4:] == ["Comment on a.py:1: Why two?", "Add to message", "Clear the comments", "Message"]

    press(qtbot, desk.talk.comments, "Clear the comments")
    assert tray(desk) == "1 comment removed."
    press(qtbot, desk.talk.comments, "Bring 1 comment back")
    assert tray(desk) == "1 comment"

    press(qtbot, desk.talk.comments, "Clear the comments")
    press(qtbot, desk.talk.comments, "Put the tray of comments away")
    assert tray(desk) == ""


def test_comments_of_a_committed_file_are_reached_sent_and_removed_from_the_tray(
    qtbot: QtBot, desk: WindowController, comment: Callable[[str], None], repository: RepositoryBuilder
) -> None:
    comment("Why two?")
    qtbot.waitUntil(lambda: "Comment on a.py:1: Why two?" in buttons(desk.talk.comments))
    desk.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "b.py")
    qtbot.keyClick(desk.window, Qt.Key.Key_2, CTRL)
    qtbot.keyClick(QApplication.focusWidget(), "c")
    qtbot.keyClicks(QApplication.focusWidget(), "And wh")
    qtbot.waitUntil(lambda: "Comment on b.py:1: unfinished" in buttons(desk.talk.comments))
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    desk.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: len(desk.session.review.commit) == 2)
    desk.session.committing.commit(CommitRequest("Raise"))
    qtbot.waitUntil(lambda: desk.session.review.files == ())
    qtbot.waitUntil(lambda: "The review is finished. 2 comments are not sent yet." in words(desk.notices))

    for name, text in (("a.py:1: Why two?", "Why two?"), ("b.py:1: unfinished", "And wh")):
        buttons(desk.talk.comments)[f"Comment on {name}"].click()
        qtbot.waitUntil(lambda text=text: getattr(QApplication.focusWidget(), "toPlainText", str)() == text)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)

    for name, text in (("a.py:1: Why two?", "Why two?"), ("b.py:1: unfinished", "And wh")):
        (repository.root / name[:4]).unlink()
        buttons(desk.talk.comments)[f"Comment on {name}"].click()
        said = f"{name[:4]} is gone, and with it the lines of this comment: {text}"
        qtbot.waitUntil(lambda said=said: said in words(desk.window))

    desk.window.show_conversation(is_shown=False)
    press(qtbot, desk.window.status, "1 comment not sent, 1 unfinished")
    qtbot.waitUntil(lambda: desk.talk.comments.isAncestorOf(QApplication.focusWidget()))
    assert not [name for name in buttons(desk.window.status) if "comment" in name]
    press(qtbot, desk.talk.comments, "Discard the unfinished comment on b.py:1")
    qtbot.waitUntil(lambda: "Comment on b.py:1: unfinished" not in buttons(desk.talk.comments))
    press(qtbot, desk.talk.comments, "Add to message")
    qtbot.waitUntil(lambda: "Why two?" in desk.talk.composer.draft)


def test_a_box_that_is_open_goes_with_its_line(
    qtbot: QtBot, desk: WindowController, repository: RepositoryBuilder
) -> None:
    text = "def a():\n    return x\n\ndef b():\n    return y\n"
    repository.write({"dup.py": text})
    desk.session.reception.take_text(edit("dup.py", "    return y", "    return x"), "A reply")
    qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "dup.py")
    qtbot.keyClick(desk.window, Qt.Key.Key_2, CTRL)
    qtbot.keyClick(QApplication.focusWidget(), "c")
    qtbot.waitUntil(lambda: "Comment on dup.py, line 5" in words(desk.diff))
    qtbot.waitUntil(lambda: desk.session.tasks.is_idle)

    repository.write({"dup.py": "#\n#\n#\n" + text})

    qtbot.waitUntil(lambda: "Comment on dup.py, line 8" in words(desk.diff))
    qtbot.keyClicks(QApplication.focusWidget(), "Why x?")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
    assert [one.spot.first for one in desk.session.talk.comments.tray.comments] == [8]


def test_a_comment_beside_a_failed_block_alone_says_that_its_lines_have_changed_only_once_they_have(
    qtbot: QtBot, desk: WindowController, comment: Callable[[str], None], repository: RepositoryBuilder
) -> None:
    comment("Why two?")
    qtbot.waitUntil(lambda: desk.session.talk.comments.tray.count == 1)
    desk.session.decisions.accept(["a.py", "b.py"])
    qtbot.waitUntil(lambda: len(desk.session.review.commit if desk.session.review else ()) == 2)
    desk.session.committing.commit(CommitRequest("Two"))
    qtbot.waitUntil(lambda: not (desk.session.review and desk.session.review.files))
    again = edit("a.py", "x = 1\nw = 1", "x = 7") + "\n" + edit("b.py", "y = 2", "y = 3")
    desk.session.reception.take_text(again, "A reply")

    qtbot.waitUntil(lambda: "failed" in words(desk.diff) and "Why two?" in words(desk.diff))
    qtbot.waitUntil(lambda: desk.session.tasks.is_quiet)
    assert "the lines have changed" not in words(desk.diff)
    repository.write({"a.py": "x = 3\n"})
    qtbot.waitUntil(lambda: "the lines have changed" in words(desk.diff))
