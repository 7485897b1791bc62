"""Promises of completion: it helps who types, by keys or mouse, and never takes a key or the focus it should not."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QListView, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile, Snippet, Use
from guillemet.ui.chat.completion import CompletionList
from guillemet.ui.chat.composer import Composer
from tests.kit.listening import listening
from tests.ui.chat.composing import box, write

FILES = (
    ListedFile("README.md"),
    ListedFile("docs/a guide.md"),
    ListedFile("src/tax.py", use=Use.READ_ONLY),
    ListedFile("src/total.py"),
)


@pytest.fixture
def composer(qtbot: QtBot, host: QWidget) -> Composer:
    composer = Composer()
    host.layout().addWidget(composer)
    composer.set_files(FileListing(FILES))
    composer.set_snippets((Snippet("tests", "Write tests.\nOne promise each."), Snippet("clear", "never reached")))
    host.activateWindow()
    composer.focus_message()
    qtbot.waitUntil(lambda: box(composer).hasFocus())
    return composer


def completions(composer: Composer) -> CompletionList:
    return composer.window().findChild(CompletionList)


def offered(composer: Composer) -> list[str]:
    shown = completions(composer)
    return [entry.title for entry in shown.entries] if shown.isVisible() else []


def key(qtbot: QtBot, composer: Composer, key: Qt.Key) -> None:
    qtbot.keyClick(box(composer), key)


def test_a_slash_lists_every_command_with_what_it_does(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/")

    assert offered(composer)[:3] == ["/ask message", "/edit message", "/add files"]
    assert offered(composer)[-1] == "/tests", "snippets follow, and never hide a command"
    assert offered(composer).count("/clear") == 1
    assert all(entry.detail for entry in completions(composer).entries)


def test_the_focus_stays_in_the_box_and_typing_narrows(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/c")

    assert offered(composer) == ["/clear", "/commit"]
    assert box(composer).hasFocus()


def test_the_blank_that_comes_with_what_is_taken_is_not_typed_twice(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "See @tax")
    qtbot.waitUntil(lambda: offered(composer) == ["tax.py"])
    key(qtbot, composer, Qt.Key.Key_Tab)

    write(qtbot, composer, " and  it")

    assert composer.draft == "See @src/tax.py and  it"


@pytest.mark.parametrize("taking", [Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_down_and_return_or_tab_take_an_entry(qtbot: QtBot, composer: Composer, taking: Qt.Key) -> None:
    write(qtbot, composer, "/c")
    key(qtbot, composer, Qt.Key.Key_Down)
    with qtbot.assertNotEmitted(composer.command_requested):
        key(qtbot, composer, taking)

    assert composer.draft == "/commit "
    assert offered(composer) == []


def test_return_behind_a_whole_command_obeys_it_at_once(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/clear")

    with qtbot.waitSignal(composer.command_requested):
        key(qtbot, composer, Qt.Key.Key_Return)


def test_escape_closes_and_only_then_stops(qtbot: QtBot, composer: Composer) -> None:
    composer.set_flowing(is_flowing=True)
    write(qtbot, composer, "/c")
    with qtbot.assertNotEmitted(composer.stop_requested):
        key(qtbot, composer, Qt.Key.Key_Escape)

    assert offered(composer) == []
    write(qtbot, composer, "l")
    assert offered(composer) == [], "what was closed stays closed for this word"
    with qtbot.waitSignal(composer.stop_requested):
        key(qtbot, composer, Qt.Key.Key_Escape)


def test_an_entry_is_taken_by_the_mouse(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/c")
    view = completions(composer).findChild(QListView)
    place = view.visualRect(view.model().index(1, 0)).center()

    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert composer.draft == "/commit "
    assert box(composer).hasFocus()


def test_a_mention_adds_the_file_and_stays_in_the_text(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "See @ttl")
    assert offered(composer) == ["total.py"]

    with qtbot.waitSignal(composer.use_requested) as wish:
        key(qtbot, composer, Qt.Key.Key_Return)

    assert wish.args == [("src/total.py",), Use.IN]
    assert composer.draft == "See @src/total.py "


def test_a_mention_of_a_read_only_file_leaves_it_so(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "See @tax")

    with qtbot.assertNotEmitted(composer.use_requested):
        key(qtbot, composer, Qt.Key.Key_Tab)

    assert composer.draft == "See @src/tax.py "


def test_a_path_with_blanks_is_quoted(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "See @guide")
    key(qtbot, composer, Qt.Key.Key_Tab)

    assert composer.draft == 'See @"docs/a guide.md" '


def test_a_mention_behind_characters_beyond_the_first_plane_stands_right(qtbot: QtBot, composer: Composer) -> None:
    composer.set_draft("𝄞🎼 ")
    write(qtbot, composer, "@tot")
    key(qtbot, composer, Qt.Key.Key_Tab)

    assert composer.draft == "𝄞🎼 @src/total.py "


def test_behind_drop_only_files_of_the_conversation_are_offered(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/drop ")

    assert offered(composer) == ["tax.py"]


IN = ("deploy.py", "docs/hello.md", "logic/a.py", "LOGO.svg", "src/logo.bin", "src/Login.py")


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("lo", ["Login.py", "logo.bin", "LOGO.svg", "a.py", "hello.md", "deploy.py"]),
        ("Lo", ["Login.py"]),
        ("LO", ["LOGO.svg"]),
        ("src/lo", ["Login.py", "logo.bin"]),
        ("py", ["a.py", "Login.py", "deploy.py"]),
        ("none", []),
    ],
)
def test_behind_drop_what_begins_so_goes_before_what_holds_it(
    qtbot: QtBot, composer: Composer, typed: str, titles: list[str]
) -> None:
    composer.set_files(FileListing(ListedFile(path, use=Use.IN) for path in IN))

    write(qtbot, composer, f"/drop {typed}")

    assert offered(composer) == titles


def test_tab_behind_drop_takes_the_file_whose_name_begins_so(qtbot: QtBot, composer: Composer) -> None:
    composer.set_files(FileListing(ListedFile(path, use=Use.IN) for path in ("deploy.py", "logo.bin")))
    write(qtbot, composer, "/drop lo")

    key(qtbot, composer, Qt.Key.Key_Tab)

    assert composer.draft == "/drop logo.bin "


def test_return_behind_drop_means_the_command_not_the_first_file(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/add ")
    assert "README.md" in offered(composer)

    with qtbot.waitSignal(composer.tree_requested):
        key(qtbot, composer, Qt.Key.Key_Return)


def test_a_snippet_takes_the_place_of_its_name(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/te")
    key(qtbot, composer, Qt.Key.Key_Return)

    assert composer.draft == "Write tests.\nOne promise each."


@pytest.mark.parametrize("text", ["me@home", "a /b", "@nothing-like-it", "see @total.py now"])
def test_text_that_asks_for_nothing_is_left_alone(qtbot: QtBot, composer: Composer, text: str) -> None:
    write(qtbot, composer, text)

    assert offered(composer) == []
    with qtbot.waitSignal(composer.send_requested):
        key(qtbot, composer, Qt.Key.Key_Return)


def test_text_put_into_the_box_opens_nothing(composer: Composer) -> None:
    composer.set_draft("/c")

    assert offered(composer) == []


def test_the_list_closes_when_the_focus_leaves(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/")
    composer.picker.open_modes()

    assert offered(composer) == []


@pytest.mark.parametrize("width", [220, 320, 900])
def test_the_list_stays_within_the_window(qtbot: QtBot, composer: Composer, width: int) -> None:
    window = composer.window()
    window.resize(width, 400)
    write(qtbot, composer, "some words before @")

    shown = completions(composer)
    assert shown.isVisible()
    assert window.rect().contains(shown.geometry())
    assert shown.geometry().bottom() < box(composer).mapTo(window, box(composer).rect().topLeft()).y()


def test_the_chosen_entry_is_announced(qtbot: QtBot, composer: Composer) -> None:
    with listening() as listener:
        write(qtbot, composer, "/cl")

    assert listener.heard[-1].startswith("/clear, Begin a new conversation., 1 of ")


def test_every_entry_is_spoken(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/cl")
    view = completions(composer).findChild(QListView)

    assert view.accessibleName() == "Commands"
    said = view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "/clear, Begin a new conversation."
    assert QAccessible.queryAccessibleInterface(view) is not None
