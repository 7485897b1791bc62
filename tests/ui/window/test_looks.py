"""Promises of the window's sizes, panes and theme."""

import struct
from itertools import combinations
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPlainTextEdit,
    QSplitter,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.turns import Spending, SpendingTotals
from guillemet.engine.diff.rows import RowKind
from guillemet.engine.review import Head
from guillemet.settings import DiffColours, DiffLook, Settings, ThemeChoice, load
from guillemet.ui.actions import Act
from guillemet.ui.chat.model_picker import ChoiceList
from guillemet.ui.main_window import WindowState
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.style import style
from guillemet.ui.style.theme import DARK, LIGHT, with_diff_colours
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.fields import ChoiceBox
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, named, painted, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import REPLY, ask_command, file_list, paste, review, shown

DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def seen_of(widget: QWidget) -> QRect:
    """Return what of a widget no other one that it is in cuts off."""
    return widget.visibleRegion().boundingRect()


def lie_over_another(panel: QWidget) -> bool:
    """Whether two parts of a panel lie over each other."""
    parts = [part.geometry() for part in panel.findChildren(QWidget, options=DIRECT) if part.isVisible()]
    return any(one.intersects(other) for one, other in combinations(parts, 2))


def test_the_theme_is_applied_at_once_and_kept(desk: WindowController, settings_file: Path, qtbot: QtBot) -> None:
    assert style.current().theme == LIGHT
    QTest.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)
    page = desk.window.findChild(SettingsPage)
    page.changed.emit(Settings(theme=ThemeChoice.DARK, diff_look=DiffLook.UNIFIED, font_size=13))
    page.close()

    assert style.current().theme == DARK
    assert desk.diff.splitter.main.font().pointSize() == 13
    assert desk.diff.splitter.main.font().family() == style.current().code_font().family()
    qtbot.waitUntil(lambda: load(settings_file).font_size == 13)


def test_the_heads_of_all_panes_end_at_one_height(proposed: WindowController, qtbot: QtBot) -> None:
    proposed.do(Act.SHOW_CONVERSATION)
    ends = set()
    for act in (Act.CONVERSATIONS, Act.CONTEXT_FILES, Act.EDIT_PROPOSAL):
        proposed.do(act)
        qtbot.wait(0)
        frames = [one for one in proposed.window.findChildren(QFrame) if one.property("role") == "banner"]
        heads = [one for one in frames if one.isVisible() and 20 < one.mapTo(proposed.window, QPoint()).y() < 60]
        ends |= {head.mapTo(proposed.window, head.rect().bottomLeft()).y() for head in heads}
        assert len(heads) > 2

    assert len(ends) == 1


def choose(desk: WindowController, **choice: object) -> None:
    """Choose in the settings, as the page does."""
    QTest.keyClick(desk.window, Qt.Key.Key_Comma, CTRL)
    page = desk.window.findChildren(SettingsPage)[-1]
    page.changed.emit(replace(desk.session.preferences.now, **choice))
    page.close()


def test_zoom_reaches_cards_at_once_and_leaves_the_size_of_the_settings_and_the_look_of_the_diff_is_kept(
    proposed: WindowController, settings_file: Path, qtbot: QtBot
) -> None:
    def sizes() -> set[int]:
        return {each.font().pointSize() for each in (diff.splitter.main, *diff.findChildren(CodeBox))}

    diff = proposed.diff
    paste(proposed, edit("b.py", "nowhere", "x"))
    qtbot.waitUntil(lambda: bool(diff.findChildren(CodeBox)))
    choose(proposed, font_size=14)
    qtbot.waitUntil(lambda: sizes() == {14})

    proposed.do(Act.ZOOM_IN)
    assert sizes() == {15}
    qtbot.waitUntil(lambda: load(settings_file).zoom == 1)
    assert (load(settings_file).font_size, sizes()) == (14, {15})
    menu = named(diff, QToolButton, "Diff options").menu()
    next(entry for entry in menu.actions() if entry.text() == "Code in its usual size\tCtrl+0").trigger()
    proposed.session.preferences.change(wraps=False)  # before the zoom is remembered
    assert sizes() == {14}
    qtbot.waitUntil(lambda: load(settings_file).zoom == 0)

    proposed.do(Act.ZOOM_OUT)
    qtbot.waitUntil(lambda: load(settings_file).zoom == -1)
    proposed.session.preferences.change(font_size=12)
    assert (proposed.session.preferences.now.zoom, sizes()) == (0, {12})

    proposed.window.activateWindow()  # as a desktop does by itself
    proposed.diff.setFocus()
    qtbot.waitUntil(proposed.diff.splitter.main.hasFocus)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_U)
    # As the width would have it, if that is so narrow by now.
    qtbot.waitUntil(lambda: load(settings_file).diff_look is not DiffLook.SIDE_BY_SIDE)
    assert "Look of the diff: unified" in buttons(proposed.diff)


