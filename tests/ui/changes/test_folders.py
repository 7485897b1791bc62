"""Promises of the list of changes where no row is a file: folders that are decided by key, and no rows at all."""

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.review import Decision
from guillemet.ui.changes import ChangesPane
from tests.kit import reviews
from tests.kit.hands import buttons, words
from tests.ui.changes.test_files import THREE, decided, file_list, row_of
from tests.ui.diff.hands import settle


def test_a_folder_is_decided_by_key_with_the_files_in_it_that_its_group_shows(qtbot: QtBot, pane: ChangesPane) -> None:
    paths = ("src/a.py", "src/b.py", "src/deep/c.py", "z.py")
    review = replace(THREE, files=tuple(replace(THREE.files[0], path=path) for path in paths))
    review = decided(review, "src/b.py", Decision.ACCEPTED)
    pane.set_review(replace(review, outcomes=(*THREE.outcomes, reviews.not_found("src/lost.py", number=4))))
    pane.files.set_as_tree(as_tree=True)
    asked: list[object] = []
    pane.files.accept_requested.connect(lambda paths: asked.append(("accept", *paths)))
    pane.files.reject_requested.connect(lambda paths: asked.append(("reject", *paths)))
    pane.files.reviewed_requested.connect(lambda paths: asked.append(("reviewed", *paths)))
    pane.files.dismiss_requested.connect(lambda numbers: asked.append(("dismiss", *numbers)))

    file_list(pane).setFocus()
    qtbot.waitUntil(file_list(pane).hasFocus)

    def go_to_folder(path: str) -> None:
        pane.files.pick(path)
        qtbot.keyClick(file_list(pane), Qt.Key.Key_Left)
        assert pane.files.is_beside_files

    go_to_folder("src/a.py")
    pane.files.decide(Decision.ACCEPTED)  # as Ctrl+Alt+Y does, for Space folds
    go_to_folder("src/a.py")
    qtbot.keyClick(file_list(pane), Qt.Key.Key_Delete)
    go_to_folder("src/a.py")
    pane.files.mark_reviewed()
    inside = ("src/a.py", "src/deep/c.py")
    assert asked == [("accept", *inside), ("reject", *inside), ("reviewed", *inside)]

    # What is to be settled is looked at by itself, and nothing of it is dismissed with the folder.
    asked.clear()
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Space):
        go_to_folder("src/lost.py")
        qtbot.keyClick(file_list(pane), key)
    go_to_folder("src/lost.py")
    pane.files.decide(Decision.ACCEPTED)
    assert asked == []
    assert pane.files.currentIndex() == row_of(pane, "src/lost.py")


def test_a_review_without_rows_says_so_above_the_button_that_finishes_it(pane: ChangesPane) -> None:
    failed = reviews.not_found("src/a.py")
    pane.set_review(replace(reviews.EMPTY, outcomes=(failed,)))
    dismissed = replace(failed, status=Status.DISMISSED, reason=Reason.DISMISSED)

    pane.set_review(replace(reviews.EMPTY, outcomes=(dismissed,)))
    settle()

    assert "Nothing is left to decide" in words(pane)
    assert "Show all files" not in buttons(pane)
    assert buttons(pane)["Finish review"].mapTo(pane, QPoint()).y() > pane.height() // 2
    pane.set_review(THREE)
    assert "Nothing is left to decide" not in words(pane)
