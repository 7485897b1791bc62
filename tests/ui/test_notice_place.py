"""Promises of the notice bar's place: at the lower right of what can be scrolled, and nothing moves for it."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QTextBrowser, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.ui.notice_bar import NoticeBar, NoticePlace
from tests.kit.hands import buttons, press, show, words

DONE = Notice(Level.DONE, "Committed 3 files on main.")
LOCKED = Notice(Level.ERROR, "The index is locked.", "Close the other program.", offer=Offer.TRY_AGAIN)
LONG = Notice(Level.ERROR, "It cannot be written. " * 8 + f"/home/{'folder' * 20}/file.", details="line\n" * 40)


class Window(QWidget):
    """A line on top, a line below, between them two areas for the bar, each with a heading and a line at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.top, self.end, self.bar = QPushButton("top"), QPushButton("end"), NoticeBar()
        self.code, self.talk = QPlainTextEdit(), QPlainTextEdit()
        self.panes = [_pane(self.talk), _pane(self.code)]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout()
        column.addWidget(self.top)
        column.addLayout(row, 1)
        column.addWidget(self.end)
        for pane in self.panes:
            row.addWidget(pane)
        self.bar_place = NoticePlace(self.bar, (self.code, self.talk), self)

    def point_at(self, spot: QPoint) -> None:
        """Move the pointer there, as the screen would."""
        QTest.mouseMove(self.windowHandle(), spot)

    def place_of(self, widget: QWidget) -> QRect:
        """Return where the widget is in the window."""
        return QRect(widget.mapTo(self, QPoint()), widget.size())

    @property
    def places(self) -> list[QRect]:
        """Where everything but the bar is."""
        return [self.place_of(each) for each in (self.top, self.end, *self.panes, self.code, self.talk)]


def _pane(area: QWidget) -> QWidget:
    pane = QWidget()
    column = QVBoxLayout(pane)
    column.addWidget(QPushButton("heading"))
    column.addWidget(area, 1)
    column.addWidget(QPushButton("decide"))
    return pane


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    # Qt enters what is shown where the platform's pointer is, and an earlier test may have left it anywhere.
    QCursor.setPos(QPoint(10, 10))
    QCoreApplication.processEvents()
    window = show(qtbot, Window(), width=780, height=560)
    window.point_at(window.top.geometry().center())
    qtbot.waitUntil(lambda: window.top.underMouse() and not window.code.underMouse())
    return window


def is_at_lower_right(window: Window, area: QWidget) -> bool:
    place, bar = window.place_of(area), window.bar.geometry()
    gaps = {place.right() - bar.right(), place.bottom() - bar.bottom()}
    return window.bar.isVisible() and place.contains(bar) and len(gaps) == 1 and gaps < set(range(12, 30))


@pytest.mark.parametrize("notice", [DONE, LOCKED, LONG], ids=["short", "with an offer", "long"])
def test_a_notice_lies_at_the_lower_right_of_the_first_area(qtbot: QtBot, window: Window, notice: Notice) -> None:
    window.bar.show_notice(notice)

    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))


def test_where_the_first_area_is_hidden_the_next_one_has_the_notice(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(LOCKED)
    window.panes[1].hide()
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.talk))

    window.panes[1].show()

    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))


@pytest.mark.parametrize("size", [(600, 420), (1000, 700)])
def test_a_notice_stays_in_its_place_when_the_window_changes_its_size(
    qtbot: QtBot, window: Window, size: tuple[int, int]
) -> None:
    window.bar.show_notice(LOCKED)

    window.resize(*size)

    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))


def test_a_notice_moves_with_its_area(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(LOCKED)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))

    window.top.setFixedHeight(90)

    qtbot.waitUntil(lambda: window.place_of(window.code).y() > 90)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))


def test_no_pane_moves_when_a_notice_comes_changes_and_goes(qtbot: QtBot, window: Window) -> None:
    before = window.places

    for notice in (DONE, LONG):
        window.bar.show_notice(notice)
        qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))
        assert window.places == before
    press(qtbot, window.bar, "Details")
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_A)
    assert window.places == before
    window.bar.dismiss()

    assert window.bar.isHidden()
    assert window.places == before


