"""Builds the window and its session and joins them: requests to verbs, news to the panes that show them."""

import logging
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from guillemet.app.chat.comments import CommentList
from guillemet.app.notices import Level, Notice, Offer, copied, folder_not_opened, from_error, left_of
from guillemet.app.reply_import import is_piped
from guillemet.app.review.reports import follow
from guillemet.app.session import Session
from guillemet.app.turns import State, Turn
from guillemet.engine.blocks import ReplyEvent
from guillemet.engine.review import Decision, Review
from guillemet.llm.messages import Role
from guillemet.llm.prompts.modes import EDIT_STYLES
from guillemet.llm.services.connection_test import ConnectionTest
from guillemet.settings import LARGEST_FONT, SMALLEST_FONT, Settings, ThemeChoice, WhiteSpace
from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.branches import BranchPalette, HooksDialog
from guillemet.ui.changes import ChangesPane
from guillemet.ui.changes.commit_panel import CommitPanel
from guillemet.ui.chat.edit_card import BlockDecisions
from guillemet.ui.chat.pane import ChatPane
from guillemet.ui.controllers.chat import ChatController
from guillemet.ui.controllers.closing import ClosingController
from guillemet.ui.controllers.comments import CommentsController
from guillemet.ui.controllers.editing import EditingController
from guillemet.ui.controllers.paths import PathsController
from guillemet.ui.controllers.reading import ReadingController
from guillemet.ui.controllers.review import ReviewController
from guillemet.ui.desktop.notifications import DesktopNotifier
from guillemet.ui.dialogs import AboutDialog, CommandPalette, FormatsDialog, ShortcutsDialog, ask_path
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.editor.editing_area import EditingArea
from guillemet.ui.logging_setup import log_file
from guillemet.ui.main_window import MainWindow
from guillemet.ui.notice_bar import NoticeBar
from guillemet.ui.shortcuts import key_in, with_keys_in_force
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import copy_text, open_by_desktop
from guillemet.ui.widgets.tab_order import holds_focus, takes_text

if TYPE_CHECKING:
    from guillemet.ui.settings.page import SettingsPage


log = logging.getLogger(__name__)

_ZOOM_REST = 400
"""Milliseconds without zooming after which the size is remembered."""
_AFTER = 40
"""Milliseconds a notice waits, so that its subject is painted first."""

_BEFORE_OPENED = (Offer.MAKE_REPOSITORY, Offer.OPEN_OTHER)
"""What is offered while a repository is not open, and is over once one is."""

_BEFORE_COMMIT = (
    Offer.SET_AUTHOR,
    Offer.RUN_AND_COMMIT,
    Offer.RUN_AND_STAGE,
    Offer.TRY_AGAIN,
    Offer.WRITE_MESSAGE,
)
"""What is offered where a commit cannot be made, and means nothing once one was."""

_IN_CONVERSATION = frozenset(
    {
        Act.NEW_CONVERSATION,
        Act.CONVERSATIONS,
        Act.CONTEXT_FILES,
        Act.FOCUS_COMPOSER,
        Act.CHOOSE_MODEL,
        Act.GO_ON,
        Act.RETRY_FAILED,
        Act.TELL_DECISIONS,
    }
)
"""What happens in the conversation, which may be folded away: a field that is not there would take what is typed."""
_IN_CHANGES = frozenset(
    {
        Act.FOCUS_LIST,
        Act.FOCUS_MESSAGE,
        Act.COMMIT,
        Act.COMMIT_TO_BRANCH,
        Act.WRITE_COMMIT_MESSAGE,
        Act.INCLUDE_OWN_LINES,
        Act.INCLUDE_ALL,
    }
)


