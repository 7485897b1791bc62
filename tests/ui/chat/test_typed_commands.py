"""Promises of commands, snippets and files that are typed into the message: obeyed, or refused in words."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Estimate, Mode, OptionPart, ServiceOffer, Snippet, Use
from guillemet.llm.messages import ModelInfo
from guillemet.ui.chat.commands import Command, Name
from guillemet.ui.chat.composer import Composer
from guillemet.ui.chat.model_picker import EstimateCard
from tests.kit.hands import words
from tests.ui.chat.composing import box, enter, write


def test_an_unknown_command_is_said_so_and_not_sent(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/foo bar")

    with qtbot.assertNotEmitted(composer.send_requested), qtbot.assertNotEmitted(composer.command_requested):
        enter(qtbot, composer)

    assert "There is no command /foo." in words(composer)
    assert composer.draft == "/foo bar"
    write(qtbot, composer, "s")
    assert "There is no command" not in words(composer)


@pytest.mark.parametrize("name", [Name.CLEAR, Name.COMMIT, Name.RETRY])
def test_commands_for_the_conversation_are_handed_on(qtbot: QtBot, composer: Composer, name: Name) -> None:
    write(qtbot, composer, f"/{name}")

    with qtbot.waitSignal(composer.command_requested) as wish:
        enter(qtbot, composer)

    assert wish.args == [Command(name)]
    assert composer.draft == ""


def test_ask_with_a_message_sends_it_as_a_question(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/ask why?")

    with qtbot.waitSignal(composer.send_requested) as wish:
        enter(qtbot, composer)

    assert wish.args == ["why?", Mode.ASK]


def test_ask_alone_switches_the_mode(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/ask")

    with qtbot.waitSignal(composer.picker.mode_requested) as wish, qtbot.assertNotEmitted(composer.send_requested):
        enter(qtbot, composer)

    assert wish.args == [Mode.ASK]


@pytest.mark.parametrize(
    ("typed", "paths", "use"),
    [
        ("/add README.md tests", ("tests/test_total.py", "README.md"), Use.IN),
        ("/drop src/tax.py", ("src/tax.py",), Use.OUT),
        ("/drop", ("src/tax.py",), Use.OUT),
    ],
)
def test_add_and_drop_name_files(
    qtbot: QtBot, composer: Composer, typed: str, paths: tuple[str, ...], use: Use
) -> None:
    write(qtbot, composer, typed)

    with qtbot.waitSignal(composer.use_requested) as wish:
        enter(qtbot, composer)

    assert wish.args == [paths, use]
    assert composer.draft == ""


def test_a_file_that_is_not_there_is_told(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/add nope.zig")

    with qtbot.assertNotEmitted(composer.use_requested):
        enter(qtbot, composer)

    assert "No file of the repository is named nope.zig." in words(composer)


def test_add_alone_opens_the_list_of_files(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/add")

    with qtbot.waitSignal(composer.tree_requested):
        enter(qtbot, composer)


def test_model_chooses_by_a_part_of_the_name(qtbot: QtBot, composer: Composer) -> None:
    write(qtbot, composer, "/model small")
    qtbot.keyClick(box(composer), Qt.Key.Key_Escape)  # the list of completions

    with qtbot.waitSignal(composer.picker.model_requested) as wish:
        enter(qtbot, composer)

    assert wish.args == [OptionPart.MAIN, "anthropic/claude-small"]


def test_a_model_that_is_not_listed_yet_is_waited_for_and_chosen(qtbot: QtBot, composer: Composer) -> None:
    composer.picker.set_listing(is_listing=True)
    write(qtbot, composer, "/model late")
    with qtbot.waitSignal(composer.models_requested), qtbot.assertNotEmitted(composer.picker.model_requested):
        enter(qtbot, composer)
    assert "Models are still being looked for." in words(composer)

    with qtbot.waitSignal(composer.picker.model_requested) as wish:
        composer.picker.set_services((ServiceOffer("here", "Here", (ModelInfo("late-1"),)),))

    assert wish.args == [OptionPart.MAIN, "here/late-1"]
    assert composer.draft == ""


def test_a_model_that_is_not_there_is_told_once_all_are_listed(qtbot: QtBot, composer: Composer) -> None:
    composer.picker.set_listing(is_listing=True)
    write(qtbot, composer, "/model late")
    enter(qtbot, composer)

    with qtbot.assertNotEmitted(composer.picker.model_requested):
        composer.picker.set_listing(is_listing=False)

    assert "No model is named like that." in words(composer)
    assert composer.draft == "/model late"


def test_what_is_written_meanwhile_is_no_choice_of_a_model(qtbot: QtBot, composer: Composer) -> None:
    composer.picker.set_listing(is_listing=True)
    write(qtbot, composer, "/model late")
    enter(qtbot, composer)
    write(qtbot, composer, "r")

    with qtbot.assertNotEmitted(composer.picker.model_requested):
        composer.picker.set_services((ServiceOffer("here", "Here", (ModelInfo("later"),)),))


def test_of_a_service_that_lists_no_models_any_can_be_named(qtbot: QtBot, composer: Composer) -> None:
    composer.picker.set_services((ServiceOffer("box", "Box", note="It cannot be reached."),))
    write(qtbot, composer, "/model box/any-7b")

    with qtbot.waitSignal(composer.picker.model_requested) as wish:
        enter(qtbot, composer)

    assert wish.args == [OptionPart.MAIN, "box/any-7b"]


def test_after_a_look_at_the_tokens_one_writes_on(qtbot: QtBot, composer: Composer) -> None:
    composer.picker.set_estimate(Estimate())
    write(qtbot, composer, "/tokens")
    enter(qtbot, composer)
    card = next(one for one in composer.window().findChildren(EstimateCard) if one.isVisible())

    qtbot.keyClick(card, Qt.Key.Key_Escape)

    assert not card.isVisible()
    assert box(composer).hasFocus()


def test_a_snippet_that_is_typed_out_puts_its_text_into_the_box(qtbot: QtBot, composer: Composer) -> None:
    composer.set_snippets((Snippet("tests", "Write tests."),))
    write(qtbot, composer, "/tests")
    qtbot.keyClick(box(composer), Qt.Key.Key_Escape)

    with qtbot.assertNotEmitted(composer.send_requested):
        enter(qtbot, composer)

    assert composer.draft == "Write tests."


def test_a_name_that_several_models_have_is_told(qtbot: QtBot, composer: Composer) -> None:
    composer.set_draft("/model claude")

    with qtbot.assertNotEmitted(composer.picker.model_requested):
        enter(qtbot, composer)

    assert "2 models are named like that." in words(composer)