def test_unfolded_details_stay_below_the_heading_and_give_way(qtbot: QtBot, window: Window) -> None:
    window.resize(780, 480)
    window.bar.show_notice(LONG)
    details = window.bar.findChild(QPlainTextEdit)

    press(qtbot, window.bar, "Details")

    qtbot.waitUntil(lambda: details.isVisible() and details.height() > 20)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))


@pytest.mark.parametrize("notice", [LOCKED, LONG], ids=["short", "long"])
def test_a_bar_is_as_high_as_what_it_says(qtbot: QtBot, window: Window, notice: Notice) -> None:
    window.bar.show_notice(notice)

    said = window.bar.findChild(QTextBrowser)
    qtbot.waitUntil(lambda: said.width() > 200 and said.height() == said.heightForWidth(said.width()))
    assert said.document().idealWidth() <= said.width()  # a word that is too long for the line is wrapped too
    assert window.bar.height() < said.height() + 110


def test_a_notice_has_its_height_before_it_is_painted(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(DONE)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))
    low = window.bar.height()

    window.bar.show_notice(LOCKED)

    assert window.bar.height() > low
    layout = window.bar.layout()
    assert layout is not None
    assert window.bar.height() == layout.totalHeightForWidth(window.bar.width())


def test_a_notice_lies_above_what_is_being_decided_and_the_next_one_below_again(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(LOCKED)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))
    below = window.bar.geometry()
    decided = QRect(window.mapToGlobal(below.topLeft()), below.size())

    window.bar_place.spare(decided)
    assert window.bar.geometry().bottom() < below.top()
    heading = decided.translated(0, -decided.height() // 2)
    for headings, spared in (
        ([heading], [heading, decided]),
        ([heading, decided.translated(0, -4_000)], [heading, decided]),
    ):
        window.bar_place.spare(decided, headings)
        on_screen = QRect(window.mapToGlobal(window.bar.pos()), window.bar.size())
        assert not any(map(on_screen.intersects, spared))
    everywhere = QRect(window.mapToGlobal(QPoint()), window.size())
    window.bar_place.spare(decided, [everywhere])
    assert window.bar.geometry().bottom() < below.top()

    aside = window.bar.geometry()
    window.bar_place.spare(QRect())
    assert window.bar.geometry() == aside  # it moves for nothing but what it would cover
    window.bar.show_notice(DONE)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))


def test_a_notice_comes_up_beside_buttons_and_stays_when_these_are_scrolled_beneath(
    qtbot: QtBot, window: Window
) -> None:
    lowest = window.place_of(window.code).adjusted(0, window.code.height() - 60, 0, 0)
    row = QRect(window.mapToGlobal(lowest.topLeft()), lowest.size())
    window.bar_place.spare(QRect(), [], [row])

    window.bar.show_notice(LOCKED)

    qtbot.waitUntil(lambda: window.bar.isVisible() and window.bar.geometry().bottom() < lowest.top())
    above = window.bar.geometry()
    window.bar_place.spare(QRect(), [], [row.translated(0, -40)])
    assert window.bar.geometry() == above


def test_a_notice_lies_beside_buttons_and_leaves_those_that_come_to_rest_beneath_it(
    qtbot: QtBot, window: Window
) -> None:
    code = window.place_of(window.code)
    rows = [
        QRect(window.mapToGlobal(QPoint(code.left(), y)), QSize(code.width() - 300, 18)) for y in range(30, 560, 40)
    ]
    window.bar_place.spare(QRect(), [], rows)

    window.bar.show_notice(LOCKED)

    def is_free(*spared: QRect) -> bool:
        return not any(map(QRect(window.mapToGlobal(window.bar.pos()), window.bar.size()).intersects, spared))

    qtbot.waitUntil(lambda: window.bar.isVisible() and is_free(*rows))
    assert is_at_lower_right(window, window.code)
    window.bar_place.spare(QRect(), [], [])
    low = QRect(window.mapToGlobal(window.bar.geometry().center()), QSize(40, 18))
    window.bar_place.spare(QRect(), [], [low])
    assert not is_free(low)
    qtbot.waitUntil(lambda: is_free(low))


