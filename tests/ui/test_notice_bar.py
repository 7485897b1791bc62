"""Promises of the notice bar: the newest notice in front, errors stay until they are dismissed."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QCursor, QEnterEvent, QImage
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.ui.notice_bar import NoticeBar
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT
from tests.kit.hands import buttons, press, show, words
from tests.kit.listening import listening

DONE = Notice(Level.DONE, "Committed 3 files on main.")
LOCKED = Notice(
    Level.ERROR, "The index is locked.", "Close the other program.", details="held by 4711", offer=Offer.TRY_AGAIN
)
HOMELESS = Notice(Level.ERROR, "It belongs to no repository.", "Make one here.", offer=Offer.MAKE_REPOSITORY)
WAITS = Notice(Level.INFO, "A reply waits for a repository.", offer=Offer.OPEN_OTHER)
WARNED = Notice(Level.WARN, "Two files were refused.")


@pytest.fixture
def bar(qtbot: QtBot) -> NoticeBar:
    QCursor.setPos(QPoint(790, 590))  # a notice that is pointed at stays
    QCoreApplication.processEvents()
    return show(qtbot, NoticeBar(), width=700, height=60)


def test_a_bar_without_notices_is_not_there(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)

    assert bar.isHidden()


def test_a_notice_says_what_happened_and_what_to_do(bar: NoticeBar) -> None:
    bar.show_notice(LOCKED)

    assert "The index is locked. Close the other program." in words(bar)


def test_a_notice_is_announced_and_what_went_wrong_at_once(bar: NoticeBar) -> None:
    with listening() as listener:
        bar.show_notice(DONE)
        bar.show_notice(WARNED)

    assert listener.heard == ["done: Committed 3 files on main.", "warning: Two files were refused."]
    assert listener.at_once == ["warning: Two files were refused."]


def test_the_sign_of_a_notice_is_a_word_for_who_does_not_see_it(bar: NoticeBar) -> None:
    bar.show_notice(WARNED)

    assert "warning" in [label.accessibleName() for label in bar.findChildren(QLabel)]


def sign(bar: NoticeBar, name: str) -> QImage:
    return next(each for each in bar.findChildren(QLabel) if each.accessibleName() == name).pixmap().toImage()


def test_every_level_has_a_sign_of_its_own_that_is_no_letter_of_a_font(bar: NoticeBar) -> None:
    signs = list[QImage]()
    for level, name in ((Level.INFO, "note"), (Level.DONE, "done"), (Level.WARN, "warning"), (Level.ERROR, "error")):
        bar.show_notice(Notice(level, "Said."))
        signs.append(sign(bar, name).convertToFormat(QImage.Format.Format_Alpha8))

    assert not any(one == other for at, one in enumerate(signs) for other in signs[:at])


def test_the_sign_of_a_shown_notice_takes_the_colour_of_another_theme(bar: NoticeBar, qapp: QApplication) -> None:
    style.apply(qapp, style.Style(LIGHT, 10))
    bar.show_notice(WARNED)
    before = sign(bar, "warning")
    style.apply(qapp, style.Style(DARK, 10))

    assert strongest(before) == QColor(LIGHT.warn).name()
    assert strongest(sign(bar, "warning")) == QColor(DARK.warn).name()


def strongest(image: QImage) -> str:
    """Return the colour of the pixel that is covered most."""
    spots = [QPoint(x, y) for x in range(image.width()) for y in range(image.height())]
    return max(map(image.pixelColor, spots), key=QColor.alpha).name()


def test_the_newest_is_shown_and_what_was_not_dismissed_is_counted(bar: NoticeBar) -> None:
    for notice in (LOCKED, WARNED, DONE):
        bar.show_notice(notice)

    assert bar.current == DONE
    assert "2 more" in words(bar)


def test_what_merely_passes_gives_way_to_something_newer_for_good(bar: NoticeBar) -> None:
    bar.show_notice(DONE)
    bar.show_notice(Notice(Level.DONE, "Undone: Commit “Raise x”."))

    bar.dismiss()

    assert bar.current is None


def test_what_merely_reports_goes_when_the_user_goes_on_and_what_offers_or_warns_stays(bar: NoticeBar) -> None:
    offered = Notice(Level.DONE, "Accepted a.py.", offer=Offer.UNDO)
    for notice, stays in ((DONE, False), (offered, True), (WARNED, True)):
        bar.show_notice(notice)
        bar.leave_reports()
        assert (bar.current == notice) is stays


def test_a_pointer_that_rests_where_a_notice_comes_up_does_not_keep_it(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(WARNED)
    QCursor.setPos(bar.mapToGlobal(QPoint(40, 20)))
    qtbot.waitUntil(bar.underMouse)
    bar.dismiss()
    bar.show_notice(DONE)
    qtbot.waitUntil(bar.underMouse)

    bar._leave.start(0)  # the seconds are over

    qtbot.waitUntil(bar.isHidden)


def test_dismissing_shows_the_next(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(WARNED)
    bar.show_notice(LOCKED)

    press(qtbot, bar, "Dismiss notice")

    assert bar.current == WARNED
    assert "more" not in words(bar)


def test_what_comes_of_an_offer_that_was_taken_is_shown_on_what_lay_beneath_it(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(WARNED)
    bar.show_notice(Notice(Level.DONE, "Accepted a.py.", offer=Offer.UNDO))
    spot = QPointF(5, 5)
    QApplication.sendEvent(bar, QEnterEvent(spot, spot, spot))
    press(qtbot, bar, "Undo")
    assert bar.current == WARNED

    bar.show_notice(DONE)

    assert bar.current == DONE


def test_an_offer_does_not_cover_the_one_without_which_nothing_goes_on(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(HOMELESS)
    bar.show_notice(WAITS)

    assert "Make a repository here" in buttons(bar)
    assert "1 more" in words(bar)

    press(qtbot, bar, "Dismiss notice")

    assert bar.current == WAITS


def test_an_error_covers_every_offer(bar: NoticeBar) -> None:
    bar.show_notice(HOMELESS)
    bar.show_notice(WARNED)

    assert bar.current == WARNED


def test_what_offers_something_nobody_needs_any_more_is_withdrawn(bar: NoticeBar) -> None:
    for notice in (HOMELESS, WAITS, WARNED):
        bar.show_notice(notice)

    bar.withdraw((Offer.MAKE_REPOSITORY, Offer.OPEN_OTHER))

    assert bar.current == WARNED
    assert "more" not in words(bar)


def test_the_focus_goes_through_the_notices_and_back_to_where_it_came_from(qtbot: QtBot) -> None:
    window = QWidget()
    bar, field, other = NoticeBar(), QLineEdit(), QLineEdit()
    column = QVBoxLayout(window)
    for part in (other, bar, field):
        column.addWidget(part)
    show(qtbot, window)
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    for notice in (WARNED, LOCKED):
        bar.show_notice(notice)
    bar.focus()
    qtbot.waitUntil(buttons(bar)["Try again"].hasFocus)

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(buttons(bar)["Dismiss notice"].hasFocus)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)

    qtbot.waitUntil(field.hasFocus)


def test_escape_dismisses(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(LOCKED)
    offer = buttons(bar)["Try again"]
    offer.setFocus()
    qtbot.waitUntil(offer.hasFocus)

    qtbot.keyClick(offer, Qt.Key.Key_Escape)

    assert bar.current is None
    assert bar.isHidden()


def test_the_offer_is_wished_with_its_notice(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(LOCKED)

    with qtbot.waitSignal(bar.action_requested) as wish:
        press(qtbot, bar, "Try again")

    assert wish.args == [LOCKED]
    assert bar.current is None


def test_details_unfold(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(LOCKED)
    assert not bar.findChild(QPlainTextEdit).isVisible()

    press(qtbot, bar, "Details")

    assert bar.findChild(QPlainTextEdit).isVisible()
    assert bar.findChild(QPlainTextEdit).toPlainText() == "held by 4711"


def test_what_is_done_goes_by_itself_and_an_error_stays(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(LOCKED)
    assert not bar._leave.isActive()
    bar.dismiss()
    bar.show_notice(DONE)

    bar._leave.start(0)  # the seconds are over

    qtbot.waitUntil(bar.isHidden)


def test_an_offer_that_is_no_error_goes_by_itself_later_than_mere_news(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice(DONE)
    for_news = bar._leave.interval()
    bar.show_notice(Notice(Level.INFO, "The answer names a.py, not in the conversation.", offer=Offer.ADD_FILES))

    assert bar._leave.isActive()
    assert bar._leave.interval() > 2 * for_news
    bar.show_notice(DONE)
    press(qtbot, bar, "Dismiss notice")
    assert bar.current is None, "it gave way to newer news for good"
    bar.show_notice(WAITS)
    assert not bar._leave.isActive(), "nothing else offers this"


def test_the_same_notice_is_not_queued_twice(bar: NoticeBar) -> None:
    bar.show_notice(LOCKED)
    bar.show_notice(LOCKED)

    bar.dismiss()

    assert bar.current is None


def test_hidden_characters_are_written_out_and_markup_is_plain(bar: NoticeBar) -> None:
    bar.show_notice(Notice(Level.WARN, "Refused a\u202eb and <b>c</b>."))

    assert "Refused a‹U+202E›b and <b>c</b>." in words(bar)


def test_each_further_offer_has_a_button_that_asks_for_that_one(bar: NoticeBar, qtbot: QtBot) -> None:
    others = (Offer.PLACE_LISTINGS, Offer.ASK_FOR_BLOCKS)
    unread = Notice(Level.WARN, "2 listings were not taken.", offer=Offer.READ_FILES, also=others)
    taken: list[Notice] = []
    bar.action_requested.connect(taken.append)
    bar.show_notice(unread)

    press(qtbot, bar, "Ask for edit blocks")

    assert [one.offer for one in taken] == [Offer.ASK_FOR_BLOCKS]
    assert bar.current is None


def test_a_notice_with_one_offer_has_one_button_for_it(bar: NoticeBar) -> None:
    bar.show_notice(Notice(Level.WARN, "Unread.", offer=Offer.READ_FILES, also=(Offer.ASK_FOR_BLOCKS,)))
    bar.show_notice(LOCKED)

    assert "Ask for edit blocks" not in buttons(bar)
