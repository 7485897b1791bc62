"""Promises of what is dropped on the composer or pasted into it."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from guillemet.llm.messages import Picture
from guillemet.ui.chat.composer import Composer
from guillemet.ui.chat.pane import ChatPane
from tests.kit.hands import buttons, press, show, words
from tests.ui.chat.composing import box

COPY, MOUSE, PLAIN = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drop(place: QWidget, data: QMimeData) -> bool:
    """Drop this on a widget; tell whether it took it."""
    entering = _entering(data)
    QApplication.sendEvent(place, entering)
    if entering.isAccepted():
        QApplication.sendEvent(place, QDropEvent(QPointF(20, 20), COPY, data, MOUSE, PLAIN))
    return entering.isAccepted()


def _entering(data: QMimeData) -> QDragEnterEvent:
    return QDragEnterEvent(QPoint(20, 20), COPY, data, MOUSE, PLAIN)


def test_dropped_files_are_given_and_pictures_attached(qtbot: QtBot, composer: Composer) -> None:
    attached: list[Picture] = []
    composer.box.attach_requested.connect(attached.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in ("/p/a.py", "/p/shot.PNG", "/p/b.py", "/p/paper.pdf")])

    with qtbot.waitSignal(composer.box.files_given) as wish:
        drop(composer, data)

    assert wish.args == [("/p/a.py", "/p/b.py")]
    assert attached == [Picture("image/png", b"", "/p/shot.PNG"), Picture("application/pdf", b"", "/p/paper.pdf")]


def test_a_dropped_picture_without_a_file_is_attached(qtbot: QtBot, composer: Composer) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    data = QMimeData()
    data.setImageData(image)

    with qtbot.waitSignal(composer.box.attach_requested) as wish:
        drop(composer, data)

    assert QImage.fromData(wish.args[0].data).size() == image.size()


def test_files_dropped_on_the_files_of_the_conversation_are_for_it(qtbot: QtBot) -> None:
    pane = show(qtbot, ChatPane())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/p/a.py")])

    with qtbot.waitSignal(pane.composer.box.files_given) as wish:
        drop(pane.context, data)

    assert wish.args == [("/p/a.py",)]


def test_what_a_drop_does_is_said_while_it_is_held_over(qtbot: QtBot) -> None:
    pane = show(qtbot, ChatPane())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/p/a.py")])
    QApplication.sendEvent(pane.context, _entering(data))
    held = words(pane)

    QApplication.sendEvent(pane.context, QDragLeaveEvent())

    assert "Drop to add to the conversation" in held
    assert "Drop to add to the conversation" not in words(pane)


def test_dropped_text_is_left_to_the_window(composer: Composer) -> None:
    data = QMimeData()
    data.setText("a reply")

    assert not drop(composer, data)


def test_a_pasted_picture_is_wished_and_its_refusal_told(qtbot: QtBot, composer: Composer) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    QGuiApplication.clipboard().setImage(image)

    with qtbot.waitSignal(composer.box.attach_requested) as wish:
        qtbot.keyClick(box(composer), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    composer.show_note("Claude Small takes no pictures.")

    assert wish.args[0].media_type == "image/png"
    assert QImage.fromData(wish.args[0].data).size() == image.size()
    assert "Claude Small takes no pictures." in words(composer)


def test_pasted_text_is_text_even_with_a_picture_beside_it(qtbot: QtBot, composer: Composer) -> None:
    data = QMimeData()
    data.setText("from a sheet")
    data.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
    QGuiApplication.clipboard().setMimeData(data)

    with qtbot.assertNotEmitted(composer.box.attach_requested):
        qtbot.keyClick(box(composer), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    assert composer.draft == "from a sheet"


def test_what_is_attached_can_be_taken_away(qtbot: QtBot, composer: Composer) -> None:
    composer.attachments.set_pictures((Picture("image/png", b"x"), Picture("application/pdf", b"", "/p/paper.pdf")))

    with qtbot.waitSignal(composer.attachments.detach_requested) as wish:
        press(qtbot, composer, "Take paper.pdf away")

    assert wish.args == [1]
    composer.attachments.set_pictures(())
    assert "Attached: paper.pdf" not in buttons(composer)