def test_font_tabs_and_colours_that_are_chosen_reach_the_diff_at_once(proposed: WindowController, qtbot: QtBot) -> None:
    editor = proposed.diff.splitter.main
    QTest.keyClick(proposed.window, Qt.Key.Key_Comma, CTRL)
    page = proposed.window.findChild(SettingsPage)  # stays open meanwhile

    def choose(**choice: object) -> None:
        page.changed.emit(replace(proposed.session.preferences.now, **choice))

    choose(font_size=14, tab_width=8, font_family="Some Mono")
    assert editor.font().pointSize() == 14
    assert editor.font().families()[0] == "Some Mono"
    assert editor.tabStopDistance() == 8 * editor.fontMetrics().horizontalAdvance(" ")

    choose(tab_width=2)
    assert editor.tabStopDistance() == 2 * editor.fontMetrics().horizontalAdvance(" ")

    paper = editor.viewport()
    for colours in DiffColours:
        choose(diff_colours=colours)
        wanted = with_diff_colours(LIGHT, colours).added
        qtbot.waitUntil(lambda wanted=wanted: wanted in painted(paper.grab().toImage()))

    for theme, choice in ((DARK, ThemeChoice.DARK), (LIGHT, ThemeChoice.LIGHT)):
        choose(theme=choice)
        assert paper.grab().toImage().pixelColor(paper.rect().center()).name() == theme.pane, theme.name


