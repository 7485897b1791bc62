"""Promises of the files over the composer: what is sent along is seen, and changed by a press or a key."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from guillemet.app.chat.project_instructions import InstructionFiles
from guillemet.app.turns import ContextEntry, Use
from guillemet.ui.chat.context_bar import FOLDS_AT, ContextBar
from tests.kit.hands import buttons, press, show, words

TOTAL = ContextEntry("src/total.py", Use.IN, 1204)
TAX = ContextEntry("src/tax.py", Use.READ_ONLY, 310)
LOGO = ContextEntry("docs/logo.png", Use.IN, None, "It is a picture, and this model takes none.")
CHANGED = ContextEntry("tests/test_total.py", Use.IN, 900, changed_since_shown=True)

RULES = InstructionFiles(
    (ContextEntry("AGENTS.md", Use.READ_ONLY, 300), ContextEntry("src/AGENTS.md", Use.READ_ONLY, 40))
)


@pytest.fixture
def bar(qtbot: QtBot) -> ContextBar:
    return show(qtbot, ContextBar(), height=200)


def chip(bar: ContextBar, path: str) -> str:
    """Return the accessible name of a file's chip."""
    return next(name for name in buttons(bar) if name.startswith(path))


def many(count: int) -> tuple[ContextEntry, ...]:
    return tuple(ContextEntry(f"src/file_{number}.py", Use.IN, 10) for number in range(count))


def test_each_file_is_named_with_what_it_is(bar: ContextBar) -> None:
    bar.set_entries((TOTAL, TAX, LOGO, CHANGED))

    assert {"src/total.py, 1,204 tokens", "src/tax.py, read-only, 310 tokens"} <= set(buttons(bar))
    assert "tests/test_total.py, changed, 900 tokens" in buttons(bar)
    assert "docs/logo.png: It is a picture, and this model takes none." in words(bar)
    assert "1,204 tokens" in buttons(bar)[chip(bar, "src/total.py")].toolTip()


