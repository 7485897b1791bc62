"""Joins what is read beside the review: any file of the repository, by its name and by the number of a line."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from guillemet.app.notices import Level, Notice
from guillemet.app.review.current_file import READING_FILE
from guillemet.app.session import Session
from guillemet.ui.actions import Act
from guillemet.ui.changes.file_chooser import OpenFileDialog
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.editor.editing_area import EditingArea
from guillemet.ui.shortcuts import with_keys_in_force
from guillemet.ui.wording import seen

_LONG = 500
"""Milliseconds of reading a file until what is shown before it cannot be decided any more."""


class ReadingController(QObject):
    """Opens files in the diff, and leads back to the review."""

    def __init__(self, area: EditingArea, diff: DiffPane, session: Session, window: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._area, self._diff, self._session, self._window = area, diff, session, window
        diff.back_requested.connect(self.back)
        self._reads_long = QTimer(self, singleShot=True, interval=_LONG)
        self._reads_long.timeout.connect(lambda: diff.set_awaiting(is_awaiting=True))
        session.tasks.busy_changed.connect(self._note_work)

    def verbs(self) -> dict[Act, Callable[[], object]]:
        """Return what the actions about reading do."""
        return {Act.OPEN_FILE: self.ask_file, Act.GO_TO_LINE: self.ask_line, Act.BACK_TO_REVIEW: self.back}

    def _note_work(self, what: str) -> None:
        """Offer no decision on the file that is shown while one waits long for another: it would be taken for that."""
        if what == READING_FILE:
            self._reads_long.start()
        else:
            self._reads_long.stop()
            self._diff.set_awaiting(is_awaiting=False)

    def ask_file(self) -> None:
        """Ask for a file of the repository, and show it."""
        review = self._session.review
        if review is None:
            return
        known = self._session.talk.conversation.files
        dialog = OpenFileDialog(known.listing, review.root, self._window)
        known.listed.connect(dialog.set_files)
        dialog.file_chosen.connect(self._open)
        dialog.open()
        known.list_files()

    def ask_line(self) -> None:
        """Ask for the number of a line of what is shown."""
        self._area.editor.go_to_line() if self._area.is_editing else self._diff.ask_line()

    def back(self) -> None:
        """Show the review again, after a file that is not in it."""
        self._session.looking.back()
        self._diff.setFocus()

    def open_named(self, name: str, line: int) -> None:
        """Show the file that is named by its path or the end of it, at a line, when there is just one."""
        review = self._session.review
        proposed = {file.path for file in review.files} if review else set()
        known = self._session.talk.conversation.files.known | proposed
        found = [name] if name in known else [path for path in known if path.endswith(f"/{name}")]
        if len(found) == 1:
            self._session.show_place(found[0], line)
            self._diff.setFocus()
        else:
            several = (
                f"{len(found)} files are named {seen(name)}. {with_keys_in_force('Open one of them with {OPEN_FILE}.')}"
            )
            why = several if found else f"There is no file {seen(name)} in this repository."
            self._session.notifications.show(Notice(Level.INFO, why))

    def _open(self, path: str, line: int) -> None:
        self._session.show_place(path, line)
        self._diff.setFocus()