def test_where_what_is_decided_fills_the_area_a_notice_keeps_off_its_buttons(qtbot: QtBot, window: Window) -> None:
    code = window.place_of(window.code)
    whole = QRect(window.mapToGlobal(code.topLeft()), code.size())
    low, high = (QRect(whole.left(), whole.bottom() - up, whole.width(), 24) for up in (80, 260))
    window.bar_place.spare(whole, [], [low, high])

    window.bar.show_notice(LOCKED)

    qtbot.waitUntil(window.bar.isVisible)
    on_screen = QRect(window.mapToGlobal(window.bar.pos()), window.bar.size())
    assert not any(map(on_screen.intersects, (low, high)))


def test_a_notice_stays_in_the_lower_half_where_buttons_stand_all_over_it(qtbot: QtBot, window: Window) -> None:
    place = window.place_of(window.code)
    where = QRect(window.mapToGlobal(place.topLeft()), place.size())
    rows = [QRect(where.left(), top, where.width(), 20) for top in range(where.center().y() - 20, where.bottom(), 30)]
    window.bar_place.spare(QRect(), (), rows)

    window.bar.show_notice(DONE)

    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))


def point_at_notice(qtbot: QtBot, window: Window) -> None:
    """Show a notice that goes by itself, and move the pointer over it."""
    window.bar.show_notice(DONE)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))
    qtbot.waitUntil(lambda: window.childAt(window.bar.geometry().center()) is not window.code.viewport())
    window.point_at(window.bar.geometry().center())
    qtbot.waitUntil(window.bar.underMouse)


def test_under_the_pointer_no_notice_is_replaced_or_moved(qtbot: QtBot, window: Window) -> None:
    point_at_notice(qtbot, window)
    place, accepted = window.bar.geometry(), Notice(Level.DONE, "Accepted a.py.")

    for notice in (LOCKED, accepted):
        window.bar.show_notice(notice)
    decided = QRect(window.mapToGlobal(place.topLeft()), place.size())
    window.bar_place.spare(decided)

    assert window.bar.current == DONE
    assert "2 more" in words(window.bar)
    assert window.bar.geometry() == place

    window.point_at(window.top.geometry().center())

    qtbot.waitUntil(lambda: window.bar.current == accepted)
    assert "1 more" in words(window.bar)
    assert window.bar.geometry().bottom() < place.top()


def test_what_answers_a_key_is_in_front_of_the_notice_on_which_the_pointer_rests(qtbot: QtBot, window: Window) -> None:
    point_at_notice(qtbot, window)
    QTest.keyClick(window.code, Qt.Key.Key_X)

    window.bar.show_notice(LOCKED)

    assert window.bar.current == LOCKED
    window.point_at(window.bar.geometry().center() + QPoint(2, 2))
    qtbot.waitUntil(lambda: window.bar.is_pointed_at)
    window.bar.show_notice(Notice(Level.ERROR, "The disk is full."))
    assert window.bar.current == LOCKED


def test_a_notice_stays_while_the_pointer_is_over_it(qtbot: QtBot, window: Window) -> None:
    point_at_notice(qtbot, window)

    window.bar._leave.start(0)  # the seconds are over
    qtbot.waitUntil(lambda: window.bar._leave.interval() > 0)
    assert window.bar.isVisible()
    window.point_at(window.top.geometry().center())

    qtbot.waitUntil(window.bar.isHidden)


def test_a_press_at_once_goes_to_what_is_beneath_a_bar_that_appeared(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(LOCKED)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))
    spot = buttons(window.bar)["Try again"].mapTo(window, QPoint(5, 5))
    window.bar.dismiss()
    window.code.setPlainText("line\n" * 60)

    window.bar.show_notice(LOCKED)
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)

    assert window.bar.current == LOCKED
    assert window.code.textCursor().blockNumber() > 3


def test_a_press_later_is_for_the_bar(qtbot: QtBot, window: Window) -> None:
    window.bar.show_notice(LOCKED)
    qtbot.waitUntil(lambda: is_at_lower_right(window, window.code))
    spot = buttons(window.bar)["Try again"].mapTo(window, QPoint(5, 5))

    qtbot.waitUntil(lambda: window.childAt(spot) is buttons(window.bar)["Try again"])
    with qtbot.waitSignal(window.bar.action_requested):
        QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
