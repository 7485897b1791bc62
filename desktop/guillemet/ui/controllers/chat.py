"""Joins the left pane with the session's talk: requests to verbs, news to the widgets that show them."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from guillemet.app.chat.request import PreparedRequest
from guillemet.app.notices import NO_MODEL, Level, Notice
from guillemet.app.reply_import import ReceivedReply
from guillemet.app.session import Session
from guillemet.app.turns import Mode, OptionPart, State, Turn
from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision, Review
from guillemet.llm.messages import Role
from guillemet.ui.actions import Act
from guillemet.ui.changes.commit_panel import CommitPanel
from guillemet.ui.chat.commands import Command, Name
from guillemet.ui.chat.composer import Composer
from guillemet.ui.chat.pane import ChatPane
from guillemet.ui.chat.request_preview import RequestDetails, RequestPreview, parts_of
from guillemet.ui.controllers.history import HistoryController
from guillemet.ui.widgets.controls import copy_text, open_by_desktop

_KEPT_AFTER = 250
"""Milliseconds without typing before a draft is saved."""
LARGEST = 5_000_000
"""Characters of a text on the clipboard that is still looked at."""
_PAUSE = 250
"""Milliseconds without typing before the estimate is made."""
_BRANCHES = "Sending this begins another branch; the messages after it stay in the first one."


class DraftsController(QObject):
    """Connects the boxes that hold drafts with `Session.talk`, which saves them."""

    def __init__(self, composer: Composer, commit: CommitPanel, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._composer, self._session = composer, session
        self._root = ""
        self._is_opening = False
        conversation, commit_draft = session.talk.conversation, session.talk.commit_draft
        self._message = _Draft(lambda: composer.draft, conversation.keep_draft, self)
        self._commit_message = _Draft(lambda: commit.own_draft, commit_draft.keep, self)
        composer.draft_changed.connect(self._message.note_change)
        conversation.turn_begun.connect(self._note_sent)
        conversation.leaving.connect(self._leave_conversation)
        conversation.conversation_changed.connect(lambda _: self._take_along())
        conversation.draft_found.connect(self._put_back)
        session.talk.ready.connect(lambda _: self._take_opened())
        commit.draft_changed.connect(self._commit_message.note_change)
        commit_draft.leaving.connect(self._commit_message.keep_now)
        commit_draft.begun.connect(commit.clear_draft)
        commit_draft.found.connect(commit.offer_draft)
        # Once the box was emptied, or not, whichever signal comes first.
        kept_now = self._commit_message.keep_now
        session.committing.committed.connect(lambda _: QTimer.singleShot(0, self._commit_message, kept_now))

    def _note_sent(self, turn: Turn) -> None:
        if turn.role is Role.USER:
            self._message.keep_now()

    def _leave_conversation(self) -> None:
        """Keep the message with its conversation; it is shown in no other repository."""
        self._message.keep_now()
        root = self._session.review.root if self._session.review else ""
        if root != self._root:
            self._is_opening = True
            if self._root:
                self._composer.clear_draft()
        self._root = root

    def _take_opened(self) -> None:
        self._is_opening = False

    def _put_back(self, draft: str) -> None:
        """Put a kept message into the box, above what is being typed while a repository is opened."""
        composer = self._composer
        if not draft or draft == composer.draft.strip():
            return
        typed = composer.draft if self._is_opening else ""
        composer.set_draft(f"{draft}\n{typed}" if typed.strip() else draft)
        if not self._is_opening:
            composer.focus_message()

    def _take_along(self) -> None:
        if not self._composer.is_blank:
            self._message.note_change()


class _Draft(QObject):
    """One text that is kept after a pause, or at once."""

    def __init__(self, read: Callable[[], str], keep: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._read, self._keep = read, keep
        self._pause = QTimer(self, singleShot=True, interval=_KEPT_AFTER)
        self._pause.timeout.connect(self.keep_now)
        self._is_kept = True

    def note_change(self) -> None:
        """Keep it once nothing was typed for a while."""
        self._is_kept = False
        self._pause.start()

    def keep_now(self) -> None:
        """Keep it, unless it is kept as it stands."""
        self._pause.stop()
        if not self._is_kept:
            self._is_kept = True
            self._keep(self._read())


class ChatController(QObject):
    """Connects `ChatPane` with `Session.talk`."""

    def __init__(self, pane: ChatPane, commit: CommitPanel, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._pane, self._commit, self._session = pane, commit, session
        self._talk = session.talk
        self._kept = HistoryController(pane, session, self)
        self._replaced = 0
        self.pasted = ""
        """What was pasted last into the message and may be meant as a reply, while that message is the same."""
        self._pasted_into = ""
        """The message then."""
        self._accepted = frozenset[str]()
        self._weigh_soon = QTimer(self, singleShot=True, interval=_PAUSE)
        self._weigh_soon.timeout.connect(self._weigh)
        self._connect_composer()
        self._connect_files()
        self._connect_turns()
        DraftsController(pane.composer, commit, session, self)
        self._show_choice()

    def verbs(self) -> dict[Act, Callable[[], object]]:
        """Return what the actions about talking do."""
        conversation, composer = self._talk.conversation, self._pane.composer
        return {
            Act.NEW_CONVERSATION: self._kept.begin_conversation,
            Act.CONVERSATIONS: self._pane.show_history,
            Act.CONTEXT_FILES: self._show_files,
            Act.ADD_SHOWN_FILE: self._add_shown_file,
            Act.FOCUS_COMPOSER: composer.focus_message,
            Act.STOP_ANSWER: conversation.stop,
            Act.GO_ON: conversation.go_on,
            Act.RETRY_FAILED: self.retry_all,
            Act.TELL_DECISIONS: self._talk.feedback.tell_decisions,
            Act.PREVIEW_REQUEST: self._look_before_sending,
            Act.COPY_PROMPT: lambda: conversation.copy_prompt(composer.draft),
            Act.WATCH_CLIPBOARD: self._switch_watch,
            Act.WRITE_COMMIT_MESSAGE: self.write_commit_message,
            Act.EXPORT_CONVERSATION: lambda: conversation.log.export(self._kept.copy_export),
            Act.EDIT_SNIPPETS: self._talk.snippets.edit,
            Act.EDIT_PRICES: conversation.spending.edit_prices,
        }

    def look_around(self) -> None:
        """Find out which models can be had, unless that is under way."""
        if not self._talk.conversation.services.is_listing:
            self._talk.conversation.services.look_around()

    def _connect_composer(self) -> None:
        composer, conversation = self._pane.composer, self._talk.conversation
        composer.send_requested.connect(self._send)
        composer.stop_requested.connect(conversation.stop)
        composer.command_requested.connect(self._run_command)
        composer.use_requested.connect(conversation.files.set_use)
        composer.box.text_pasted.connect(self._offer_pasted)
        self._session.reception.received.connect(self._take_out)
        composer.box.files_given.connect(conversation.files.take_dropped)
        composer.box.attach_requested.connect(conversation.asking.attach)
        composer.attachments.detach_requested.connect(conversation.asking.detach)
        composer.draft_changed.connect(self._take_draft)
        picker = composer.picker
        picker.mode_requested.connect(lambda mode: conversation.choose(mode=mode))
        picker.model_requested.connect(self._choose_model)
        picker.format_requested.connect(self._choose_format)
        picker.card.preview_requested.connect(self._look_before_sending)
        picker.card.copy_prompt_requested.connect(lambda: conversation.copy_prompt(composer.draft))
        picker.card.count_requested.connect(lambda: conversation.counting.count(composer.draft))
        conversation.asking.pictures_changed.connect(composer.attachments.set_pictures)
        conversation.asking.pictures_changed.connect(lambda _: self._weigh_soon.start())
        conversation.asking.addition_changed.connect(self._weigh_soon.start)
        conversation.asking.refused.connect(composer.show_note)
        conversation.choice_changed.connect(self._show_choice)
        conversation.choice_changed.connect(self._weigh_soon.start)
        services = conversation.services
        services.offers_changed.connect(picker.set_services)
        services.listing_changed.connect(picker.set_listing)
        picker.set_listing(is_listing=True)  # no server has been looked for yet
        composer.models_requested.connect(self.look_around)
        conversation.spending.estimate_changed.connect(picker.set_estimate)
        conversation.draft_requested.connect(self._offer_draft)
        conversation.prompt_ready.connect(self._copy_prompt)
        conversation.gate.prepared.connect(self._show_request)
        self._session.preferences.changed.connect(lambda _: self._show_choice())
        self._pane.come_back.connect(self._talk.snippets.read)
        self._pane.come_back.connect(conversation.spending.read_prices)
        self._talk.snippets.changed.connect(composer.set_snippets)
        for edited in (self._talk.snippets, conversation.spending):
            edited.ready_to_edit.connect(open_by_desktop)
        messages = self._talk.commit_messages
        messages.written.connect(self._commit.set_draft)
        messages.flowing_changed.connect(self._commit.set_writing)
        self._commit.message_requested.connect(self.write_commit_message)
        self._commit.message_stop_requested.connect(messages.stop)
        self._commit.commit_requested.connect(lambda _: messages.stop())  # the user has one
        QGuiApplication.clipboard().dataChanged.connect(self._look_at_clipboard)

    def _connect_files(self) -> None:
        files, pane = self._talk.conversation.files, self._pane
        files.listed.connect(pane.files.set_files)
        files.listed.connect(pane.composer.set_files)
        files.listed.connect(pane.conversation.set_files)
        files.changed.connect(pane.context.set_entries)
        files.changed.connect(lambda _: self._weigh_soon.start())
        files.refused.connect(pane.composer.show_note)
        instructions = self._talk.conversation.asking.instructions
        instructions.changed.connect(pane.context.set_instructions)
        instructions.changed.connect(lambda _: self._weigh_soon.start())
        pane.context.instructions_requested.connect(instructions.choose)
        pane.files.use_requested.connect(files.set_use)
        pane.context.use_requested.connect(files.set_use)
        pane.context.file_picked.connect(lambda path: self._session.show_place(path, 0))
        pane.context.tree_requested.connect(files.list_files)
        pane.composer.tree_requested.connect(files.list_files)
        pane.come_back.connect(files.list_files)
        self._session.review_changed.connect(self._note_accepted)

    def _connect_turns(self) -> None:
        pane, conversation = self._pane.conversation, self._talk.conversation
        answering = conversation.answering
        conversation.conversation_changed.connect(lambda _: self._take_other_conversation())
        conversation.turn_begun.connect(self._begin_turn)
        conversation.turn_ended.connect(self._end_turn)
        answering.begun_again.connect(pane.begin_again)
        answering.events_came.connect(pane.add_events)
        answering.tail_changed.connect(pane.set_tail)
        answering.reasoning_came.connect(pane.add_reasoning)
        answering.turn_changed.connect(pane.change_turn)
        answering.turn_changed.connect(lambda _: self._pane.composer.set_flowing(is_flowing=True))
        pane.stop_requested.connect(conversation.stop)
        pane.signals.go_on_requested.connect(conversation.go_on)
        pane.signals.resend_requested.connect(self._edit_and_resend)
        pane.signals.retry_requested.connect(lambda number: self._retry([number]))

    def _note_accepted(self, review: Review) -> None:
        """Look for files again once others than before are accepted: some may be new, some gone."""
        accepted = frozenset(file.path for file in review.decided(Decision.ACCEPTED))
        if accepted != self._accepted:
            self._accepted = accepted
            self._session.tasks.later(self._talk.conversation.files.list_files)
            self._weigh_soon.start()  # what was written may be in files that are sent

    def _show_files(self) -> None:
        self._talk.conversation.files.list_files()
        self._pane.show_files()

    def _add_shown_file(self) -> None:
        if path := self._session.looking.path:
            self._talk.add_files([path])

    def _switch_watch(self) -> None:
        is_on = not self._session.preferences.now.watches_clipboard
        self._session.preferences.change(watches_clipboard=is_on)
        what = "Replies on the clipboard are offered from now on." if is_on else "The clipboard is left alone."
        self._session.notifications.show(Notice(Level.DONE, what))

    def _look_at_clipboard(self) -> None:
        """Offer a text that another program put on the clipboard, where the user wants that."""
        clipboard = QGuiApplication.clipboard()
        if self._session.preferences.now.watches_clipboard and not clipboard.ownsClipboard():
            text = clipboard.text()
            if 0 < len(text) <= LARGEST:
                self._session.reception.offer(text)

    def _offer_pasted(self, text: str) -> None:
        """Offer to read a reply as one that was pasted into a message; it may be meant so."""
        if len(text) <= LARGEST:
            self.pasted, self._pasted_into = text, self._pane.composer.draft.strip()
            self._session.reception.offer(text, "The message box")

    def _take_out(self, received: ReceivedReply) -> None:
        """Take a reply out of the message box, not what stands around it there; Ctrl+Z brings it back."""
        draft, text = self._pane.composer.draft, received.text.strip()
        if text and text in (draft.strip(), self.pasted.strip()):
            rest = draft.replace(received.text if received.text in draft else text, "", 1)
            self._pane.composer.set_draft(rest if rest.strip() else "")

    def leave_pasted(self) -> str:
        """Return what was pasted into the message and is offered no more, for the message is another one by now."""
        left = "" if self._pane.composer.draft.strip() == self._pasted_into else self.pasted
        if left:
            self.pasted = ""
        return left

    def _send(self, text: str, mode: Mode) -> None:
        replaced, self._replaced = self._replaced, 0
        if replaced:
            self._talk.conversation.resend(replaced, text, mode=mode)
        else:
            self._talk.send(text, mode)

    def _run_command(self, command: Command) -> None:
        match command.name:
            case Name.CLEAR:
                self._kept.begin_conversation()
            case Name.COMMIT:
                self.write_commit_message()
            case Name.RETRY:
                self.retry_all()
            case _:
                pass  # the message box obeys the others by itself

    def write_commit_message(self) -> None:
        model = self._session.preferences.now.model
        if model:
            self._talk.commit_messages.ask(model)
        else:
            self._session.notifications.show(NO_MODEL)

    def retry_all(self) -> None:
        """Write a message about every failed block."""
        review = self._session.review
        self._talk.feedback.retry(review.outcomes if review else ())

    def _retry(self, numbers: Sequence[int]) -> None:
        review = self._session.review
        outcomes: tuple[Outcome, ...] = review.outcomes if review else ()
        self._talk.feedback.retry([outcomes[number - 1] for number in numbers if 0 < number <= len(outcomes)])

    def _look_before_sending(self) -> None:
        self._talk.conversation.look_before_sending(self._pane.composer.draft, replaces=self._replaced)

    def _take_draft(self) -> None:
        if self._pane.composer.is_blank and not self._pane.composer.draft:
            self._replaced = 0
        self._show_obstacle()
        self._weigh_soon.start()

    def _weigh(self) -> None:
        draft = self._pane.composer.draft
        self._talk.outlining.take_message(draft)
        if self._session.review is not None:
            self._talk.conversation.weigh(draft, replaces=self._replaced)

    def _choose_model(self, part: OptionPart, name: str) -> None:
        conversation = self._talk.conversation
        if part is OptionPart.MAIN:
            conversation.choose(model=name)
        else:
            conversation.choose(editor=name)

    def _choose_format(self, name: str) -> None:
        self._session.preferences.change(edit_format=name)
        self._weigh_soon.start()

    def _show_choice(self) -> None:
        now, picker = self._session.preferences.now, self._pane.composer.picker
        picker.set_mode(Mode(now.mode))
        picker.set_models(now.model, now.editor_model)
        picker.set_format(now.edit_format)
        self._show_obstacle()

    def _show_obstacle(self) -> None:
        """Report a missing model only when a message is written: to paste replies, no model is needed."""
        is_missing = not self._pane.composer.is_blank and not self._session.preferences.now.model
        obstacle = "Choose a model below, or copy the prompt for a web chat." if is_missing else ""
        self._pane.composer.set_remark(_BRANCHES if self._replaced else "")
        self._pane.composer.set_obstacle(obstacle)

    def _show_request(self, prepared: PreparedRequest, model: str) -> None:
        """Show the exact request; from there it is sent, copied or left."""
        conversation = self._talk.conversation
        parts = parts_of(prepared.parts, conversation.spending.estimator(prepared.parts.model))
        estimate = conversation.spending.estimate(prepared, model)
        view = RequestPreview(
            RequestDetails(parts, model, estimate, prepared.secrets, prepared.is_empty), self._pane.window()
        )
        view.send_requested.connect(lambda: conversation.send_prepared(prepared))
        view.copy_requested.connect(lambda: conversation.copy_prepared(prepared))
        view.open()

    def _offer_draft(self, draft: str) -> None:
        if draft:
            if draft != self._pane.composer.draft.strip():
                self._replaced = 0
                self._pane.composer.set_draft(draft)
            self._pane.composer.focus_message()

    def _copy_prompt(self, prompt: str) -> None:
        copy_text(prompt)
        what, todo = "The prompt is on the clipboard.", "Paste it into any web chat, then paste the reply here."
        if self._talk.comments.written_in(prompt):
            todo = f"{todo} Until then its comments stay where they are."
        self._session.notifications.show(Notice(Level.DONE, what, todo))

    def _begin_turn(self, turn: Turn) -> None:
        self._weigh_soon.start()  # a pasted reply, too, goes with the next message
        if turn.role is Role.USER:
            self._pane.composer.take_sent(turn.text)
        elif turn.state is State.DONE:
            return  # a pasted reply is reported by the transcript
        else:
            self._pane.composer.set_flowing(is_flowing=True)
        self._pane.conversation.begin_turn(turn)

    def _end_turn(self, turn: Turn) -> None:
        self._pane.composer.set_flowing(is_flowing=self._talk.conversation.answering.is_flowing)
        self._pane.conversation.change_turn(turn)
        self._weigh_soon.start()

    def _take_other_conversation(self) -> None:
        self._replaced = 0  # what was to be said otherwise is not in this conversation
        self._show_obstacle()
        self._weigh_soon.start()

    def _edit_and_resend(self, number: int) -> None:
        self._pane.composer.set_draft(self._talk.conversation.turns[number - 1].text)
        self._replaced = number
        self._take_draft()
        self._pane.composer.focus_message()
