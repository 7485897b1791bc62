"""Promises of the composer: keys as people know them, commands obeyed or refused in words, nothing lost."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.listing import Listing
from guillemet.app.offers import Part, ServiceOffer, Snippet
from guillemet.app.turns import ListedFile, Mode, Use
from guillemet.llm.messages import ModelInfo, Picture
from guillemet.ui.chat.commands import Command, Name
from guillemet.ui.chat.composer import Composer
from tests.kit.hands import buttons, press, show, words

FILES = (
    ListedFile("README.md"),
    ListedFile("docs/a guide.md"),
    ListedFile("src/tax.py", use=Use.READ_ONLY),
    ListedFile("src/total.py", "M"),
    ListedFile("tests/test_total.py"),
)
MODELS = (ModelInfo("claude-big", "Claude Big"), ModelInfo("claude-small"))


@pytest.fixture
def composer(qtbot: QtBot) -> Iterator[Composer]:
    host = QWidget()
    column = QVBoxLayout(host)
    composer = Composer()
    column.addStretch()
    column.addWidget(composer)
    composer.set_files(Listing(FILES))
    composer.picker.set_services((ServiceOffer("anthropic", "Anthropic", MODELS),))
    show(qtbot, host, height=600)
    host.activateWindow()
    composer.focus_message()
    qtbot.waitUntil(lambda: box(composer).hasFocus())
    yield composer
    QGuiApplication.clipboard().clear()


def box(composer: Composer) -> QPlainTextEdit:
    return composer.findChild(QPlainTextEdit)


def write(qtbot: QtBot, composer: Composer, text: str) -> None:
    qtbot.keyClicks(box(composer), text)


def enter(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClick(box(composer), Qt.Key.Key_Return)


def test_enter_sends_in_the_chosen_mode_and_the_text_stays_until_it_is_sent(qtbot: QtBot, composer: Composer) -> None:
    composer.picker.set_mode(Mode.ASK)
    write(qtbot, composer, "Why?")

    with qtbot.waitSignal(composer.send_wanted) as wish:
        enter(qtbot, composer)

    assert wish.args == ["Why?", Mode.ASK]
    assert composer.draft == "Why?"
    composer.clear_draft()
    assert composer.draft == ""


def test_shift_enter_begins_a_line_and_the_box_grows_up_to_a_limit(qtbot: QtBot, composer: Composer) -> None:
    heights = [box(composer).height()]
    for _ in range(40):
        qtbot.keyClick(box(composer), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        heights.append(box(composer).height())

    assert composer.draft == "\n" * 40
    assert heights[0] < heights[5] < heights[-1] == heights[-10]
    assert heights[-1] < composer.window().height() / 2


@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_is_not_sent(qtbot: QtBot, composer: Composer, text: str) -> None:
    composer.set_draft(text)

    with qtbot.assertNotEmitted(composer.send_wanted):
        enter(qtbot, composer)

    assert not buttons(composer)["Send"].isEnabled()


def test_send_becomes_stop_and_escape_stops(qtbot: QtBot, composer: Composer) -> None:
    composer.set_flowing(is_flowing=True)

    with qtbot.waitSignal(composer.stop_wanted):
        press(qtbot, composer, "Stop the answer")
    with qtbot.waitSignal(composer.stop_wanted):
        qtbot.keyClick(box(composer), Qt.Key.Key_Escape)

    composer.set_flowing(is_flowing=False)
    with qtbot.assertNotEmitted(composer.stop_wanted):
        qtbot.keyClick(box(composer), Qt.Key.Key_Escape)


def test_while_an_answer_flows_one_can_write_but_not_send(qtbot: QtBot, composer: Composer) -> None:
    composer.set_flowing(is_flowing=True)
    write(qtbot, composer, "Next")

    with qtbot.assertNotEmitted(composer.send_wanted):
        enter(qtbot, composer)

    assert composer.draft == "Next"
    assert "still coming" in words(composer)


def test_up_in_the_empty_box_brings_sent_messages_back(qtbot: QtBot, composer: Composer) -> None:
    composer.set_sent(("First",))
    write(qtbot, composer, "Second")
    enter(qtbot, composer)
    composer.clear_draft()
    seen = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(box(composer), key)
        seen.append(composer.draft)

    assert seen == ["Second", "First", "First", "Second", ""]


def test_up_in_a_begun_message_brings_nothing_back(qtbot: QtBot, composer: Composer) -> None:
    composer.set_sent(("First",))
    write(qtbot, composer, "Begun")
    qtbot.keyClick(box(composer), Qt.Key.Key_Up)

    assert composer.draft == "Begun"


def test_an_obstacle_is_told_and_keeps_from_sending(qtbot: QtBot, composer: Composer) -> None:
    composer.set_obstacle("Choose a model first.")
    write(qtbot, composer, "Why?")

    with qtbot.assertNotEmitted(composer.send_wanted):
        enter(qtbot, composer)

    assert "Choose a model first." in words(composer)


def test_an_unknown_command_is_said_so_and_not_sent(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/foo bar")

    with qtbot.assertNotEmitted(composer.send_wanted), qtbot.assertNotEmitted(composer.command_wanted):
        enter(qtbot, composer)

    assert "There is no command /foo." in words(composer)
    assert composer.draft == "/foo bar"
    write(qtbot, composer, "s")
    assert "There is no command" not in words(composer)


@pytest.mark.parametrize("name", [Name.CLEAR, Name.COMMIT, Name.RETRY])
def test_commands_for_the_conversation_are_handed_on(qtbot: QtBot, composer: Composer, name: Name) -> None:
    write(qtbot, composer, f"/{name}")

    with qtbot.waitSignal(composer.command_wanted) as wish:
        enter(qtbot, composer)

    assert wish.args == [Command(name)]
    assert composer.draft == ""


def test_ask_with_a_message_sends_it_as_a_question(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/ask why?")

    with qtbot.waitSignal(composer.send_wanted) as wish:
        enter(qtbot, composer)

    assert wish.args == ["why?", Mode.ASK]


def test_ask_alone_switches_the_mode(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/ask")

    with qtbot.waitSignal(composer.picker.mode_wanted) as wish, qtbot.assertNotEmitted(composer.send_wanted):
        enter(qtbot, composer)

    assert wish.args == [Mode.ASK]


@pytest.mark.parametrize(
    ("typed", "paths", "use"),
    [
        ("/add README.md tests", ("tests/test_total.py", "README.md"), Use.IN),
        ("/drop src/tax.py", ("src/tax.py",), Use.OUT),
        ("/drop", ("src/tax.py",), Use.OUT),
    ],
)
def test_add_and_drop_name_files(
    qtbot: QtBot, composer: Composer, typed: str, paths: tuple[str, ...], use: Use
) -> None:
    write(qtbot, composer, typed)

    with qtbot.waitSignal(composer.use_wanted) as wish:
        enter(qtbot, composer)

    assert wish.args == [paths, use]
    assert composer.draft == ""


def test_a_file_that_is_not_there_is_told(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/add nope.zig")

    with qtbot.assertNotEmitted(composer.use_wanted):
        enter(qtbot, composer)

    assert "No file of the repository is named nope.zig." in words(composer)


def test_add_alone_opens_the_list_of_files(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/add")

    with qtbot.waitSignal(composer.tree_wanted):
        enter(qtbot, composer)


def test_model_chooses_by_a_part_of_the_name(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/model small")
    qtbot.keyClick(box(composer), Qt.Key.Key_Escape)  # the list of completions

    with qtbot.waitSignal(composer.picker.model_wanted) as wish:
        enter(qtbot, composer)

    assert wish.args == [Part.MAIN, "anthropic/claude-small"]


def test_a_snippet_that_is_typed_out_puts_its_text_into_the_box(qtbot: QtBot, composer: Composer) -> None:
    composer.set_snippets((Snippet("tests", "Write tests."),))
    write(qtbot, composer, "/tests")
    qtbot.keyClick(box(composer), Qt.Key.Key_Escape)

    with qtbot.assertNotEmitted(composer.send_wanted):
        enter(qtbot, composer)

    assert composer.draft == "Write tests."


def test_files_mentioned_in_what_is_sent_come_into_the_conversation(qtbot: QtBot, composer: Composer) -> None:
    composer.set_draft("See @src/total.py and @src/tax.py.")

    with qtbot.waitSignal(composer.send_wanted), qtbot.waitSignal(composer.use_wanted) as wish:
        enter(qtbot, composer)

    assert wish.args == [("src/total.py",), Use.IN], "what is read-only stays so"


def test_dropped_files_are_given_and_pictures_attached(qtbot: QtBot, composer: Composer) -> None:
    attached: list[Picture] = []
    composer.attach_wanted.connect(attached.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in ("/p/a.py", "/p/shot.PNG", "/p/b.py", "/p/paper.pdf")])

    with qtbot.waitSignal(composer.files_dropped) as wish:
        drop(composer, data)

    assert wish.args == [("/p/a.py", "/p/b.py")]
    assert attached == [Picture("image/png", b"", "/p/shot.PNG"), Picture("application/pdf", b"", "/p/paper.pdf")]


def test_dropped_text_is_left_to_the_window(composer: Composer) -> None:
    data = QMimeData()
    data.setText("a reply")

    assert not drop(composer, data)


def test_a_pasted_picture_is_wished_and_its_refusal_told(qtbot: QtBot, composer: Composer) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    QGuiApplication.clipboard().setImage(image)

    with qtbot.waitSignal(composer.attach_wanted) as wish:
        qtbot.keyClick(box(composer), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    composer.tell("Claude Small takes no pictures.")

    assert wish.args[0].media_type == "image/png"
    assert QImage.fromData(wish.args[0].data).size() == image.size()
    assert "Claude Small takes no pictures." in words(composer)


def test_pasted_text_is_text_even_with_a_picture_beside_it(qtbot: QtBot, composer: Composer) -> None:
    data = QMimeData()
    data.setText("from a sheet")
    data.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
    QGuiApplication.clipboard().setMimeData(data)

    with qtbot.assertNotEmitted(composer.attach_wanted):
        qtbot.keyClick(box(composer), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    assert composer.draft == "from a sheet"


def test_what_is_attached_can_be_taken_away(qtbot: QtBot, composer: Composer) -> None:
    composer.set_attachments((Picture("image/png", b"x"), Picture("application/pdf", b"", "/p/paper.pdf")))

    with qtbot.waitSignal(composer.detach_wanted) as wish:
        press(qtbot, composer, "Take paper.pdf away")

    assert wish.args == [1]
    composer.set_attachments(())
    assert "Attached: paper.pdf" not in buttons(composer)


def test_a_written_message_can_be_brought_back_after_another_took_its_place(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "Mine")
    composer.set_draft("About the failed blocks")
    qtbot.keyClick(box(composer), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert composer.draft == "Mine"


def test_every_control_has_a_name(composer: Composer) -> None:
    composer.set_attachments((Picture("image/png", b"x"),))

    assert all(buttons(composer))
    assert box(composer).accessibleName() == "Message"


def drop(composer: Composer, data: QMimeData) -> bool:
    """Drop this on the composer; tell whether it took it."""
    action, mouse, plain = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(QPoint(20, 20), action, data, mouse, plain)
    QApplication.sendEvent(composer, entering)
    if entering.isAccepted():
        QApplication.sendEvent(composer, QDropEvent(QPointF(20, 20), action, data, mouse, plain))
    return entering.isAccepted()


def test_a_name_that_several_models_have_is_told(qtbot: QtBot, composer: Composer) -> None:
    composer.set_draft("/model claude")

    with qtbot.assertNotEmitted(composer.picker.model_wanted):
        enter(qtbot, composer)

    assert "2 models are named like that." in words(composer)
