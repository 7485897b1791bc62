"""What context menus do with paths, wherever they stand: show, open, reveal, copy, comment on, add to the chat."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from guillemet.app.session import Session
from guillemet.ui.controllers.review import ReviewController
from guillemet.ui.widgets.context_menu import PathAction
from guillemet.ui.widgets.controls import copy_text


class PathsController(QObject):
    """Does what is chosen for paths.

    Signals: `comment_requested()` when the file that is shown by now is to be commented on.
    """

    comment_requested = Signal()

    def __init__(self, reviewing: ReviewController, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._reviewing, self._session = reviewing, session
        self._to_comment = ""
        session.looking.content_changed.connect(self._comment_on_shown)

    def do(self, action: PathAction, paths: Sequence[str]) -> None:
        """Do this with these paths."""
        match action:
            case PathAction.SHOW:
                self._reviewing.show_place(paths[0], 0)
            case PathAction.COMMENT:
                self._comment_on(paths[0])
            case PathAction.ADD:
                self._session.talk.add_files(tuple(map(self._reviewing.lies_at, paths)))
            case PathAction.OPEN:
                self._reviewing.open_at_line(paths[0])
            case PathAction.REVEAL:
                self._reviewing.show_in_file_manager(paths[0])
            case PathAction.COPY:
                copy_text("\n".join(map(self._reviewing.lies_at, paths)))
            case PathAction.COPY_PATCH:
                self._session.read_patch(paths, lambda patch: copy_text(patch.decode("utf-8", "replace")))

    def _comment_on(self, path: str) -> None:
        if self._session.looking.path == path:
            self.comment_requested.emit()
        else:
            self._to_comment = path
            self._reviewing.show_place(path, 0)

    def _comment_on_shown(self) -> None:
        path, self._to_comment = self._to_comment, ""
        if path and path == self._session.looking.path:
            self.comment_requested.emit()
