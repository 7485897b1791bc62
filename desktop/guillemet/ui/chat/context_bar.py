"""The files that are sent along, as chips over the composer: what each is, and the way to change it.

AGENTS.md · instructions ×   app.py ×   tax.py · read-only ×   logo.png · not sent ×     Files…   + total.py
logo.png: It is not text.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QVBoxLayout, QWidget

from guillemet.app.chat.comments import Comment, CommentedLines, CommentList
from guillemet.app.chat.project_instructions import InstructionFiles
from guillemet.app.turns import ContextEntry, Use
from guillemet.engine.text import counted
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import Chip, IconButton, button, label
from guillemet.ui.widgets.fold_state import show_fold_state
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import chain
from guillemet.ui.wording import plain_tip, seen

FOLDS_AT = 9
"""Files from which on the bar is folded until the user unfolds it."""
_MOST_CHIPS = 18
"""Files that get a chip; the list of files shows all."""
_MOST_PROBLEMS = 3


class ContextBar(QFrame):
    """Shows the files of the conversation.

    set_entries(entries), set_shown_file(path): what is in it, and which file the diff shows.
    set_instructions(InstructionFiles): which files hold the repository's own instructions, and whether they are sent.

    use_requested(paths, Use): files are to be taken out, only read, or edited.
    instructions_requested(Use): the repository's own instructions are to be left out, or read.
    file_picked(path): show this file.
    tree_requested: show the list of all files.
    """

    use_requested = Signal(tuple, object)
    instructions_requested = Signal(object)
    file_picked = Signal(str)
    tree_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[ContextEntry, ...] = ()
        self._instructions = InstructionFiles()
        self._shown = ""
        self._is_open = False
        self._chips: dict[str, _FileChip] = {}
        self.setAccessibleName("Files of the conversation")
        self._build()
        self._show()

    def set_entries(self, entries: tuple[ContextEntry, ...]) -> None:
        if entries != self._entries:
            self._entries = entries
            self._show()

    def set_instructions(self, instructions: InstructionFiles) -> None:
        had_focus = self._own.isAncestorOf(QApplication.focusWidget() or self) or self._own_offer.hasFocus()
        self._instructions = instructions
        self._show()
        if had_focus:
            shown = self._own.name if instructions.is_on else self._own_offer
            (shown if instructions.entries else self._tree).setFocus(Qt.FocusReason.OtherFocusReason)

    def set_shown_file(self, path: str) -> None:
        """Offer to add the file the diff shows; empty when it shows none."""
        self._shown = path
        self._show_offer()

    def _build(self) -> None:
        self._row = QWidget()
        self._flow = FlowLayout(parent=self._row, gap=style.TIGHT)
        self._fold = button("", "quiet", clicked=self._turn)
        self._more = button("", "quiet", clicked=self.tree_requested)
        self._tree = button("Files…", "quiet", name="Choose files for the conversation", clicked=self.tree_requested)
        self._offer = button("", "quiet", clicked=lambda: self.use_requested.emit((self._shown,), Use.IN))
        self._own = Chip()
        self._own.pressed.connect(lambda: self.file_picked.emit(self._instructions.entries[0].path))
        self._own.removed.connect(lambda: self.instructions_requested.emit(Use.OUT))
        self._own_offer = button("", "quiet", clicked=lambda: self.instructions_requested.emit(Use.READ_ONLY))
        for part in (self._fold, self._own, self._own_offer, self._more, self._tree, self._offer):
            part.setParent(self._row)
        self._problems = label("", "bad")
        fill(QVBoxLayout(self), self._row, self._problems, margins=(style.GAP, style.TIGHT), gap=style.TIGHT)

    def _turn(self) -> None:
        self._is_open = not self._is_open
        self._show()

    def _show(self) -> None:
        entries, folds = self._entries, len(self._entries) >= FOLDS_AT
        is_open = not folds or self._is_open
        shown = entries[:_MOST_CHIPS] if is_open else ()
        self._make_chips(shown)
        self._fold.setVisible(folds)
        words = _summary(entries)
        self._fold.setText(words)
        self._fold.set_mark("chevron-down" if is_open else "chevron-right")
        self._fold.setAccessibleName(f"{words}, {'fold' if is_open else 'unfold'}")
        show_fold_state(self._fold, is_open=is_open)
        rest = len(entries) - len(shown) if is_open else 0
        self._more.setVisible(rest > 0)
        self._more.setText(f"{rest:,} more…")
        self._more.setAccessibleName(f"{rest:,} more files, show all")
        self._show_instructions()
        own = self._instructions.entries if self._instructions.is_on else ()
        problems = [f"{seen(entry.path)}: {seen(entry.problem)}" for entry in (*own, *entries) if entry.problem]
        more = [f"… {len(problems) - _MOST_PROBLEMS:,} more"] if len(problems) > _MOST_PROBLEMS else []
        self._problems.setText("\n".join((*islice(problems, _MOST_PROBLEMS), *more)))
        self._problems.setVisible(bool(problems))
        self._show_offer()

    def _show_instructions(self) -> None:
        entries, is_on = self._instructions.entries, self._instructions.is_on
        self._own.setVisible(bool(entries) and is_on)
        self._own_offer.setVisible(bool(entries) and not is_on)
        if not entries:
            return
        paths = [seen(entry.path) for entry in entries]
        name = paths[0].rpartition("/")[2] + f" + {len(paths) - 1:,}" * (len(paths) > 1)
        is_wrong = any(entry.problem for entry in entries)
        tokens = _tokens(entries)
        words = ["instructions", *["not sent"] * is_wrong]
        self._own.set_name(
            " · ".join((name, *words)),
            spoken=", ".join(("Project instructions", *paths, *words[1:], tokens)),
            removes="Do not send the project instructions of this repository",
            tip="\n".join((*paths, tokens, "The model reads them as conventions. Delete leaves them out.")),
        )
        self._own.set_tone("bad" if is_wrong else "reads")
        self._own_offer.setText(f"+ {name}".replace("&", "&&"))
        self._own_offer.setAccessibleName(f"Send the project instructions: {', '.join(paths)}")
        self._own_offer.setToolTip(plain_tip("\n".join(("Send the project instructions of this repository", *paths))))

    def _show_offer(self) -> None:
        is_new = bool(self._shown) and all(entry.path != self._shown for entry in self._entries)
        self._offer.setVisible(is_new)
        name = seen(self._shown.rpartition("/")[2])
        short = self._offer.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 160)
        self._offer.setText(f"+ {short}".replace("&", "&&"))
        self._offer.setAccessibleName(f"Add the shown file {seen(self._shown)}")
        self._offer.setToolTip(plain_tip(f"Add the shown file to the conversation: {seen(self._shown)}"))

    def _make_chips(self, entries: Sequence[ContextEntry]) -> None:
        """Show a chip for each; those that are shown already stay, with their focus."""
        kept = {entry.path for entry in entries}
        for path in [path for path in self._chips if path not in kept]:
            self._drop_chip(path)
        names = _short_names([entry.path for entry in entries])
        for entry in entries:
            chip = self._chips.get(entry.path) or self._new_chip(entry.path)
            chip.set_entry(entry, names[entry.path])
            chip.show()
        chips = [self._chips[entry.path] for entry in entries]
        parts = [self._fold, self._own, *chips, self._more, self._tree, self._own_offer, self._offer]
        self._flow.set_widgets(parts)
        chain(parts)

    def _new_chip(self, path: str) -> "_FileChip":
        chip = self._chips[path] = _FileChip(self._row)
        chip.use_requested.connect(lambda use: self.use_requested.emit((path,), use))
        chip.pressed.connect(lambda: self.file_picked.emit(path))
        return chip

    def _drop_chip(self, path: str) -> None:
        chip = self._chips.pop(path)
        if chip.isAncestorOf(QApplication.focusWidget() or self):
            self._tree.setFocus(Qt.FocusReason.OtherFocusReason)
        chip.hide()
        chip.deleteLater()


class _FileChip(Chip):
    """One file; R on it changes whether the model may edit it."""

    use_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._use = Use.IN
        self.removed.connect(lambda: self.use_requested.emit(Use.OUT))
        self._turning = QAction(self)
        self._turning.triggered.connect(self._turn)
        shows, drops = QAction("Show it", self), QAction("Take it out", self)
        shows.triggered.connect(self.pressed)
        drops.triggered.connect(self.removed)
        for part in (self, self.name):
            part.addActions([shows, self._turning, drops])
            part.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def set_entry(self, entry: ContextEntry, name: str) -> None:
        self._use = entry.use
        is_read = entry.use is Use.READ_ONLY
        self._turning.setText("Let the model edit it" if is_read else "Only let the model read it")
        words = [word for word, holds in _words(entry) if holds]
        tokens = _tokens([entry])
        can = "The model reads it and must not edit it" if is_read else "The model may edit it"
        changed = "\nIt has changed since the model saw it; the present text is sent." * entry.changed_since_shown
        tip = f"{seen(entry.path)}\n{tokens}\n{can}; R changes that, Delete takes it out.{changed}"
        path = seen(entry.path)
        self.set_name(
            " · ".join((seen(name), *words)),
            spoken=", ".join((path, *words, tokens)),
            removes=f"Take {path} out of the conversation",
            tip=f"{tip}\n{seen(entry.problem)}".rstrip(),
        )
        self.set_tone("bad" if entry.problem else "reads" if is_read else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_R and not event.modifiers():
            self._turn()
        else:
            super().keyPressEvent(event)

    def _turn(self) -> None:
        self.use_requested.emit(Use.IN if self._use is Use.READ_ONLY else Use.READ_ONLY)


def _words(entry: ContextEntry) -> tuple[tuple[str, bool], ...]:
    return (
        ("read-only", entry.use is Use.READ_ONLY),
        ("changed", entry.changed_since_shown),
        ("not sent", bool(entry.problem)),
    )


def _summary(entries: Sequence[ContextEntry]) -> str:
    """Return such as "12 files · 2 changed · 1 not sent"."""
    # Of fifty thousand files: one question for each of them and word held the window for a tenth of a second.
    counts = {
        "read-only": sum([entry.use is Use.READ_ONLY for entry in entries]),
        "changed": sum([entry.changed_since_shown for entry in entries]),
        "not sent": sum([bool(entry.problem) for entry in entries]),
    }
    return " · ".join(
        (counted(len(entries), "file"), *(f"{count:,} {word}" for word, count in counts.items() if count))
    )


def _tokens(entries: Sequence[ContextEntry]) -> str:
    counts = [entry.tokens for entry in entries if entry.tokens is not None]
    return counted(sum(counts), "token") if counts else "not counted yet"


def _short_names(paths: Sequence[str]) -> dict[str, str]:
    """Return a name for each path: the file's own, with its folder where two files are named alike."""
    names = [path.rpartition("/")[2] for path in paths]
    alike = {name for name, count in Counter(names).items() if count > 1}
    return {
        path: "/".join(path.split("/")[-2:]) if name in alike else name for path, name in zip(paths, names, strict=True)
    }