def test_the_text_of_a_fold_can_be_read_after_a_change_to_dark(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.write({"long.py": "".join(f"n{number} = {number}\n" for number in range(80))})
    paste(proposed, edit("long.py", "n60 = 60", "n60 = 61"))
    qtbot.waitUntil(lambda: "long.py" in [file.path for file in review(proposed).files])
    proposed.proposal.files.pick("long.py")
    qtbot.waitUntil(lambda: shown(proposed) == "long.py")

    choose(proposed, theme=ThemeChoice.DARK)

    editor = proposed.diff.splitter.main
    fold = next(at for at, row in enumerate(editor.rows) if row.kind is RowKind.FOLD)
    layout = editor.document().findBlockByNumber(fold).layout()
    qtbot.waitUntil(lambda: DARK.fold in painted(editor.viewport().grab().toImage()))
    qtbot.waitUntil(lambda: {part.format.foreground().color().name() for part in layout.formats()} == {DARK.dim})


def panes(desk: WindowController) -> str:
    """Return the panes that are shown, from left to right, by their first letters."""
    shown = [pane for pane in (desk.proposal, desk.diff, desk.talk) if pane.isVisible()]
    shown.sort(key=lambda pane: pane.mapTo(desk.window, QPoint()).x())
    return "".join({desk.proposal: "c", desk.diff: "d", desk.talk: "t"}[pane] for pane in shown)


def test_changes_are_left_the_conversation_right_and_either_is_folded_and_unfolded_by_key_and_by_button(
    proposed: WindowController, qtbot: QtBot
) -> None:
    window = proposed.window
    assert panes(proposed) == "cdt"
    assert proposed.proposal.width() == 280
    assert proposed.talk.width() == 340
    for name, rest, fold in (
        (Act.SHOW_CHANGES, "dt", lambda: QTest.keyClick(window, Qt.Key.Key_B, CTRL)),
        (Act.SHOW_CHANGES, "dt", lambda: press(qtbot, window, Act.SHOW_CHANGES)),
        (Act.SHOW_CONVERSATION, "cd", lambda: QTest.keyClick(window, Qt.Key.Key_F9)),
        (Act.SHOW_CONVERSATION, "cd", lambda: press(qtbot, window, Act.SHOW_CONVERSATION)),
    ):
        fold()
        assert panes(proposed) == rest
        assert not buttons(window)[name].isChecked()
        fold()
        assert panes(proposed) == "cdt"
        assert buttons(window)[name].isChecked()

    proposed.proposal.focus_files()
    QTest.keyClick(window, Qt.Key.Key_B, CTRL)
    assert proposed.diff.isAncestorOf(QApplication.focusWidget())  # the focus leaves the side that goes


def test_a_narrow_window_folds_the_conversation_until_asked(desk: WindowController) -> None:
    desk.window.expect_repository()
    assert panes(desk) == "cdt"
    desk.window.resize(1440, 700)
    assert panes(desk) == "cd"
    QTest.keyClick(desk.window, Qt.Key.Key_F9)
    assert panes(desk) == "cdt"
    desk.window.resize(1700, 900)
    assert panes(desk) == "cdt"


def test_a_pasted_reply_leaves_the_conversation_folded_and_folds_it_in_a_wide_window_until_the_user_chose(
    opened: WindowController, qtbot: QtBot
) -> None:
    opened.window.resize(1440, 900)
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    assert panes(opened) == "cd"
    opened.session.decisions.undo()
    qtbot.waitUntil(lambda: not review(opened).files and not shown(opened))

    opened.window.restore(WindowState(b"").to_text())
    opened.window.resize(1700, 900)
    assert panes(opened) == "cdt"
    paste(opened, REPLY)
    qtbot.waitUntil(lambda: shown(opened) == "a.py")
    qtbot.waitUntil(lambda: panes(opened) == "cd")
    QTest.keyClick(opened.window, Qt.Key.Key_F9)

    paste(opened, edit("old.py", "", "new = 1"))
    qtbot.waitUntil(lambda: len(review(opened).outcomes) == 4)
    assert panes(opened) == "cdt"


def test_in_a_cramped_window_the_sides_take_turns_and_a_menu_has_what_does_not_fit_on_top(
    proposed: WindowController,
) -> None:
    proposed.window.resize(640, 600)
    assert proposed.window.width() == 640
    menu = buttons(proposed.window)["More actions"].menu()
    assert Act.SETTINGS in [action.text() for action in menu.actions()]
    assert "Settings" not in buttons(proposed.window)

    assert panes(proposed) == "cd"
    QTest.keyClick(proposed.window, Qt.Key.Key_F9)
    assert panes(proposed) == "dt"
    QTest.keyClick(proposed.window, Qt.Key.Key_F9)
    assert panes(proposed) == "cd"
    QTest.keyClick(proposed.window, Qt.Key.Key_F9)
    QTest.keyClick(proposed.window, Qt.Key.Key_1, CTRL)
    assert panes(proposed) == "cd"
    assert proposed.proposal.isAncestorOf(QApplication.focusWidget())


def test_the_list_of_models_goes_with_the_conversation(opened: WindowController) -> None:
    opened.window.resize(1700, 900)
    opened.do(Act.CHOOSE_MODEL)
    (choices,) = (one for one in opened.window.findChildren(ChoiceList) if one.isVisible())
    assert choices.isAncestorOf(QApplication.focusWidget())

    QTest.keyClick(opened.window, Qt.Key.Key_F9)

    assert panes(opened) == "cd"
    assert not choices.isVisible()
    assert opened.diff.isAncestorOf(QApplication.focusWidget())


def test_a_list_that_drops_down_has_the_colours_of_other_lists(opened: WindowController) -> None:
    opened.do(Act.SETTINGS)
    page = opened.window.findChild(SettingsPage)
    box = named(page, ChoiceBox, "Matching of blocks")
    listed = box.view()  # the offscreen platform cannot show it as a popup
    listed.window().resize(300, 100)

    listed.setCurrentIndex(box.model().index(1, 0))

    assert style.current().theme.selection in painted(listed.window().grab().toImage())
    page.close()


def test_the_window_does_not_grow_by_what_it_says(proposed: WindowController, qtbot: QtBot) -> None:
    window, status = proposed.window, proposed.window.status
    window.resize(600, 600)
    for grows in (
        lambda: QTest.keyClick(window, Qt.Key.Key_F9),
        lambda: QTest.keyClick(window, Qt.Key.Key_F9),
        proposed.session.decisions.accept_all,
        lambda: window.top.set_head(Head(branch="a-branch-of-many-words" * 9)),
        lambda: window.top.set_recent((), f"/{'a-folder-of-many-words' * 9}"),
        lambda: status.set_comments(12, begun=3),
        lambda: status.set_answering(is_answering=True),
        lambda: proposed.session.notifications.show(Notice(Level.ERROR, "many words " * 9, "many words " * 9)),
        lambda: proposed.commit.set_writing(True),
        lambda: QTest.keyClick(window, Qt.Key.Key_F, CTRL_SHIFT),
        lambda: status.set_sums(SpendingTotals(Spending(1_204_000, 0.01), Spending(20_000_000, 0.31))),
        lambda: status.set_busy("opening repository", can_stop=True),
    ):
        grows()
        qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
        qtbot.waitUntil(lambda: not status._wait.isActive())
        QApplication.processEvents()

        assert (window.width(), window.minimumSizeHint().width()) == (600, 600)
    assert {"An answer is arriving", "Stop the answer", "Stop opening repository"} <= buttons(status).keys()


def test_in_a_low_window_the_changes_scroll_and_nothing_lies_over_another(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    project.add_hook("pre-commit", "exit 0")
    command = "git rm old.py"
    paste(proposed, f"Then drop the old one:\n\n```bash\n{command}\n```\n")
    qtbot.waitUntil(lambda: bool(review(proposed).suggestions))
    proposed.session.decisions.accept_all()
    qtbot.waitUntil(lambda: len(review(proposed).commit) == 3 and proposed.session.tasks.is_quiet)

    listed = file_list(proposed)
    for height in (480, 380):
        proposed.window.resize(640, height)
        qtbot.waitUntil(lambda wanted=height: proposed.window.height() == wanted)
        qtbot.waitUntil(lambda: not lie_over_another(proposed.commit))
        QTest.keyClick(proposed.window, Qt.Key.Key_G, CTRL)
        qtbot.waitUntil(lambda: QApplication.focusWidget().accessibleName() == "Commit message")
        focused = QApplication.focusWidget()
        qtbot.waitUntil(lambda one=focused: seen_of(one) == one.rect())
        ask_command(proposed, command)
        qtbot.waitUntil(lambda: f"Run {command}" in buttons(proposed.proposal))
        for one in ("Cancel", f"Run {command}"):
            made = buttons(proposed.proposal)[one]
            made.setFocus()
            qtbot.waitUntil(lambda made=made: seen_of(made) == made.rect())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        row = listed.currentIndex()
        qtbot.waitUntil(lambda row=row: seen_of(listed.viewport()).contains(listed.visualRect(row)))


def test_the_window_remembers_its_size_and_its_sides(desk: WindowController, settings_file: Path, qtbot: QtBot) -> None:
    window = desk.window
    window.expect_repository()
    window.resize(780, 640)  # as wide as fits the screen of a test
    columns = next(one for one in window.findChildren(QSplitter) if one.isAncestorOf(desk.commit))
    qtbot.waitUntil(lambda: desk.proposal.width() == 280)
    drag(columns.handle(1), -25)
    qtbot.waitUntil(lambda: 240 < desk.proposal.width() < 260)
    width = desk.proposal.width()
    QTest.keyClick(window, Qt.Key.Key_B, CTRL)
    window.close()
    qtbot.waitUntil(lambda: load(settings_file).window != "")
    QTest.keyClick(window, Qt.Key.Key_B, CTRL)
    window.resize(780, 700)
    columns.setSizes([280, 500, 0])

    window.restore(load(settings_file).window)
    window.show()
    assert window.height() == 640
    assert panes(desk) == "d"

    window.show_changes(is_shown=True)
    qtbot.waitUntil(lambda: desk.proposal.width() == width)


def test_a_remembered_side_leaves_the_diff_its_room_and_no_button_cuts_the_branch_off(
    desk: WindowController, qtbot: QtBot
) -> None:
    desk.window.expect_repository()
    for changes in (-5, 2_000, 0):
        desk.window.restore(WindowState(geometry(QRect(40, 20, 716, 548), screen=800), changes).to_text())

        qtbot.waitUntil(lambda: 240 <= desk.proposal.width() <= 260)
        assert desk.diff.width() > 400, changes

    desk.window.resize(780, 600)
    desk.window.top.set_head(Head(branch="main"))
    QApplication.processEvents()
    branch = buttons(desk.window.top)["Branch: main (no commit yet)"]
    assert "main (no commit yet)" in branch.text()
    assert branch.width() >= branch.sizeHint().width()


def test_a_side_that_a_narrow_window_squeezes_keeps_its_width_for_a_wide_one(
    desk: WindowController, settings_file: Path, qtbot: QtBot
) -> None:
    desk.window.expect_repository()
    desk.window.restore(WindowState(geometry(QRect(0, 20, 716, 548), screen=800), 330, 400).to_text())
    qtbot.waitUntil(lambda: desk.proposal.width() <= 260)
    desk.window.close()

    qtbot.waitUntil(lambda: load(settings_file).window != "")
    kept = WindowState.from_text(load(settings_file).window)
    assert kept is not None
    assert (kept.changes, kept.conversation) == (330, 400)


def drag(handle: QWidget, by: int) -> None:
    """Drag a splitter's handle to the side."""
    spot = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseMove(handle, spot + QPoint(by, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())


def geometry(frame: QRect, *, screen: int) -> bytes:
    """Return what Qt writes of a window's geometry (its version 3.0): its frame, and how wide its screen was."""
    inner = frame.adjusted(8, 40, -8, -8)
    rects = [(each.left(), each.top(), each.right(), each.bottom()) for each in (frame, inner, inner)]
    head = struct.pack(">IHH", 0x1D9D0CB, 3, 0)
    return head + struct.pack(">4i4iiBBi4i", *rects[0], *rects[1], 1, 0, 0, screen, *rects[2])


def test_a_window_comes_back_where_it_was_and_always_on_the_screen_there_is(desk: WindowController) -> None:
    desk.window.restore("")  # nobody has sized it yet
    room = desk.window.screen().availableSize()
    assert desk.window.width() < room.width()
    assert desk.window.height() < room.height()

    desk.window.restore(WindowState(geometry(QRect(40, 20, 716, 548), screen=800)).to_text())
    assert desk.window.geometry() == QRect(48, 60, 700, 500)

    desk.window.restore("bm9uc2Vuc2U=")  # nonsense is ignored
    assert desk.window.isVisible()

    for said, frame, screen in (
        ("at twice the scale", QRect(60, 40, 1440, 900), 1600),
        ("too large", QRect(60, 40, 1440, 900), 800),
        ("left of the screen", QRect(-1900, -700, 700, 500), 800),
        ("on a screen that is gone", QRect(-1900, -700, 700, 500), 1920),
        ("far out, and too large", QRect(3000, 2000, 1440, 900), 3840),
        ("as large as the screen, without its frame", QRect(0, 0, 800, 800), 800),
    ):
        kept = WindowState(geometry(frame, screen=screen))

        desk.window.restore(kept.to_text())

        framed = QRect(desk.window.pos(), desk.window.size() + QSize(16, 40))
        assert desk.window.screen().availableGeometry().contains(framed), said


NOTICE = Notice(
    Level.ERROR, "The commit was not made. " * 6, details="line\n" * 30, offer=Offer.RUN_AND_COMMIT, subject="a"
)


def test_a_notice_covers_no_heading_and_no_button(proposed: WindowController, qtbot: QtBot) -> None:
    window, bar = proposed.window, proposed.notices
    proposed.diff.open_find()
    for size in ((820, 560), (1024, 700), (1440, 900), (2200, 1200)):
        window.resize(*size)
        QApplication.processEvents()  # the bars below the diff are laid out
        before = controls_around(proposed)
        assert {"Accept file a.py", "Reject file a.py", "Close find"} <= {name.partition(" (")[0] for name in before}

        bar.show_notice(NOTICE)
        press(qtbot, bar, "Details")
        qtbot.waitUntil(lambda: bar.findChild(QPlainTextEdit).height() > 20)

        assert controls_around(proposed) == before, size
        body = place_of(window, proposed.diff.body)
        assert body.contains(bar.geometry()), size
        assert body.right() - bar.geometry().right() < 30, size
        assert not [name for name, place in before.items() if place.intersects(bar.geometry())], size
        bar.dismiss()


def test_a_notice_lies_on_folded_files_rather_than_on_the_lines_that_are_to_be_looked_at(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    opened.window.resize(1440, 900)
    files = {f"part_{number}.py": "x = 1\n" for number in range(12)}
    project.commit({"twice.py": "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\nf = 6\ng = 7\n" * 2, **files})
    paste(opened, "".join(edit(path, "x = 1", "x = 2") for path in files) + edit("twice.py", "a = 1", "a = 3"))
    qtbot.waitUntil(lambda: len(review(opened).files) == 13 and bool(opened.diff.splitter.rows.hunks))

    QTest.keyClick(opened.window, Qt.Key.Key_Return, CTRL_SHIFT)

    qtbot.waitUntil(lambda: "Accepted 12 hunks" in words(opened.notices) and shown(opened) == "twice.py")
    splitter = opened.diff.splitter
    qtbot.waitUntil(lambda: any(row.shown.kind is RowKind.CHANGED for row in splitter.visible_rows()))

    def changed() -> list[QRect]:
        above = place_of(opened.window, splitter.main.viewport())
        seen = [row for row in splitter.visible_rows() if row.shown.kind in (RowKind.CHANGED, RowKind.BAR)]
        return [QRect(above.left(), above.top() + row.top, above.width(), row.height) for row in seen]

    qtbot.waitUntil(lambda: not [one for one in changed() if one.intersects(opened.notices.geometry())])


def place_of(window: QWidget, widget: QWidget) -> QRect:
    """Return where the widget is in the window."""
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def controls_around(desk: WindowController) -> dict[str, QRect]:
    """Return where the buttons in the window are, those of the notice bar apart."""
    of_notice = buttons(desk.notices).values()
    return {name: place_of(desk.window, each) for name, each in buttons(desk.window).items() if each not in of_notice}
