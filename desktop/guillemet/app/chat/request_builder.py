"""What the next request is made of, what the model was shown with the last one, and how its answer is applied."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.context import ContextFiles, context_of, mentioned
from guillemet.app.chat.history_client import Shown
from guillemet.app.chat.project_instructions import ProjectInstructions, checked
from guillemet.app.chat.request import (
    Finds,
    OutgoingMessage,
    PreparedRequest,
    find_in,
    make_ready,
    to_be_carried_out,
)
from guillemet.app.chat.usage import TextCache, UsageTracker
from guillemet.app.history import ContextFile
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import ContextEntry, Mode, Turn, Use, messages_of, short_model_name
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.blocks import FormatName
from guillemet.engine.errors import GuillemetError
from guillemet.engine.workspace.file_views import PresentFile
from guillemet.llm.messages import Picture, Role
from guillemet.llm.prompts.modes import EDIT_STYLES, Aim, EditStyle, best_format
from guillemet.llm.repo_map import RepositoryMap
from guillemet.settings import Settings

_AIMS = {Mode.ASK: Aim.ASK, Mode.EDIT: Aim.EDIT, Mode.ARCHITECT: Aim.PLAN}
_SEEING = ("claude", "gpt-4o", "gpt-4.1", "gpt-5", "gemini", "pixtral", "llava", "-vl", "vision")
_LARGEST_PICTURE = 5_000_000
MOST_FILES = 5_000
"""Files up to which a request is weighed and sent: more would be read for many seconds, and by no model."""
_SLICE = 200
"""Files that are read at a time, so that what the user decides meanwhile waits for no more than these."""
_NAMED = (
    "These definitions of other files may matter here. They are for reading; ask for a file before you change it.\n\n"
)


def options_unasked(settings: Settings) -> ApplyOptions:
    """Return how a reply is applied that answers no request of ours."""
    return ApplyOptions(match=settings.match)


def options_asked(
    settings: Settings,
    files: ContextFiles,
    *,
    asked: FormatName | None,
    shown: Shown,
) -> ApplyOptions:
    """Return how the answer to a request is applied: as the format asked for, with the files of the conversation."""
    return replace(
        options_unasked(settings),
        asked=asked,
        chat_files=files.editable,
        others=settings.outsiders,
        read_only=files.read_only,
        shown=shown,
    )


class RequestBuilder(QObject):
    """Makes requests ready.

    Signals: `pictures_changed(tuple[Picture, ...])`; `refused(str)` with a sentence; `addition_changed()` when the
    outline of other files, or what is said before the next message, is another one.
    """

    pictures_changed = Signal(object)
    refused = Signal(str)
    addition_changed = Signal()

    def __init__(
        self,
        tasks: TaskRunner,
        workplace: RepositoryService,
        preferences: Preferences,
        files: ContextFiles,
        spending: UsageTracker,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._workplace, self._preferences = tasks, workplace, preferences
        self._files, self._spending = files, spending
        self.instructions = ProjectInstructions(workplace, preferences, files, self)
        self._finds = TextCache(find_in)
        self._outline = RepositoryMap()
        self._notes: tuple[str, ...] = ()
        self._pictures: tuple[Picture, ...] = ()
        self._shown: dict[str, str] = {}
        self._shown_at: dict[str, int] = {}
        self.sent: PreparedRequest | None = None
        """The request that was sent last."""
        self._answered: tuple[FormatName | None, Shown] | None = None
        """What replies answer: the format asked for last, and the files it was asked with; None before any request."""

    def begin(self, shown: Iterable[ContextFile] = (), *, turns: Sequence[Turn] = (), last_shown: Shown = ()) -> None:
        """Begin a conversation with these turns, in which the model was shown these files.

        `last_shown` are those that the last message was sent with.
        """
        self._shown = {file.path: file.hash for file in shown if file.hash}
        self._shown_at = dict.fromkeys(self._shown, 0)
        self._notes, self.sent = (), None
        is_asked = any(turn.role is Role.USER for turn in turns)
        asked = next((turn.asked for turn in reversed(turns) if turn.asked), None)
        self._answered = (asked, last_shown) if is_asked else None

    def take_outline(self, outline: RepositoryMap) -> None:
        """Send this outline of other files along from now on."""
        if outline != self._outline:
            self._outline = outline
            self.addition_changed.emit()

    def tell_with_next(self, notes: Sequence[str]) -> None:
        """Say these sentences, too, before the next message that is sent."""
        if notes:
            self._notes = (*self._notes, *notes)
            self.addition_changed.emit()

    def attach(self, picture: Picture) -> None:
        """Send a picture or a PDF along with the next message, if the model takes any; of a file the data is read."""
        model = self._preferences.now.model
        if not takes_pictures(model):
            who = short_model_name(model) or "No model"
            self.refused.emit(f"{who} is not known to take pictures or PDFs. Choose another model first.")
            return

        def take(read: Picture) -> None:
            self._pictures = (*self._pictures, read)
            self.pictures_changed.emit(self._pictures)

        self._tasks.aside(partial(_with_data, picture), take)

    def detach(self, number: int) -> None:
        """Leave out one of the pictures, counted from 0."""
        self._pictures = self._pictures[:number] + self._pictures[number + 1 :]
        self.pictures_changed.emit(self._pictures)

    def prepare(
        self,
        message: str,
        turns: Sequence[Turn],
        then: Callable[[PreparedRequest], None],
        *,
        mode: Mode,
        reminds: bool = True,
        model: str = "",
        unweighed: Callable[[str], None] | None = None,
    ) -> None:
        """Make the request for this message after these turns ready, for the chosen model unless another is named.

        With `unweighed` it is made for its size alone and never sent, so no secrets are looked for in it; that takes a
        sentence when there are too many files.
        """

        def ask() -> None:
            if (count := len(self._files.entries)) > MOST_FILES:
                more = f"{count:,} files are in the conversation, more than {MOST_FILES:,}"
                (unweighed or self.refused.emit)(f"{more}: they are neither weighed nor sent. Take some of them out.")
                return
            asked = self._asked(message, turns, mode=mode, reminds=reminds, model=model or self._preferences.now.model)
            self._prepare(asked, then, finds=None if unweighed else self._finds)

        self._files.once_settled(ask)

    def _prepare(self, asked: OutgoingMessage, then: Callable[[PreparedRequest], None], *, finds: Finds | None) -> None:
        def make(files: Sequence[PresentFile]) -> None:
            tokens = self._spending.estimator(asked.model)
            sent = checked(files, asked.instructions, self._files.known)
            job = partial(make_ready, asked, sent, tokens=tokens, finds=finds)
            self._tasks.aside(job, then)

        if self._workplace.is_open:
            self._read((*asked.instructions, *asked.uses), make)
        else:
            make(())

    def _read(self, paths: Sequence[str], then: Callable[[Sequence[PresentFile]], None]) -> None:
        """Read these files as they are now, slice by slice; other work of the repository goes between them."""
        read = list[PresentFile]()

        def go_on(some: Sequence[PresentFile]) -> None:
            read.extend(some)
            if len(read) < len(paths):
                ask()
            else:
                then(read)

        def ask() -> None:
            some = paths[len(read) : len(read) + _SLICE]
            self._workplace.ask(lambda workspace: workspace.present(some), go_on)

        ask()

    def note_sent(self, prepared: PreparedRequest) -> None:
        """Remember what the model has seen by now."""
        self.sent, self._answered = prepared, (prepared.asked_format, prepared.shown)
        self._shown, self._shown_at = dict(prepared.shown), dict(prepared.shown_at)
        self._notes = ()
        if prepared.asked.mentioned:
            self._files.set_use(prepared.asked.mentioned, Use.IN)
        if self._pictures:
            self._pictures = ()
            self.pictures_changed.emit(())
        self.take_looks(prepared.looks)

    def take_looks(self, looks: Mapping[str, ContextEntry]) -> None:
        """Take what was found out about files when they were read."""
        self._files.take_looks(looks)
        self.instructions.take_looks(looks)

    def bring_back(self, message: str) -> None:
        """Send along once more what went with this message, if it was the last one that was sent."""
        if self.sent is not None and self.sent.asked.message == message:
            self._notes = tuple(note for note in self.sent.asked.notes if not note.startswith(_NAMED))
            self._pictures = self.sent.asked.pictures
            self.pictures_changed.emit(self._pictures)

    def carried_out(self, sent: PreparedRequest, plan: str) -> tuple[PreparedRequest, str]:
        """Return the request that lets the architect's second model write the blocks of a plan, and that model."""
        model = self._preferences.now.editor_model or self._preferences.now.model
        name = model.partition("/")[2]
        tokens = self._spending.estimator(name)
        return to_be_carried_out(sent, plan, model=name, style=self.style(name), tokens=tokens), model

    def shown_files(self) -> tuple[ContextFile, ...]:
        """Return the files of the conversation, as the model saw them last."""
        return tuple(
            ContextFile(entry.path, entry.use, self._shown.get(entry.path, "")) for entry in self._files.entries
        )

    def options(self) -> ApplyOptions:
        """Return how replies are applied: with the files that the model was shown, once it was shown any."""
        now = self._preferences.now
        if self._answered is None:
            return options_unasked(now)
        asked, shown = self._answered
        options = options_asked(now, self._files, asked=asked, shown=shown)
        instructions = self.instructions.paths(context_of(self._files.entries))
        return replace(options, read_only=(*options.read_only, *instructions))

    def style(self, model: str) -> EditStyle:
        """Return the edit format the user has set, else the one that suits the model."""
        return EDIT_STYLES.get(self._preferences.now.edit_format) or best_format(model)

    def _asked(self, message: str, turns: Sequence[Turn], *, mode: Mode, reminds: bool, model: str) -> OutgoingMessage:
        model = model.partition("/")[2]
        named = (_NAMED + self._outline.named,) if self._outline.named else ()
        uses = context_of(self._files.entries)
        # What asks for the rest of an answer quotes the model, which may not put files into the request.
        added = [path for path in mentioned(message, self._files.known) if path not in uses] if reminds else []
        uses |= dict.fromkeys(added, Use.IN)
        return OutgoingMessage(
            message,
            mode,
            model,
            _AIMS[mode],
            self.style(model),
            uses,
            instructions=self.instructions.paths(uses),
            mentioned=tuple(added),
            turns=messages_of(turns),
            outline=self._outline.text,
            notes=(*named, *self._notes),
            shown_before=self._shown,
            shown_at=self._shown_at,
            turn=len(turns),
            takes_pictures=takes_pictures(model),
            reminds=reminds,
            pictures=self._pictures,
        )


def _with_data(picture: Picture) -> Picture:
    if picture.data:
        return picture
    place = Path(picture.path)
    if place.stat().st_size > _LARGEST_PICTURE:
        raise GuillemetError(f"{place.name} is too large to be sent. Make it smaller than 5 MB.")
    return replace(picture, data=place.read_bytes(), path=place.name)


def takes_pictures(model: str) -> bool:
    """Whether a model of this name is known to take pictures and PDFs."""
    return any(name in model.lower() for name in _SEEING)
