"""Editing a proposal: what is kept, what is asked, and what is saved on the way."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from guillemet.app.review.edit_drafts import EditDraft
from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.review import FileTexts, Kind
from guillemet.ui.editor.code_editor import EditorGutter
from guillemet.ui.editor.proposal_editor import LONGEST, ProposalEditor, why_not_editable
from guillemet.ui.style.theme import LIGHT
from tests.kit.hands import CTRL, buttons, painted, press, show, words

LINES = [f"line {number}" for number in range(1, 41)]


def text(*changed: tuple[int, str], ending: str = "\n") -> str:
    """Return forty lines of which these, counted from 1, are others."""
    lines = dict(enumerate(LINES, 1)) | dict(changed)
    return "".join(line + ending for line in lines.values())


def proposal(*changed: tuple[int, str], ending: str = "\n", path: str = "a.txt") -> DiffContent:
    return prepare(FileTexts(path, text(ending=ending), text(*changed, ending=ending)))


TWO = proposal((20, "twenty"), (30, "thirty"))


class Kept:
    """What the editor asked to be kept."""

    def __init__(self, editor: ProposalEditor) -> None:
        self.texts: list[str] = []
        self.drafts: list[EditDraft] = []
        self.dropped: list[str] = []
        self.discarded: list[str] = []
        self.closed = 0
        editor.keep_requested.connect(lambda _, kept, __: self.texts.append(kept))
        editor.draft_changed.connect(self.drafts.append)
        editor.dropped.connect(self.dropped.append)
        editor.discarded.connect(self.discarded.append)
        editor.closed.connect(self._count)

    def _count(self) -> None:
        self.closed += 1


@pytest.fixture
def editor(qtbot: QtBot) -> ProposalEditor:
    """Return an editor on the screen, in which a proposal is edited from its first change on."""
    made = show(qtbot, ProposalEditor(), width=700, height=400)
    made.set_look(LIGHT, 10)  # whatever look an earlier test gave the application
    made.begin(TWO, 19)
    qtbot.waitUntil(made.editor.hasFocus)
    return made


@pytest.fixture
def kept(editor: ProposalEditor) -> Kept:
    """Return what is kept from now on."""
    return Kept(editor)


def type_at_cursor(qtbot: QtBot, editor: ProposalEditor, typed: str) -> None:
    qtbot.keyClicks(editor.editor, typed)


@pytest.mark.parametrize("key", [Qt.Key.Key_S, Qt.Key.Key_Return])
def test_what_is_typed_at_the_change_becomes_the_proposal(
    qtbot: QtBot, editor: ProposalEditor, kept: Kept, key: Qt.Key
) -> None:
    type_at_cursor(qtbot, editor, "yx")  # letters that decide in the diff
    qtbot.keyClick(editor.editor, key, CTRL)

    assert kept.texts == [text((20, "yxtwenty"), (30, "thirty"))]
    assert not kept.closed  # until it is the proposal


def test_escape_leaves_an_unchanged_proposal_at_once(qtbot: QtBot, editor: ProposalEditor, kept: Kept) -> None:
    qtbot.keyClick(editor.editor, Qt.Key.Key_Escape)

    assert kept.closed
    assert not kept.texts


@pytest.mark.parametrize(
    ("answer", "texts", "closed"), [("Go on editing", 0, 0), ("Discard changes", 0, 1), ("Keep changes", 1, 0)]
)
def test_escape_asks_before_it_loses_what_was_typed(
    qtbot: QtBot, editor: ProposalEditor, kept: Kept, answer: str, texts: int, closed: int
) -> None:
    type_at_cursor(qtbot, editor, "x")
    qtbot.keyClick(editor.editor, Qt.Key.Key_Escape)
    assert not kept.closed
    assert "Keep what you changed" in words(editor)

    press(qtbot, editor, answer)

    assert (len(kept.texts), kept.closed) == (texts, closed)
    assert kept.discarded == (["a.txt"] if answer == "Discard changes" else [])


def test_escape_in_the_question_and_undo_of_all_that_was_typed_go_on_editing(
    qtbot: QtBot, editor: ProposalEditor, kept: Kept
) -> None:
    type_at_cursor(qtbot, editor, "x")
    qtbot.keyClick(editor.editor, Qt.Key.Key_Escape)
    assert "Go on editing" in buttons(editor)

    qtbot.keyClick(editor.window().focusWidget(), Qt.Key.Key_Escape)

    assert "Go on editing" not in buttons(editor)
    assert editor.window().focusWidget() is editor.editor

    qtbot.keyClick(editor.editor, Qt.Key.Key_Escape)
    qtbot.keyClick(editor.window().focusWidget(), Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: "Go on editing" not in buttons(editor))
    assert editor.window().focusWidget() is editor.editor
    assert not kept.closed


def test_what_is_typed_is_saved_without_being_asked(qtbot: QtBot, editor: ProposalEditor, kept: Kept) -> None:
    type_at_cursor(qtbot, editor, "x")

    qtbot.waitUntil(lambda: bool(kept.drafts))

    assert kept.drafts[-1] == EditDraft("a.txt", text((20, "xtwenty"), (30, "thirty")), TWO.texts.after, 19, 1)

    qtbot.keyClick(editor.editor, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: kept.dropped == ["a.txt"])  # there is nothing to be kept any more


def test_leaving_keeps_a_draft_that_is_taken_up_where_it_was_left(
    qtbot: QtBot, editor: ProposalEditor, kept: Kept
) -> None:
    type_at_cursor(qtbot, editor, "x")
    editor.leave()
    (draft,) = kept.drafts

    editor.begin(TWO, 0, draft)

    assert editor.editor.text == draft.text
    assert editor.editor.textCursor().blockNumber() == 19
    assert not kept.dropped


def test_a_proposal_that_changed_elsewhere_meanwhile_takes_the_edit(
    qtbot: QtBot, editor: ProposalEditor, kept: Kept
) -> None:
    type_at_cursor(qtbot, editor, "x")

    editor.follow(proposal((20, "twenty"), (30, "thirty, again"), (35, "new")))
    qtbot.keyClick(editor.editor, Qt.Key.Key_S, CTRL)

    assert kept.texts == [text((20, "xtwenty"), (30, "thirty, again"), (35, "new"))]
    assert "was put on the new one" in words(editor)


def test_a_proposal_that_changed_in_the_same_lines_replaces_nothing_that_was_typed(
    qtbot: QtBot, editor: ProposalEditor, kept: Kept
) -> None:
    type_at_cursor(qtbot, editor, "x")

    editor.follow(proposal((20, "TWENTY"), (30, "thirty")))

    assert "keeping it replaces that change" in words(editor)
    assert editor.editor.text == text((20, "xtwenty"), (30, "thirty"))

    press(qtbot, editor, "Show the proposal")
    qtbot.waitUntil(lambda: editor.before.text == text((20, "TWENTY"), (30, "thirty")))
    assert editor.before.isVisible(), "however narrow the window is"
    assert {"The proposal as it is now", "Your text (editable)"} <= set(words(editor).split("\n"))
    qtbot.waitUntil(lambda: "1 line differs" in words(editor))
    assert editor.editor.hasFocus()
    press(qtbot, editor, "Hide the proposal")
    qtbot.waitUntil(lambda: "2 lines differ" in words(editor))
    assert "The proposal as it is now" not in words(editor)
    assert editor.editor.text == text((20, "xtwenty"), (30, "thirty"))

    press(qtbot, editor, "Take the proposal")

    assert kept.closed
    assert kept.discarded == ["a.txt"]


def test_line_endings_of_the_file_are_no_change(qtbot: QtBot, editor: ProposalEditor, kept: Kept) -> None:
    editor.begin(proposal((20, "twenty"), ending="\r\n"), 19)

    assert not editor.is_changed

    type_at_cursor(qtbot, editor, "x")
    qtbot.keyClick(editor.editor, Qt.Key.Key_S, CTRL)

    assert kept.texts == [text((20, "xtwenty"))]


def test_return_at_the_end_of_a_text_without_final_newline_adds_just_that(
    qtbot: QtBot, editor: ProposalEditor, kept: Kept
) -> None:
    editor.begin(prepare(FileTexts("a.py", "", "if x:\n    y = 1")), 1)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Return):
        qtbot.keyClick(editor.editor, key)
    qtbot.keyClick(editor.editor, Qt.Key.Key_S, CTRL)
    assert kept.texts == ["if x:\n    y = 1\n"]

    editor.begin(prepare(FileTexts("a.py", "", "y = 1\n    ")), 0)  # whose blanks were proposed
    type_at_cursor(qtbot, editor, "x")
    qtbot.keyClick(editor.editor, Qt.Key.Key_S, CTRL)
    assert kept.texts[1:] == ["xy = 1\n    "]


def marked(editor: ProposalEditor) -> list[int]:
    return [line for line in range(editor.editor.blockCount()) if any(editor.editor.marks_of(line))]


def test_changed_lines_are_marked_beside_the_numbers(qtbot: QtBot, editor: ProposalEditor) -> None:
    qtbot.waitUntil(lambda: marked(editor) == [19, 29])

    qtbot.keyClick(editor.editor, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: marked(editor) == [19, 20, 30])


@pytest.mark.parametrize("is_old", [False, True])
def test_changed_lines_have_a_sign_beside_the_numbers(qtbot: QtBot, editor: ProposalEditor, is_old: bool) -> None:  # noqa: FBT001
    editor.resize(2000, 1200)
    side = editor.before if is_old else editor.editor
    qtbot.waitUntil(lambda: bool(side.marks_of(29)) and side.viewport().width() > 500)
    gutter = side.findChild(EditorGutter)
    picture, letter = gutter.grab().toImage(), gutter.fontMetrics().horizontalAdvance("0")

    def colours(line: int) -> int:
        box = next(box for block, box in side.visible_blocks() if block.blockNumber() == line)
        right = gutter.width() - 3  # beside the border
        sign = QRect(right - 3 - letter, box.top(), letter + 3, box.height())
        return len(painted(picture.copy(sign)))

    assert colours(29) > 1
    assert colours(28) == 1


@pytest.mark.parametrize("is_old", [False, True])
def test_changed_lines_of_both_sides_are_tinted(qtbot: QtBot, editor: ProposalEditor, is_old: bool) -> None:  # noqa: FBT001
    editor.resize(2000, 1200)
    side = editor.before if is_old else editor.editor
    qtbot.waitUntil(lambda: bool(side.marks_of(29)) and side.viewport().width() > 500)

    line = next(box for block, box in side.visible_blocks() if block.blockNumber() == 29)
    picture = side.viewport().grab().toImage()

    tint = picture.pixelColor(side.viewport().width() - 5, line.center().y())
    assert tint == QColor(LIGHT.removed if is_old else LIGHT.added)


def test_the_file_as_it_was_is_shown_beside_it_where_there_is_room(editor: ProposalEditor) -> None:
    assert not editor.before.isVisible()

    editor.resize(2000, 400)

    assert editor.before.isVisible()
    assert editor.before.text == TWO.texts.before


def test_a_shorter_file_is_shown_beside_its_proposal_after_a_longer_one(qtbot: QtBot, editor: ProposalEditor) -> None:
    editor.resize(2000, 400)
    short = prepare(FileTexts("a.txt", "1\n2\n", "1\n3\n"))
    shorter = prepare(FileTexts("a.txt", "1\n", "1\n3\n"))  # only the file on disk is another one

    qtbot.waitUntil(lambda: marked(editor) == [19, 29])
    editor.leave()
    editor.begin(short, 0)
    qtbot.waitUntil(lambda: (editor.before.text, marked(editor)) == ("1\n2\n", [1]))
    editor.follow(shorter)
    qtbot.waitUntil(lambda: editor.before.text == "1\n" and "1 line differs" in words(editor))
    editor.follow(TWO)
    qtbot.waitUntil(lambda: marked(editor) == [19, 29])
    editor.follow(short)

    qtbot.waitUntil(lambda: (editor.before.text, marked(editor)) == ("1\n2\n", [1]))


def test_the_line_is_in_view_also_beside_the_file_as_it_was(qtbot: QtBot) -> None:
    wide = " ".join("word" for _ in range(60))  # wraps where both sides are shown
    before = "".join(f"{number} {wide}\n" for number in range(100))
    editor = show(qtbot, ProposalEditor(), width=2000, height=400)

    editor.begin(prepare(FileTexts("a.txt", before, f"{before}new\n")), 100)

    def is_in_view() -> bool:
        return editor.editor.viewport().rect().contains(editor.editor.cursorRect().center())

    qtbot.waitUntil(lambda: editor.before.isVisible() and editor.editor.width() < 1200 and is_in_view())


def test_find_goes_to_places_in_what_was_typed(qtbot: QtBot, editor: ProposalEditor) -> None:
    type_at_cursor(qtbot, editor, "needle ")
    qtbot.keyClick(editor.editor, Qt.Key.Key_F, CTRL)
    field = editor.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, "needle")

    qtbot.waitUntil(lambda: editor.editor.textCursor().selectedText() == "needle")

    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert editor.editor.hasFocus()


def test_a_line_is_gone_to_by_its_number(qtbot: QtBot, editor: ProposalEditor) -> None:
    qtbot.keyClick(editor.editor, Qt.Key.Key_L, CTRL)
    field = editor.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, "7")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert editor.editor.textCursor().blockNumber() == 6
    assert editor.editor.hasFocus()


def test_what_cannot_be_edited_is_said_with_the_reason() -> None:
    for content, why in (
        (None, "Nothing is proposed"),
        (prepare(FileTexts("a", "x\n", ""), kind=Kind.DELETED), "to be deleted"),
        (prepare(FileTexts("a", "", "", note="The file is binary.")), "The file is binary."),
        (prepare(FileTexts("a", "", "x" * (LONGEST + 1))), "a line of 20,001 characters"),
        (prepare(FileTexts("a", "", "x\n" * 3_000_001)), "6,000,002 characters"),  # no parameter: every worker made it
        (prepare(FileTexts("a", "", "\u202e" * 5_001)), "5,001 hidden characters"),
        (TWO, ""),
    ):
        assert why in why_not_editable(content)
        assert bool(why) == bool(why_not_editable(content)), why
