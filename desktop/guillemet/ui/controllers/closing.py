"""Keeps the window open while a commit runs, for nothing would show it, nor stop it, without one."""

from PySide6.QtCore import QObject

from guillemet.app.notices import COMMIT_RUNS, Notice, Offer
from guillemet.app.session import Session
from guillemet.ui.main_window import MainWindow
from guillemet.ui.notice_bar import NoticeBar


class ClosingController(QObject):
    """Closes the window that was asked to close during a commit once that was made, or was stopped for it."""

    def __init__(self, window: MainWindow, notices: NoticeBar, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._notices, self._session = window, notices, session
        self._is_requested = self._is_stopping = False
        committing = session.committing
        window.close_held.connect(self._hold)
        committing.run.changed.connect(self._follow_run)
        committing.committed.connect(lambda _: self._end(closes=self._is_requested))
        committing.not_committed.connect(lambda: self._end(closes=self._is_stopping))
        notices.action_requested.connect(self._take_offer)

    def _hold(self) -> None:
        self._is_requested = True
        self._session.notifications.show(COMMIT_RUNS)

    def _take_offer(self, notice: Notice) -> None:
        if notice.offer is Offer.STOP_AND_CLOSE and self._session.committing.run.is_on:
            self._is_stopping = True
            self._session.committing.run.stop()

    def _follow_run(self) -> None:
        is_on = self._session.committing.run.is_on
        self._window.hold_open(is_on=is_on)
        if not is_on:
            self._notices.withdraw((Offer.STOP_AND_CLOSE,))

    def _end(self, *, closes: bool) -> None:
        self._is_requested = self._is_stopping = False
        if closes:
            self._window.close()