_MOST_COMMENTS = 6
"""Comments that have a chip before the user asks for all."""


class CommentTray(QFrame):
    """The comments that wait for a message, or are only begun, as chips; hidden without any, or some to bring back.

    2 comments   total.py:12 ×   tax.py:3–5 ×   Add to message   Clear

    write_requested: write one message of all comments.
    remove_requested(comments): take these out; bring_back_requested(comments): put them in again;
    forget_requested(comments): do not offer that. comment_picked(Comment): show its lines.
    discard_requested(Spot): discard what was begun on these lines.
    """

    write_requested = Signal()
    remove_requested = Signal(tuple)
    bring_back_requested = Signal(tuple)
    forget_requested = Signal(tuple)
    comment_picked = Signal(object)
    discard_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tray = CommentList()
        self._written: frozenset[Comment] = frozenset()
        self._shows_all = False
        self._chips: dict[Comment, Chip] = {}
        self.setProperty("role", "footer")
        self.setAccessibleName("Comments on lines")
        self._build()
        self.hide()

    def focus_first(self) -> None:
        """Give the focus to the first comment."""
        next(iter(self._chips.values()), self._back).setFocus(Qt.FocusReason.OtherFocusReason)

    def set_tray(self, tray: CommentList) -> None:
        if _seen_of(tray) == _seen_of(self._tray):
            return
        self._shows_all = self._shows_all and bool(tray.comments)
        self._show(tray, self._written)

    def set_written(self, comments: frozenset[Comment]) -> None:
        """Note which comments are in the message that waits to be sent: these are not offered for it."""
        if comments != self._written:
            self._show(self._tray, comments)

    def _build(self) -> None:
        self._row = QWidget(self)
        self._flow = FlowLayout(parent=self._row, gap=style.TIGHT)
        self._count = QLabel(self._row)
        # Never seen: it keeps the tray's place in the order of the Tab key, into which chips that come are chained.
        self._first = QWidget(self._row, focusPolicy=Qt.FocusPolicy.TabFocus)
        self._first.hide()
        self._more = button("", "quiet", parent=self._row, clicked=self._show_all)
        when = "when you send it, or when a reply to the copied prompt is here"
        tip = f"Put one message of all comments into the box; they leave the tray {when}"
        self._write = button("Add to message", tip=tip, parent=self._row, clicked=self.write_requested)
        name, tip = "Clear the comments", "Take all comments out; they can be brought back"
        self._clear = button("Clear", "quiet", name=name, tip=tip, parent=self._row)
        self._clear.clicked.connect(lambda: self.remove_requested.emit(self._tray.comments))
        self._back = button("Bring back", "quiet", parent=self._row)
        self._back.clicked.connect(lambda: self.bring_back_requested.emit(self._tray.removed))
        self._forget = IconButton("close", parent=self._row, role="quiet")
        self._forget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._forget.setAccessibleName("Put the tray of comments away")
        self._forget.setToolTip("Put this away")
        self._forget.clicked.connect(lambda: self.forget_requested.emit(self._tray.removed))
        fill(QVBoxLayout(self), self._row, margins=(style.GAP, style.TIGHT))

    def _show(self, tray: CommentList, written: frozenset[Comment]) -> None:
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self._tray, self._written = tray, written
        self._lay_out()
        if had_focus and not self.isAncestorOf(QApplication.focusWidget() or self):
            left = self._clear if self._write.isHidden() else self._write
            (left if tray.comments else self._back).setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        comments, removed = self._tray.comments, self._tray.removed
        shown = comments if self._shows_all else comments[:_MOST_COMMENTS]
        rest = len(comments) - len(shown)
        begun = f"{len(self._tray.unfinished):,} unfinished" if self._tray.unfinished else ""
        counts = self._counts() if comments else f"{_removed(removed)} removed." if removed else ""
        self._count.setText(", ".join(filter(None, (counts.rstrip("." if begun else ""), begun))))
        self._more.setText(f"{rest:,} more…")
        self._more.setAccessibleName(f"{rest:,} more comments, show all")
        self._more.setVisible(rest > 0)
        self._write.setVisible(not self._written.issuperset(comments))
        self._clear.setVisible(bool(comments))
        self._back.setVisible(bool(removed))
        self._back.setAccessibleName(f"Bring {_removed(removed)} back")
        back = "\n\n".join(f"{_short(one.spot)}: {seen(one.text)}" for one in removed[:_MOST_COMMENTS])
        self._back.setToolTip(plain_tip(back))
        self._forget.setVisible(bool(removed) and not comments)
        kept = {comment.spot for comment in comments}
        begun_spots = [one.spot for one in self._tray.unfinished if one.spot not in kept]
        self._arrange((*shown, *(Comment(spot, "") for spot in begun_spots[:_MOST_COMMENTS])))
        self.setVisible(bool(self._count.text()))

    def _counts(self) -> str:
        comments = self._tray.comments
        count, written = counted(len(comments), "comment"), len(self._written.intersection(comments))
        if not written:
            return count
        return f"{count} in the message" if written == len(comments) else f"{count}, {written:,} in the message"

    def _arrange(self, comments: Sequence[Comment]) -> None:
        for comment in [comment for comment in self._chips if comment not in comments]:
            chip = self._chips.pop(comment)
            chip.hide()
            chip.deleteLater()
        chips = [self._chips.get(comment) or self._new_chip(comment) for comment in comments]
        parts = [self._count, *chips, self._more, self._write, self._clear, self._back, self._forget]
        self._flow.set_widgets(parts)
        chain([self._first, *parts])

    def _new_chip(self, comment: Comment) -> Chip:
        chip = self._chips[comment] = Chip(self._row)
        where, text = _short(comment.spot), seen(comment.text) or "unfinished"
        chip.set_name(
            where if comment.text else f"{where}, {text}",
            spoken=f"Comment on {where}: {text}",
            removes=f"{'Remove the' if comment.text else 'Discard the unfinished'} comment on {where}",
            tip=f"{seen(comment.spot.path)}\n\n{text}",
        )
        chip.pressed.connect(lambda: self.comment_picked.emit(comment))
        if comment.text:
            chip.removed.connect(lambda: self.remove_requested.emit((comment,)))
        else:
            chip.removed.connect(lambda: self.discard_requested.emit(comment.spot))
        chip.show()
        return chip

    def _show_all(self) -> None:
        self._shows_all = True
        self._lay_out()


def _short(spot: CommentedLines) -> str:
    name = seen(spot.path.rpartition("/")[2])
    lines = f"{spot.first}" if spot.first == spot.last else f"{spot.first}–{spot.last}"
    return f"{name}:{lines}"


def _seen_of(tray: CommentList) -> tuple[object, ...]:
    """Return what the tray shows, so that it is laid out again only when that is another."""
    return tray.comments, tray.removed, tuple(comment.spot for comment in tray.unfinished)


def _removed(removed: Sequence[Comment]) -> str:
    return counted(len(removed), "comment")