class WindowController(QObject):
    """One window with its session."""

    def __init__(self, app: QApplication, settings: Settings, *, settings_file: Path | None = None) -> None:
        """Build everything; nothing is shown yet."""
        super().__init__(app)
        self._app = app
        self._root = ""
        self._is_empty, self._has_unplaced = True, False
        self._decided: object = None
        """What was decided so far, by which a further decision is noticed."""
        self._see = QTimer(self, singleShot=True, interval=0)  # the places move once more after that is said
        self._see.timeout.connect(self._leave_seen)
        self._points = settings.code_size
        self._keep_zoom = QTimer(self, singleShot=True, interval=_ZOOM_REST)
        self._keep_zoom.timeout.connect(self._keep_points)
        app.setStyleSheet("")
        style.announce(app, style.chosen(settings, app))
        self.session = Session(settings, self, settings_file=settings_file)
        self.notices = NoticeBar()
        self.talk = ChatPane()
        self.conversation = self.talk.conversation
        self.proposal = ChangesPane()
        self.commit = CommitPanel()
        self.diff = DiffPane()
        self.diff.look.follow_width()
        self.editing_area = EditingArea(self.diff)
        self.window = MainWindow(
            self.notices,
            notice_areas=(self.diff.body, self.editing_area.editor.body),
            conversation=self.talk,
            proposal=self.proposal,
            commit=self.commit,
            diff=self.editing_area,
        )
        self.talking = ChatController(self.talk, self.commit, self.session, self)
        self.commenting = CommentsController(self.diff, self.talk, self.session, self)
        self.closing = ClosingController(self.window, self.notices, self.session, self)
        self.reviewing = ReviewController(self.proposal, self.diff, self.commit, self.session, self)
        self.editing = EditingController(self.editing_area, self.diff, self.session, self)
        self._notifier = DesktopNotifier(self.window)
        table = self.window.actions_table
        self.diff.empty.offer(*(table[act] for act in (Act.OPEN_FILE, Act.KEYS)), primary="")
        self.diff.empty.offer_commit(table[Act.LOOK_OVER_COMMIT])
        self.proposal.offer(*(table[act] for act in (Act.PASTE_REPLY, Act.OPEN_REPLY, Act.FOCUS_COMPOSER)))
        self.talk.offer(table[Act.NEW_CONVERSATION], table[Act.CONVERSATIONS])
        self.paths = PathsController(self.reviewing, self.session, self)
        self.reading = ReadingController(self.editing_area, self.diff, self.session, self.window, self)
        self._verbs = self._table_of_verbs()
        for controller in (self.talking, self.commenting, self.reviewing, self.editing, self.reading):
            self._verbs |= controller.verbs()
        for act in (Act.ACCEPT_PART, Act.REJECT_PART):
            self._verbs[act] = partial(self._decide_marked, self._verbs[act])
        self._connect_window()
        self._connect_panes()
        self._connect_session()
        self._take_settings(settings)
        self.window.restore(settings.window)

    def _decide_marked(self, decide_part: Callable[[], object]) -> None:
        """Decide what the diff marks, also from the list, unless several files or something else are selected there."""
        files = self.proposal.files
        if files.hasFocus() and files.is_beside_files:
            files.nothing_to_decide.emit(False)  # noqa: FBT003  a signal's argument
        elif files.hasFocus() and len(files.chosen_paths) > 1:
            what = f"{len(files.chosen_paths):,} files are selected, so no single hunk is decided."
            in_list = "Leave the files out or include them (Space), or go to a hunk."
            of_files = "Accept the files ({ACCEPT_FILE}) or reject them ({REJECT_FILE})."
            todo = with_keys_in_force(in_list if self.session.looking.is_of_commit else of_files)
            self.session.notifications.show(Notice(Level.INFO, what, todo))
        else:
            decide_part()

    def begin(self, folder: Path | None) -> None:
        """Show the window, open the repository, and take in what is piped."""
        self.window.show()
        self.window.welcome.setFocus()
        if folder is not None:
            self.window.expect_repository()
            self.session.open_repository(str(folder.absolute()))
        else:
            self.session.try_repository(str(Path.cwd()))
        if sys.stdin is not None and is_piped(0):
            self.session.reception.take_pipe(0)

    def leave(self) -> None:
        """Close the window and whatever stands open over it, and let the program end."""
        self.window.close()
        self._app.quit()

    def end(self) -> None:
        """Stop what colours and watches, finish what writes."""
        self.diff.show_content(None)
        self.session.close()

    def report_fault(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        """Log an unexpected failure of a slot and show a notice, instead of ending the program."""
        log.error("A slot failed unexpectedly.", exc_info=(kind, fault, trace))
        if isinstance(fault, Exception):
            self.notices.show_notice(from_error(fault))

    def do(self, act: Act) -> None:
        """Do what a key, a menu or the palette asks for."""
        if act in _IN_CONVERSATION:
            self.window.show_conversation(is_shown=True)
        elif act in _IN_CHANGES:
            self.window.show_changes(is_shown=True)
        self._verbs[act]()

    def _go_to_pane(self, step: int) -> None:
        """Give the focus to the pane after or before the one that has it, among those in view that take it."""
        panes = {
            Act.FOCUS_LIST: self.proposal,
            Act.FOCUS_DIFF: self.editing_area,
            Act.FOCUS_NOTICE: self.notices,  # lies over the diff
            Act.FOCUS_MESSAGE: self.commit,
            Act.FOCUS_COMPOSER: self.talk,
        }
        acts = [act for act, pane in panes.items() if pane.isVisible()]
        now = max((at for at, act in enumerate(acts) if holds_focus(panes[act])), default=-1 if step > 0 else 0)
        for further in range(1, len(acts)):
            act = acts[(now + further * step) % len(acts)]
            self.do(act)
            if holds_focus(panes[act]):
                break

    def _show_settings(self) -> "SettingsPage":
        # What only the settings need takes a fortieth of the time until the window is painted.
        from guillemet.ui.controllers.settings import open_settings  # noqa: PLC0415

        return open_settings(self.window, self.session.preferences, self.session.talk.conversation.services)

    def _table_of_verbs(self) -> dict[Act, Callable[[], object]]:
        change = self.session.preferences.change
        return {
            Act.OPEN_REPOSITORY: self._ask_repository,
            Act.PASTE_REPLY: self._paste,
            Act.OPEN_REPLY: lambda: ask_path(self.window, "Open reply", self.session.reception.take_path),
            Act.COPY_INSTRUCTIONS: self._choose_instructions,
            Act.SHOW_CHANGES: lambda: None,  # the window folds its sides by itself
            Act.SHOW_CONVERSATION: lambda: None,
            Act.FOCUS_NOTICE: self.notices.focus,
            Act.FOCUS_COMMANDS: self._show_commands,
            Act.NEXT_PANE: partial(self._go_to_pane, 1),
            Act.PREVIOUS_PANE: partial(self._go_to_pane, -1),
            Act.SEARCH_ACTIONS: self._search_actions,
            Act.SETTINGS: self._show_settings,
            Act.SWITCH_THEME: self._switch_theme,
            Act.KEYS: self._show_shortcuts,
            Act.FORMATS: lambda: FormatsDialog(self.window, copy=self._copy_instructions).open(),
            Act.LOG_FOLDER: self._open_log_folder,
            Act.ABOUT: lambda: AboutDialog(self.window).open(),
            Act.CHOOSE_MODEL: self.talk.composer.picker.open_models,
            Act.SWITCH_TREE: lambda: change(files_as_tree=not self.session.preferences.now.files_as_tree),
            Act.SWITCH_CONTINUOUS: lambda: change(is_continuous=not self.session.preferences.now.is_continuous),
            Act.ZOOM_IN: lambda: self._zoom(1),
            Act.ZOOM_OUT: lambda: self._zoom(-1),
            Act.ZOOM_RESET: lambda: self._zoom(0),
            Act.QUIT: self.window.close,
        }

    def _connect_window(self) -> None:
        window, session = self.window, self.session
        window.actions_table.requested.connect(self.do)
        window.top.repository_requested.connect(session.open_repository)
        window.welcome.repository_requested.connect(session.open_repository)
        window.path_dropped.connect(session.reception.take_path)
        window.text_dropped.connect(partial(session.reception.take_text, source="Dropped text", is_answer=False))
        window.height_changed.connect(self.commit.set_room)
        window.closing.connect(session.preferences.remember_window)
        window.status.answer_requested.connect(self._show_answer)
        window.status.message_requested.connect(partial(self.do, Act.FOCUS_MESSAGE))
        window.status.message_stop_requested.connect(session.talk.commit_messages.stop)
        session.talk.commit_messages.flowing_changed.connect(window.status.set_writing)
        window.status.comments_requested.connect(self._show_comments)
        window.status.work_stop_requested.connect(session.stop_work)
        window.status.decision_picked.connect(self._show_decided)
        window.status.commands_requested.connect(self._show_commands)
        for stopped in (window.status.stop_requested, window.escaped):
            stopped.connect(lambda: self.do(Act.STOP_ANSWER))
        self.notices.action_requested.connect(self._take_offer)
        more = (Act.LOOK_OVER_COMMIT, Act.AMEND, Act.COMMIT_TO_BRANCH, Act.COMMIT_AND_PUSH, Act.PUSH)
        self.commit.set_actions([window.actions_table[act] for act in more])
        self.talk.composer.picker.settings_requested.connect(lambda: self._show_settings().show_services())
        self._app.styleHints().colorSchemeChanged.connect(self._follow_desktop_colours)

    def _connect_panes(self) -> None:
        change = self.session.preferences.change
        self.diff.look.changed.connect(lambda kind: change(diff_look=kind))
        self.diff.look.wrap_changed.connect(lambda wraps: change(wraps=wraps))
        self.diff.requests.zoom_requested.connect(self._zoom)
        self.diff.stop_seen.connect(self.window.notice_place.spare)
        self.diff.requests.continuous_requested.connect(lambda is_on: change(is_continuous=is_on))
        self.diff.requests.white_space_requested.connect(self._keep_white_space)
        self.proposal.tree_requested.connect(lambda as_tree: change(files_as_tree=as_tree))
        for requested in (
            self.proposal.files.path_action_requested,
            self.talk.files.path_action_requested,
            self.conversation.signals.path_action_requested,
        ):
            requested.connect(self.paths.do)
        self.paths.comment_requested.connect(partial(self.do, Act.COMMENT))
        self.conversation.end_shown.connect(lambda is_shown: self.window.status.set_end_shown(is_shown=is_shown))
        self.talk.covered.connect(lambda is_so: self.window.status.set_conversation_covered(is_covered=is_so))
        self.conversation.signals.path_picked.connect(self.reviewing.show_place)
        self.conversation.signals.place_pressed.connect(self.reading.open_named)
        self.conversation.signals.failed_picked.connect(self.reviewing.show_block)
        self.conversation.signals.dismiss_requested.connect(self.reviewing.dismiss)
        self.diff.placing_offered.connect(self.window.actions_table.offer_placing)
        self.editing.typed_changed.connect(self.window.actions_table.offer_typed)
        self.session.talk.removals.changed.connect(self.window.actions_table.offer_back)
        self.editing.edit_offered.connect(lambda is_begun: self.window.actions_table.offer_edit(is_begun=is_begun))
        self.diff.blocks.retry_requested.connect(self.conversation.signals.retry_requested)
        self.reviewing.block_requested.connect(self._show_block)
        self.reviewing.diff_requested.connect(self.editing.leave)
        self.commenting.noticed.connect(self.session.notifications.show)
        self.commenting.written.connect(lambda: self.window.show_conversation(is_shown=True))

    def _connect_session(self) -> None:
        session = self.session
        session.review_changed.connect(self._take_review)
        session.looking.path_chosen.connect(self.talk.context.set_shown_file)
        session.branching.listed.connect(self._show_branches)
        session.branching.hooks_read.connect(lambda hooks: HooksDialog(hooks, self.window).open())
        session.talk.conversation.spending.sums_changed.connect(self.window.status.set_sums)
        conversation = session.talk.conversation
        conversation.services.tried.connect(self._note_trial)
        conversation.draft_requested.connect(self._show_draft)
        conversation.turn_begun.connect(self._keep_conversation)
        for changed in (conversation.turn_begun, conversation.answering.turn_changed, conversation.turn_ended):
            changed.connect(self._note_answering)
        conversation.turn_ended.connect(self._tell_end)
        session.transcript.reply_read.connect(self._take_reply)
        session.transcript.cleared.connect(self.conversation.clear)
        self.talk.composer.draft_changed.connect(self._withdraw_pasted)
        session.talk.conversation.conversation_changed.connect(lambda _: self.notices.follow(left_of))
        session.notifications.noticed.connect(
            lambda notice: QTimer.singleShot(_AFTER, self, partial(self._take_notice, notice, self._root))
        )
        # As late as what failed before is shown.
        session.notifications.settled.connect(
            lambda topic: QTimer.singleShot(_AFTER, self, partial(self.notices.settle, topic))
        )
        session.talk.comments.changed.connect(self._count_comments)
        session.tasks.busy_changed.connect(self.window.status.set_busy)
        session.preferences.changed.connect(self._take_settings)
        # Offer a reply no more that was taken in by whatever way.
        session.reception.received.connect(
            lambda received: self.notices.withdraw((Offer.TAKE_REPLY,), subject=received.text)
        )
        session.reception.applied.connect(lambda *_: self.window.spare_conversation())
        session.committing.committed.connect(lambda _: self.notices.withdraw(_BEFORE_COMMIT))
        self.proposal.order_changed.connect(self._withdraw_hidden)
        self.diff.stop_seen.connect(lambda *_: self._see.start())
        # An edit that was discarded would come back in the place of the one that begins.
        about_edits = (Offer.RESUME_EDIT, Offer.SETTLE_WITHOUT_EDIT, Offer.BRING_EDIT_BACK)
        self.editing.opened.connect(lambda path: self.notices.withdraw(about_edits, paths=(path,)))

    def _take_review(self, review: Review) -> None:
        is_new = self._root != review.root
        self._root = review.root
        self.window.set_review(review)
        if is_new:
            self.notices.withdraw(_BEFORE_OPENED)
            self.window.set_settings(self.session.preferences.now)
        decided = (
            review.undo,
            [(file.path, file.decision, [hunk.state for hunk in file.divided]) for file in review.files],
        )
        if decided != self._decided and not is_new:
            self.notices.leave_reports()
        self._decided = decided
        self.notices.follow(partial(follow, review=review))
        if review.files:
            self.notices.withdraw((Offer.WRITE_MESSAGE,))  # the review goes on
        self.reviewing.take_review(review)
        self.conversation.set_outcomes(review.outcomes, BlockDecisions.of(review))
        self._focus_files(is_new=is_new, has_files=bool(review.files))
        self._is_empty = not review.files
        self._has_unplaced = any(not outcome.is_settled for outcome in review.outcomes)

    def _focus_files(self, *, is_new: bool, has_files: bool) -> None:
        """Give the list of files the focus when a repository is opened or files are proposed.

        Not while one writes, or is in the diff where a block may be placed just now.
        """
        focused = self._app.focusWidget()
        is_writing = focused is not None and any(pane.isAncestorOf(focused) for pane in (self.commit, self.talk))
        is_typing = is_writing and focused is not None and takes_text(focused)  # in the list, letters decide
        is_placing = self._has_unplaced and holds_focus(self.diff)
        if (is_new and not is_typing) or (self._is_empty and has_files and not (is_writing or is_placing)):
            self._focus_proposal()

    def _focus_proposal(self) -> None:
        self.proposal.focus_files() if self.proposal.isVisible() else self.diff.setFocus()

    def _take_reply(self, source: str, events: tuple[ReplyEvent, ...]) -> None:
        self.conversation.add_reply(source, events)
        if self.session.review:
            self.conversation.set_outcomes(self.session.review.outcomes, BlockDecisions.of(self.session.review))

    def _withdraw_hidden(self) -> None:
        if not self.proposal.hidden:
            self.notices.withdraw((Offer.SHOW_ALL,))

    def _withdraw_pasted(self) -> None:
        """Offer to read what was pasted into a message no more once that is another one, or sent."""
        if pasted := self.talking.leave_pasted():
            self.notices.withdraw((Offer.TAKE_REPLY,), subject=pasted)

    def _count_comments(self, tray: CommentList) -> None:
        kept = len(tray.comments)
        self.window.status.set_comments(kept, begun=tray.count - kept)

    def _take_notice(self, notice: Notice, root: str) -> None:
        if notice.offer in _BEFORE_OPENED and root != self._root:
            return  # a repository was opened since
        if notice.offer is Offer.TAKE_REPLY:
            self.notices.withdraw((Offer.TAKE_REPLY,))  # the clipboard holds this one now
        review = self.session.review
        now = follow(notice, review) if review is not None else notice
        if now is None:
            return  # taken back or settled since
        if notice.offer is Offer.SHOW_FILE:
            self.notices.withdraw((Offer.SHOW_FILE,))  # this one names these files, too
        self.notices.show_notice(now)
        self._leave_seen()
        if notice.level is not Level.INFO:
            self._tell_outside(notice.text)
        if review is None:
            self.window.set_review(None)  # opening came to nothing

    def _leave_seen(self) -> None:
        """Put away the notices that lead to a place that is in view by now."""
        review, content = self.session.review, self.diff.content
        if review is None or not self.diff.isVisible() or not self.notices.offers(Offer.SHOW_CONFLICT, Offer.SHOW_FILE):
            return
        is_on_disk = content is not None and not (content.is_proposed or content.is_of_commit)
        seen: dict[Offer | None, set[str]] = {
            Offer.SHOW_CONFLICT: self.diff.conflicts.paths_in_view(),
            Offer.SHOW_FILE: {content.path} if content is not None and is_on_disk else set(),
        }

        def unseen(notice: Notice) -> Notice | None:
            left = tuple(path for path in notice.paths if path not in seen.get(notice.offer, ()))
            return notice if left == notice.paths else follow(replace(notice, paths=left), review)

        self.notices.follow(unseen)

    def _follow_desktop_colours(self) -> None:
        self._take_settings(self.session.preferences.now)

    def _take_settings(self, settings: Settings) -> None:
        is_other_style = self._apply_style(settings)
        self.window.set_settings(settings)
        self.window.actions_table.set_keys(settings.shortcuts)
        self.diff.look.set(settings.diff_look)
        self.diff.look.set_wrap(wraps=settings.wraps)
        self.editing_area.editor.set_wrap(wraps=settings.wraps)
        self.diff.set_continuous(is_continuous=settings.is_continuous)
        self.proposal.set_as_tree(settings.files_as_tree)
        is_zoomed = self._keep_zoom.isActive()  # and not remembered yet
        if is_other_style or (self._points != settings.code_size and not is_zoomed):
            # WORKAROUND Qt 6: a new style sheet gives widgets back the font they had under the one before.
            self._points = settings.code_size
            self.diff.set_font_size(settings.code_size)

    def _apply_style(self, settings: Settings) -> bool:
        """Apply the style that the settings ask for; return whether it is another one."""
        look = style.chosen(settings, self._app)
        is_other = not self._app.styleSheet() or style.current() != look
        if is_other:
            style.apply(self._app, look)
        return is_other

    def _zoom(self, steps: int) -> None:
        """Make code larger or smaller by so many points, or, for 0, as large as the settings say; it is remembered."""
        points = self.session.preferences.now.font_size if not steps else self._points + steps
        self._points = max(SMALLEST_FONT, min(points, LARGEST_FONT))
        self.diff.set_font_size(self._points)
        self._keep_zoom.start()  # the whole window takes it once the wheel rests

    def _keep_points(self) -> None:
        self.session.preferences.change(zoom=self._points - self.session.preferences.now.font_size)

    def _keep_white_space(self, way: WhiteSpace) -> None:
        self.session.preferences.change(white_space=way)
        words = {one: str(one) for one in WhiteSpace} | {WhiteSpace.ALL: "all white space counts"}
        what = f"{words[way].capitalize()}, in every diff from now on."
        todo = "The diff options have the other ways."
        if key := key_in(Act.SWITCH_WHITE_SPACE, KeyScope.DIFF):
            todo = f"{list(words).index(way) + 1} of {len(words)} ways. {key} again: {words[way.following]}."
        self.session.notifications.show(Notice(Level.INFO, what, todo))

    def _switch_theme(self) -> None:
        is_dark = style.current().theme.name == "dark"
        self.session.preferences.change(theme=ThemeChoice.LIGHT if is_dark else ThemeChoice.DARK)

    def _show_shortcuts(self) -> None:
        dialog = ShortcutsDialog(self.session.preferences.now.shortcuts, self.window)
        dialog.change_requested.connect(lambda: self._show_settings().show_shortcuts())
        dialog.open()

    def _show_block(self, number: int) -> None:
        self.window.show_conversation(is_shown=True)
        self.conversation.show_block(number)

    def _keep_conversation(self, turn: Turn) -> None:
        """Let the conversation in which the user says something stay as it is shown, whatever is pasted."""
        if turn.role is Role.USER and self.talk.isVisible():
            self.window.show_conversation(is_shown=True)

    def _note_answering(self) -> None:
        answering = self.session.talk.conversation.answering
        self.window.status.set_awaited(is_awaited=answering.is_awaited)
        for part in (self.window.status, self.window.actions_table, self.proposal, self.talk.history):
            part.set_answering(is_answering=answering.is_flowing)

    def _tell_end(self, turn: Turn) -> None:
        """Tell of the end of an answer, and offer no key any more unless it wants one, which is reported after this."""
        if turn.state is not State.STOPPED:
            self.notices.withdraw((Offer.GIVE_KEY,), subject=turn.model.partition("/")[0])
        if turn.state is State.DONE:
            self._tell_outside("The answer is complete.")
        elif turn.state is State.BROKEN:
            self._tell_outside(f"The answer broke off. {turn.note}".strip())

    def _note_trial(self, service: str, trial: ConnectionTest) -> None:
        if trial.ok:
            self.notices.withdraw((Offer.GIVE_KEY,), subject=service)

    def _tell_outside(self, text: str) -> None:
        if self.session.preferences.now.notifies:
            self._notifier.show(f"{Path(self._root).name or 'Guillemet'}", text)

    def _show_decided(self, decision: Decision) -> None:
        self.window.show_changes(is_shown=True)
        self.proposal.files.pick_next_decided(decision)

    def _show_commands(self) -> None:
        self.window.show_changes(is_shown=True)
        self.proposal.show_all()  # the filter hides commands
        if not self.proposal.files.pick_command():
            self.session.notifications.show(Notice(Level.INFO, "No command is suggested that can be run."))

    def _show_open(self) -> None:
        """Go to the first of what keeps the review from being finished: a failed block, or a command."""
        outcomes = self.session.review.outcomes if self.session.review is not None else ()
        failed = next((number for number, outcome in enumerate(outcomes, 1) if not outcome.is_settled), 0)
        self.reviewing.show_block(failed) if failed else self._show_commands()

    def _show_answer(self) -> None:
        self.window.show_conversation(is_shown=True)
        self.talk.composer.focus_message()
        self.conversation.show_newest()

    def _show_draft(self, draft: str) -> None:
        if draft:
            self.window.show_conversation(is_shown=True)
            self.talk.composer.focus_message()

    def _show_comments(self) -> None:
        self.window.show_conversation(is_shown=True)
        self.talk.comments.focus_first()

    def _ask_repository(self) -> None:
        """Ask for a folder, beginning with those beside the one that is open."""
        root = self.session.review.root if self.session.review else ""
        beside, mode = str(Path(root).parent if root else Path.home()), QFileDialog.FileMode.Directory
        ask_path(self.window, "Open repository", self.session.open_repository, mode=mode, folder=beside)

    def _paste(self) -> None:
        """Take what the clipboard holds: files, else text."""
        clipboard, reception = QGuiApplication.clipboard(), self.session.reception
        # There is no data at all on some platforms while the clipboard is empty; PySide's types do not say so.
        urls = held.urls() if (held := clipboard.mimeData()) is not None else []  # type: ignore[redundant-expr]
        files = [url.toLocalFile() for url in urls if url.isLocalFile()]
        for file in files:
            reception.take_path(file)
        if not files:
            reception.take_text(clipboard.text(), "Pasted text")

    def _search_actions(self) -> None:
        table = self.window.actions_table
        offered = [act for act in Act if act in self._verbs and act is not Act.SEARCH_ACTIONS]
        found = [(table[act], table.describe_keys(act)) for act in offered]
        CommandPalette(found, self.window).show()

    def _show_branches(self, branches: tuple[str, ...]) -> None:
        review, branching = self.session.review, self.session.branching
        if review is not None:
            create = partial(branching.switch, create=True)
            BranchPalette(branches, review.head.branch, self.window, switch=branching.switch, create=create).show()

    def _choose_instructions(self) -> None:
        """Ask for which format a model gets the rules."""
        found = []
        for name in EDIT_STYLES:
            action = QAction(f"Copy the instructions for {name}", self)
            action.triggered.connect(partial(self._copy_instructions, name))
            found.append((action, ""))
        CommandPalette(found, self.window, title="Instructions for the model", asks="Which format of edits?").show()

    def _copy_instructions(self, name: str) -> None:
        copy_text(EDIT_STYLES[name].instructions)
        self.session.notifications.show(copied(name))

    def _open_log_folder(self) -> None:
        folder = str(log_file().parent)
        if not open_by_desktop(folder):
            self.session.notifications.show(folder_not_opened(folder))

    def _take_offer(self, notice: Notice) -> None:
        path = notice.paths[0] if notice.paths else ""
        if notice.offer is Offer.SHOW_ALL:
            self.proposal.show_all()
            self.proposal.files.pick_next_undecided()
        elif notice.offer is Offer.ASK_FOR_BLOCKS:
            self.window.show_conversation(is_shown=True)
            self.session.talk.feedback.ask_for_blocks()
        elif notice.offer is Offer.TAKE_REPLY:
            is_from_box = notice.subject == self.talking.pasted
            self.session.take_offer(notice)
            if holds_focus(self.talk) and (is_from_box or self.talk.composer.is_blank):
                self._focus_proposal()  # nothing is written there now
        elif notice.offer is Offer.GIVE_KEY:
            service = notice.subject or self.session.preferences.now.model.partition("/")[0]
            self._show_settings().show_key(service)
        else:
            plain: dict[Offer | None, Callable[[], object]] = {
                Offer.OPEN_OTHER: self._ask_repository,
                Offer.WRITE_MESSAGE: lambda: self.do(Act.FOCUS_MESSAGE),
                Offer.UNDO: lambda: self.reviewing.undo(notice.subject),
                Offer.UNDO_DECISION: lambda: self.reviewing.undo_decision(notice.subject, path),
                Offer.RESET_DECISION: lambda: self.reviewing.reset_decision(notice.paths),
                Offer.CHOOSE_MODEL: lambda: self.do(Act.CHOOSE_MODEL),
                Offer.RESUME_EDIT: lambda: self.editing.resume(path),
                Offer.SHOW_CONFLICT: lambda: self.reviewing.show_conflict(path),
                Offer.SHOW_OPEN: self._show_open,
                Offer.SHOW_FILE: lambda: self.reviewing.show_file(path),
            }
            plain.get(notice.offer, lambda: self.session.take_offer(notice))()