def test_project_instructions_have_a_chip_of_their_own(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((TOTAL,))
    bar.set_instructions(RULES)
    chip_of = buttons(bar)["Project instructions, AGENTS.md, src/AGENTS.md, 340 tokens"]

    assert chip_of.text() == "AGENTS.md + 1 · instructions"
    assert "src/AGENTS.md" in chip_of.toolTip()
    with qtbot.waitSignal(bar.file_picked) as picked:
        qtbot.mouseClick(chip_of, Qt.MouseButton.LeftButton)
    assert picked.args == ["AGENTS.md"]


@pytest.mark.parametrize("by_key", [False, True])
def test_project_instructions_are_turned_off_and_on_and_the_focus_stays(
    qtbot: QtBot, bar: ContextBar, *, by_key: bool
) -> None:
    bar.set_instructions(RULES)
    with qtbot.waitSignal(bar.instructions_requested) as off:
        if by_key:
            name = buttons(bar)["Project instructions, AGENTS.md, src/AGENTS.md, 340 tokens"]
            name.setFocus()
            qtbot.keyClick(name, Qt.Key.Key_Delete)
        else:
            press(qtbot, bar, "Do not send the project instructions of this repository")
    bar.set_instructions(replace(RULES, is_on=False))

    offer = buttons(bar)["Send the project instructions: AGENTS.md, src/AGENTS.md"]
    assert offer.text() == "+ AGENTS.md + 1"
    assert "Do not send the project instructions of this repository" not in buttons(bar)
    assert offer.hasFocus() or not by_key
    with qtbot.waitSignal(bar.instructions_requested) as on:
        qtbot.keyClick(offer, Qt.Key.Key_Space)
    bar.set_instructions(RULES)
    assert (off.args, on.args) == ([Use.OUT], [Use.READ_ONLY])
    assert "Do not send the project instructions of this repository" in buttons(bar)


def test_instructions_that_cannot_be_sent_say_why_unless_they_are_off(bar: ContextBar) -> None:
    wrong = InstructionFiles((ContextEntry("AGENTS.md", Use.READ_ONLY, problem="They are too long."),))

    bar.set_instructions(wrong)
    assert "AGENTS.md: They are too long." in words(bar)
    assert any("not sent" in name for name in buttons(bar))

    bar.set_instructions(replace(wrong, is_on=False))
    assert "They are too long." not in words(bar)


def test_without_project_instructions_nothing_is_said_of_them(bar: ContextBar) -> None:
    bar.set_instructions(RULES)
    bar.set_instructions(InstructionFiles())

    assert not [name for name in buttons(bar) if "instructions" in name]


def test_files_named_alike_show_their_folders(bar: ContextBar) -> None:
    bar.set_entries((TOTAL, ContextEntry("lib/total.py", Use.IN), TAX))

    texts = [button.text() for button in buttons(bar).values()]
    assert {"src/total.py", "lib/total.py", "tax.py · read-only"} <= set(texts)


def test_the_cross_takes_a_file_out(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((TOTAL, TAX))

    with qtbot.waitSignal(bar.use_requested) as wish:
        press(qtbot, bar, "Take src/tax.py out of the conversation")

    assert wish.args == [("src/tax.py",), Use.OUT]


@pytest.mark.parametrize(
    ("path", "key", "use"),
    [
        ("src/total.py", Qt.Key.Key_Delete, Use.OUT),
        ("src/total.py", Qt.Key.Key_R, Use.READ_ONLY),
        ("src/tax.py", Qt.Key.Key_R, Use.IN),
    ],
)
def test_keys_on_a_chip_change_its_use(qtbot: QtBot, bar: ContextBar, path: str, key: Qt.Key, use: Use) -> None:
    bar.set_entries((TOTAL, TAX))

    with qtbot.waitSignal(bar.use_requested) as wish:
        qtbot.keyClick(buttons(bar)[chip(bar, path)], key)

    assert wish.args == [(path,), use]


def test_a_press_on_the_name_shows_the_file(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((TOTAL,))

    with qtbot.waitSignal(bar.file_picked) as wish:
        press(qtbot, bar, chip(bar, "src/total.py"))

    assert wish.args == ["src/total.py"]


def test_the_menu_of_a_chip_says_what_can_be_done(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((TOTAL,))
    menu = {action.text(): action for action in buttons(bar)[chip(bar, "src/total.py")].actions()}

    with qtbot.waitSignal(bar.use_requested) as wish:
        menu["Only let the model read it"].trigger()

    assert list(menu) == ["Show it", "Only let the model read it", "Take it out"]
    assert wish.args == [("src/total.py",), Use.READ_ONLY]


def test_many_files_fold_to_a_count_and_unfold(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((LOGO, *many(FOLDS_AT + 2)))

    folded = f"{FOLDS_AT + 3} files · 1 not sent, unfold"
    assert folded in buttons(bar)
    assert not any(name.startswith("src/") for name in buttons(bar))

    press(qtbot, bar, folded)
    assert sum(name.startswith("src/") for name in buttons(bar)) == FOLDS_AT + 2


def test_hundreds_of_files_are_left_to_the_list(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries(many(200))
    press(qtbot, bar, "200 files, unfold")

    with qtbot.waitSignal(bar.tree_requested):
        press(qtbot, bar, "182 more files, show all")


def test_the_shown_file_can_be_added_until_it_is_in(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((TOTAL,))
    bar.set_shown_file("src/tax.py")

    with qtbot.waitSignal(bar.use_requested) as wish:
        press(qtbot, bar, "Add the shown file src/tax.py")

    assert wish.args == [("src/tax.py",), Use.IN]
    bar.set_entries((TOTAL, TAX))
    assert "Add the shown file src/tax.py" not in buttons(bar)


def test_a_button_opens_the_list_of_files(qtbot: QtBot, bar: ContextBar) -> None:
    with qtbot.waitSignal(bar.tree_requested):
        press(qtbot, bar, "Choose files for the conversation")


def test_a_chip_keeps_the_focus_when_another_file_comes(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((TOTAL,))
    bar.activateWindow()
    first = buttons(bar)[chip(bar, "src/total.py")]
    first.setFocus()
    bar.set_entries((TAX, TOTAL))

    qtbot.waitUntil(first.hasFocus)


def test_a_narrow_bar_takes_more_lines_and_shows_everything(qtbot: QtBot, bar: ContextBar) -> None:
    bar.set_entries((TOTAL, TAX, LOGO, CHANGED))
    bar.resize(320, 300)

    qtbot.waitUntil(
        lambda: all(bar.rect().contains(b.mapTo(bar, b.rect().bottomRight())) for b in buttons(bar).values())
    )
