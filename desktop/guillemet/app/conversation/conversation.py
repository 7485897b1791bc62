"""The open conversation: its turns, whom they go to, and the verbs a user can ask of it."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.conversation.answering import Answering, Question
from guillemet.app.conversation.asking import Asking
from guillemet.app.conversation.context_files import ContextFiles
from guillemet.app.conversation.growth import Growth
from guillemet.app.conversation.keeping import Keeping, Opened
from guillemet.app.conversation.log import Log
from guillemet.app.conversation.preparing import Prepared
from guillemet.app.conversation.spending import Spending
from guillemet.app.lanes import Lanes
from guillemet.app.loop import Loop
from guillemet.app.notices import Level, Notice
from guillemet.app.preferences import Preferences
from guillemet.app.services import Services
from guillemet.app.turns import Mode, State, Turn
from guillemet.app.workplace import Workplace
from guillemet.llm.messages import Request, Role, Usage
from guillemet.llm.prompts.continuing import continue_message
from guillemet.llm.prompts.layout import as_text, lay_out, to_carry_out
from guillemet.llm.prompts.modes import Aim

_CHECKPOINT = 1_000
"""Milliseconds between two looks at what has come, kept so that a crash loses no more."""
_RECORDED = "recorded/"


class Conversation(QObject):
    """What is said with a model.

    Its parts have signals of their own: `services`, `files`, `answering`, `spending`.

    Signals: `begun_anew(tuple[Turn, ...])` with the turns of the conversation that is open now; `turn_begun(Turn)`;
    `turn_ended(Turn)`; `applied(Applied, bool)` when more of an answer was staged, with whether that was all of it;
    `prepared(Prepared)` when the user wants or has to look at a request before it is sent; `prompt_ready(str)` with a
    request for the clipboard; `noticed(Notice)`; `choice_changed()` when model or mode are others; `draft_wanted(str)`
    with a text for the message box; `failed(Exception)`.
    """

    begun_anew = Signal(object)
    turn_begun = Signal(object)
    turn_ended = Signal(object)
    applied = Signal(object, bool)
    prepared = Signal(object)
    prompt_ready = Signal(str)
    noticed = Signal(object)
    choice_changed = Signal()
    draft_wanted = Signal(str)
    failed = Signal(object)

    def __init__(
        self,
        lanes: Lanes,
        loop: Loop,
        workplace: Workplace,
        preferences: Preferences,
        keeping: Keeping,
        *,
        folder: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Keep what is learned about models in `folder`, if one is given."""
        super().__init__(parent)
        self._workplace, self._preferences, self._keeping = workplace, preferences, keeping
        self.turns: tuple[Turn, ...] = ()
        self.services = Services(loop, preferences, self)
        self.files = ContextFiles(lanes, workplace, self)
        self.answering = Answering(loop, self)
        self.spending = Spending(lanes, preferences, folder=folder, parent=self)
        self.asking = Asking(lanes, workplace, preferences, self.files, self.spending, self)
        self._log = Log(keeping, "")
        self._checkpoint = QTimer(self, interval=_CHECKPOINT)
        self._checkpoint.timeout.connect(self._keep_so_far)
        self.answering.ended.connect(self._take_end)
        for part in (self.services, self.files, self.spending, self.asking):
            part.failed.connect(self.failed)

    @property
    def mode(self) -> Mode:
        """What the next message asks for."""
        return Mode(self._preferences.now.mode)

    def choose(self, *, model: str | None = None, editor: str | None = None, mode: Mode | None = None) -> None:
        """Let the next message go to another model, or ask for something else."""
        now = self._preferences.now
        chosen = replace(
            now,
            model=now.model if model is None else model,
            editor_model=now.editor_model if editor is None else editor,
            mode=now.mode if mode is None else str(mode),
        )
        self._preferences.choose(chosen)
        self._log.keep_model(chosen.model, Mode(chosen.mode))
        self.choice_changed.emit()

    def begin(self) -> None:
        """Begin a new, empty conversation about the open repository."""
        self.stop()
        self.turns = ()
        self.asking.begin()
        self._log = Log(self._keeping, self._workplace.root)
        self._log.sums(self.spending.take_sums)
        self.begun_anew.emit(self.turns)

    def take_up(self, opened: Opened) -> None:
        """Show a kept conversation and go on with it; nothing is sent."""
        self.stop()
        self.turns = tuple(replace(kept.turn, number=number) for number, kept in enumerate(opened.turns, 1))
        self._log = Log(self._keeping, self._workplace.root)
        self._log.take_up(opened)
        self._log.sums(self.spending.take_sums)
        self.asking.begin(opened.context.files)
        self.files.replace_all({file.path: file.use for file in opened.context.files})
        if opened.context.model:
            self.choose(model=opened.context.model, mode=opened.context.mode)
        self.begun_anew.emit(self.turns)
        self.draft_wanted.emit(opened.context.draft)

    def send(self, message: str, *, mode: Mode | None = None) -> None:
        """Ask the model; a request that holds secrets, or costs more than the limit, is shown first.

        `mode` is for this message alone.
        """
        if not self.answering.is_flowing and message.strip():
            self.asking.prepare(message, self.turns, self._send, mode=mode or self.mode)

    def look_before_sending(self, message: str) -> None:
        """Show the exact request that sending this message would make."""
        self.asking.prepare(message, self.turns, self.prepared.emit, mode=self.mode)

    def send_prepared(self, prepared: Prepared) -> None:
        """Send what the user has looked at, secrets and all."""
        self._send(prepared, is_looked_at=True)

    def copy_prompt(self, message: str) -> None:
        """Make the request ready for a web chat: it goes to the clipboard instead of a service."""
        self.asking.prepare(message, self.turns, self._copy, mode=self.mode)

    def copy_prepared(self, prepared: Prepared) -> None:
        """Copy what the user has looked at, secrets and all."""
        self._copy(prepared, is_looked_at=True)

    def weigh(self, message: str) -> None:
        """Estimate what sending this message would cost."""

        def weigh(prepared: Prepared) -> None:
            self.files.take_looks(prepared.looks)
            self.spending.weigh(prepared, self._preferences.now.model)

        self.asking.prepare(message, self.turns, weigh, mode=self.mode, looks_for_secrets=False)

    def stop(self) -> None:
        """End the answer at once; what came is kept."""
        self.answering.stop()

    def go_on(self) -> None:
        """Let the model go on with an answer that was stopped or broke off."""
        last = self.turns[-1] if self.turns else None
        if last is None or last.state not in (State.STOPPED, State.BROKEN) or self.answering.is_flowing:
            return

        def go_on(prepared: Prepared) -> None:
            self.asking.note_sent(prepared)
            self._ask(last, prepared.request)

        self.asking.prepare(continue_message(last.text), self.turns, go_on, mode=last.mode, reminds=False)

    def resend(self, number: int, message: str, *, mode: Mode | None = None) -> None:
        """Say something else in place of the turn of this number; the old branch is kept."""
        self.stop()
        self.turns = self.turns[: number - 1]
        self._log.cut(number - 1)
        self.begun_anew.emit(self.turns)
        self.send(message, mode=mode)

    def take_reply(self, text: str, source: str) -> None:
        """Take a reply that was pasted, dropped or read from a file into the conversation."""
        self._add(Turn(len(self.turns) + 1, Role.ASSISTANT, text, model=source, said_at=_now()))
        self._log.end(self.turns[-1])
        self._log.link(proposal_of(text))

    def keep_draft(self, draft: str) -> None:
        """Keep what stands in the message box."""
        self._log.keep_draft(draft)

    def export(self, then: Callable[[str], None]) -> None:
        """Tell the conversation as Markdown."""
        self._log.export(then)

    def note_spending(self, model: str, usage: Usage) -> None:
        """Count what a request cost that is no turn."""
        self._log.spend(model, usage, self.spending.cost(model, usage))
        self._log.sums(self.spending.take_sums)

    def _send(self, prepared: Prepared, *, is_looked_at: bool = False) -> None:
        if self.answering.is_flowing:
            return
        model = self._preferences.now.model
        if not model:
            self.noticed.emit(Notice(Level.WARN, "No model is chosen.", "Choose one below the message box."))
            self.draft_wanted.emit(prepared.asked.message)
        elif self.spending.over_limit(prepared, model) or (prepared.secrets and not is_looked_at):
            self.prepared.emit(prepared)
        else:
            self._say(prepared)
            self._answer(prepared, model)

    def _copy(self, prepared: Prepared, *, is_looked_at: bool = False) -> None:
        if prepared.secrets and not is_looked_at:
            self.prepared.emit(prepared)
            return
        self._say(prepared)
        self.prompt_ready.emit(as_text(prepared.request))

    def _say(self, prepared: Prepared) -> None:
        self.asking.note_sent(prepared)
        self._add(
            Turn(len(self.turns) + 1, Role.USER, prepared.asked.message, mode=prepared.asked.mode, said_at=_now())
        )

    def _answer(self, prepared: Prepared, model: str) -> None:
        turn = Turn(
            len(self.turns) + 1,
            Role.ASSISTANT,
            "",
            model=model,
            mode=prepared.asked.mode,
            state=State.WAITING,
            said_at=_now(),
            is_recorded=model.startswith(_RECORDED),
        )
        self._add(turn)
        self._ask(turn, prepared.request)

    def _ask(self, turn: Turn, request: Request) -> None:
        opener, _ = self.services.opener(turn.model)
        growth = None
        sent = self.asking.sent
        if self._workplace.is_open and sent is not None and sent.parts.aim.writes_edits:
            growth = Growth(self._workplace, self.asking.options(), self)
            growth.take_up(turn.text)
            growth.applied.connect(self.applied)
            growth.failed.connect(self.failed)
        self._checkpoint.start()
        self.answering.begin(Question(turn, opener, request, self.files.known, self.files.editable, growth))

    def _take_end(self, turn: Turn, usage: Usage | None) -> None:
        self._checkpoint.stop()
        ended = replace(turn, usage=usage, money=self.spending.cost(turn.model, usage))
        self.turns = (*self.turns[:-1], ended)
        self._log.end(ended)
        self._log.link(proposal_of(ended.text))
        self._log.sums(self.spending.take_sums)
        sent = self.asking.sent
        if sent is not None and usage is not None:
            self.spending.learn(sent, usage)
        self.turn_ended.emit(ended)
        if ended.mode is Mode.ARCHITECT and ended.state is State.DONE and sent is not None:
            self._carry_out(ended, sent)

    def _carry_out(self, plan: Turn, sent: Prepared) -> None:
        """Let the second model write the blocks of a plan."""
        if sent.parts.aim is not Aim.PLAN or not plan.text.strip():
            return
        model = self._preferences.now.editor_model or self._preferences.now.model
        name = model.partition("/")[2]
        parts = to_carry_out(sent.parts, plan.text, model=name, style=self.asking.style(name))
        carried_out = replace(sent, parts=parts, request=lay_out(parts))
        self.asking.note_sent(carried_out)
        self._answer(carried_out, model)

    def _keep_so_far(self) -> None:
        turn = self.answering.so_far
        if turn is not None:
            self._log.grow(turn.text, turn.reasoning)

    def _add(self, turn: Turn) -> None:
        self.turns = (*self.turns, turn)
        files = self.asking.shown_files() if turn.role is Role.USER else ()
        self._log.add(turn, files)
        if files:
            self._log.keep_files(files)
        if turn.role is Role.USER:
            self._log.keep_model(self._preferences.now.model, self.mode)
        self.turn_begun.emit(turn)


def proposal_of(text: str) -> str:
    """Return how a reply is named that became a proposal: by the text itself."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC)
