"""Promises of the composer's foot: what is asked, who is asked and what it costs are seen and chosen by keys."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app import turns
from guillemet.app.turns import Estimate, Mode, OptionPart, ServiceOffer
from guillemet.llm.messages import ModelInfo
from guillemet.llm.prompts.modes import EDIT_STYLES
from guillemet.ui.chat.model_picker import EstimateCard, ModelPicker
from guillemet.ui.chat.popup import ChoiceEntry, EntryList
from tests.kit.hands import buttons, press, words

SERVICES = (
    ServiceOffer(
        "anthropic",
        "Anthropic",
        (ModelInfo("claude-big", "Claude Big", 200_000), *(ModelInfo(f"claude-{n}") for n in range(6))),
    ),
    ServiceOffer("ollama", "Ollama", (ModelInfo("qwen3:8b"),)),
    ServiceOffer("openai", "OpenAI", (), "No key is known for it."),
)
ESTIMATE = Estimate((turns.RequestPartSize("Files", 1_000), turns.RequestPartSize("Message", 204)), 0.0123)


@pytest.fixture
def picker(host: QWidget) -> ModelPicker:
    picker = ModelPicker()
    host.layout().addWidget(picker)
    picker.set_services(SERVICES)
    picker.set_models("anthropic/claude-big", "ollama/qwen3:8b")
    host.activateWindow()
    return picker


def offered(picker: ModelPicker) -> list[ChoiceEntry]:
    views = [view for view in picker.window().findChildren(EntryList) if view.isVisible()]
    return list(views[0].entries) if views else []


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def test_the_modes_are_listed_with_what_they_do(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_mode(Mode.ASK)
    press(qtbot, picker, "Mode: Ask")

    assert [entry.title for entry in offered(picker)] == ["Ask", "Edit", "Architect"]
    assert all(entry.detail for entry in offered(picker))


def test_a_mode_is_chosen_by_keys_and_the_focus_comes_back(qtbot: QtBot, picker: ModelPicker) -> None:
    press(qtbot, picker, "Mode: Edit")

    with qtbot.waitSignal(picker.mode_requested) as wish:
        qtbot.keyClick(focused(), Qt.Key.Key_Down)
        qtbot.keyClick(focused(), Qt.Key.Key_Return)

    assert wish.args == [Mode.ARCHITECT]
    assert picker.mode is Mode.EDIT, "it shows what it is told, not what is wished"
    assert focused() is buttons(picker)["Mode: Edit"]


def test_models_are_searched_and_chosen(qtbot: QtBot, picker: ModelPicker) -> None:
    press(qtbot, picker, "Model: Claude Big")
    qtbot.keyClicks(focused(), "qwen")
    assert [entry.title for entry in offered(picker)] == ["Ollama", "qwen3:8b"]

    with qtbot.waitSignal(picker.model_requested) as wish:
        qtbot.keyClick(focused(), Qt.Key.Key_Return)

    assert wish.args == [OptionPart.MAIN, "ollama/qwen3:8b"]


def test_a_model_named_by_the_path_of_its_file_is_shown_by_the_name_of_that_and_whole_in_the_tooltip(
    qtbot: QtBot, picker: ModelPicker
) -> None:
    posix, windows, org = "/root/.cache/x-q4_k_m.gguf", "C:\\models\\y.GGUF", "meta/llama-3.3"
    picker.set_services([ServiceOffer("here", "Here", tuple(map(ModelInfo, (posix, windows, org))))])
    picker.set_models(f"here/{posix}")

    assert posix in buttons(picker)["Model: x-q4_k_m.gguf"].toolTip()
    press(qtbot, picker, "Model: x-q4_k_m.gguf")
    listed = [(entry.title, entry.more, entry.key) for entry in offered(picker)[1:4]]
    assert listed == [
        ("x-q4_k_m.gguf", posix, f"here/{posix}"),
        ("y.GGUF", windows, f"here/{windows}"),
        (org, "", f"here/{org}"),
    ]
    picker.set_services([])
    assert "Model: x-q4_k_m.gguf" in buttons(picker)


def test_a_service_without_models_says_why(qtbot: QtBot, picker: ModelPicker) -> None:
    press(qtbot, picker, "Model: Claude Big")

    assert "OpenAI: No key is known for it." in [entry.title for entry in offered(picker)]


def test_settings_stand_at_the_end_of_the_list(qtbot: QtBot, picker: ModelPicker) -> None:
    press(qtbot, picker, "Model: Claude Big")
    qtbot.keyClicks(focused(), "settings")

    with qtbot.waitSignal(picker.settings_requested):
        qtbot.keyClick(focused(), Qt.Key.Key_Return)


def test_without_a_service_setting_one_up_stands_first(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_services(())
    press(qtbot, picker, next(name for name in buttons(picker) if name.startswith("Model:")))

    assert [entry.title for entry in offered(picker)][:2] == ["No model is set up yet", "Set up a model…"]
    with qtbot.waitSignal(picker.settings_requested):
        qtbot.keyClick(focused(), Qt.Key.Key_Return)


def test_the_edit_format_is_chosen_from_the_list_of_models(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_format("guillemet")
    press(qtbot, picker, "Model: Claude Big")
    qtbot.keyClicks(focused(), "edit format")
    assert [entry.detail for entry in offered(picker)] == ["", "guillemet"]
    qtbot.keyClick(focused(), Qt.Key.Key_Return)
    assert [entry.key for entry in offered(picker)] == ["", *EDIT_STYLES]

    with qtbot.waitSignal(picker.format_requested) as requested:
        qtbot.keyClicks(focused(), "editor-diff-f")
        qtbot.keyClick(focused(), Qt.Key.Key_Return)
    picker.set_format("editor-diff-fenced")

    assert requested.args == ["editor-diff-fenced"]
    assert focused() is buttons(picker)["Model: Claude Big"]
    assert "editor-diff-fenced" in focused().toolTip()


def test_an_edit_format_that_is_unknown_counts_as_none(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_format("no-such-format")
    press(qtbot, picker, "Model: Claude Big")
    qtbot.keyClicks(focused(), "edit format")

    assert offered(picker)[-1].detail == "The one that suits the model"


def test_escape_leaves_without_a_choice(qtbot: QtBot, picker: ModelPicker) -> None:
    press(qtbot, picker, "Model: Claude Big")

    with qtbot.assertNotEmitted(picker.model_requested):
        qtbot.keyClick(focused(), Qt.Key.Key_Escape)

    assert offered(picker) == []
    assert focused() is buttons(picker)["Model: Claude Big"]


def test_a_list_closes_when_the_focus_goes_elsewhere(qtbot: QtBot, picker: ModelPicker) -> None:
    field = QLineEdit(picker.window())
    field.show()
    press(qtbot, picker, "Mode: Edit")
    field.setFocus()

    assert offered(picker) == []


def test_architect_has_two_models(qtbot: QtBot, picker: ModelPicker) -> None:
    assert "Model that writes the edits: qwen3:8b" not in buttons(picker)
    picker.set_mode(Mode.ARCHITECT)
    assert "Model that plans: Claude Big" in buttons(picker)

    press(qtbot, picker, "Model that writes the edits: qwen3:8b")
    with qtbot.waitSignal(picker.model_requested) as wish:
        qtbot.keyClick(focused(), Qt.Key.Key_Up)
        qtbot.keyClick(focused(), Qt.Key.Key_Return)

    assert wish.args == [OptionPart.EDITOR, "anthropic/claude-5"]


def test_the_model_that_plans_can_write_the_edits_too(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_mode(Mode.ARCHITECT)
    press(qtbot, picker, "Model that writes the edits: qwen3:8b")
    with qtbot.waitSignal(picker.model_requested) as wish:
        qtbot.keyClicks(focused(), "same")
        qtbot.keyClick(focused(), Qt.Key.Key_Return)
    picker.set_models("anthropic/claude-5")

    assert wish.args == [OptionPart.EDITOR, ""]
    assert "Model that writes the edits: the same model" in buttons(picker)


def test_without_a_model_the_button_says_what_to_do(picker: ModelPicker) -> None:
    picker.set_models("")

    assert "Model: Choose a model" in buttons(picker)


@pytest.mark.parametrize(
    ("money", "shown"),
    [
        (0.0123, "1,204 tokens, about $0.01"),
        (0.001, "1,204 tokens, less than $0.01"),
        (0.0, "1,204 tokens, free"),
        (None, "1,204 tokens, price unknown"),
    ],
)
def test_the_estimate_is_worded(picker: ModelPicker, money: float | None, shown: str) -> None:
    picker.set_estimate(Estimate(ESTIMATE.parts, money))

    assert f"The next message: {shown}" in buttons(picker)


def test_the_estimate_opens_part_by_part(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_estimate(ESTIMATE)
    press(qtbot, picker, "The next message: 1,204 tokens, about $0.01")

    shown = words(picker.window())
    assert "Files\n1,000\nMessage\n204\nTokens together\n1,204" in shown
    assert "Estimated from text length" in shown


@pytest.mark.parametrize("letters", range(0, 60, 3))
def test_every_line_of_the_estimate_has_its_room(qtbot: QtBot, picker: ModelPicker, letters: int) -> None:
    picker.window().setStyleSheet("#floating { border: 6px solid; }")
    picker.set_estimate(Estimate(ESTIMATE.parts, over_limit=f"Your limit {'i' * letters} is over."))
    press(qtbot, picker, "The next message: 1,204 tokens, price unknown")

    card = next(one for one in picker.window().findChildren(EstimateCard) if one.isVisible())
    lines = [one for one in card.findChildren(QLabel) if one.isVisible()]
    assert all(one.height() >= one.heightForWidth(one.width()) for one in lines if one.wordWrap())
    assert all(one.height() >= one.sizeHint().height() for one in lines if not one.wordWrap())


def test_a_service_that_counts_is_offered_to_until_it_has_counted(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_services((replace(SERVICES[0], counts=True), *SERVICES[1:]))
    picker.set_estimate(ESTIMATE)
    press(qtbot, picker, "The next message: 1,204 tokens, about $0.01")

    with qtbot.waitSignal(picker.card.count_requested):
        press(qtbot, picker.window(), "Let the service count")
    picker.set_estimate(replace(ESTIMATE, is_counted=True))

    assert "As the service counted." in words(picker.window())
    assert "Let the service count" not in buttons(picker.window())
    assert focused().isVisible()
    card = next(one for one in picker.window().findChildren(EstimateCard) if one.isVisible())
    assert card.height() >= card.layout().heightForWidth(card.width())
    assert all(one.height() >= one.sizeHint().height() for one in card.findChildren(QLabel) if not one.wordWrap())


def test_a_service_that_does_not_count_is_not_asked_to(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_services((replace(SERVICES[0], counts=True), *SERVICES[1:]))
    picker.set_models("ollama/qwen3:8b", "anthropic/claude-big")
    picker.set_estimate(ESTIMATE)
    press(qtbot, picker, "The next message: 1,204 tokens, about $0.01")

    assert "Let the service count" not in buttons(picker.window())


def test_a_limit_is_told(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_estimate(Estimate(ESTIMATE.parts, 2.0, over_limit="Your limit for a day is $1."))
    press(qtbot, picker, "The next message: 1,204 tokens, about $2.00")

    assert "Your limit for a day is $1." in words(picker.window())


@pytest.mark.parametrize(
    ("name", "signal"), [("See the exact request", "preview_requested"), ("Copy prompt", "copy_prompt_requested")]
)
def test_the_request_can_be_seen_and_copied(qtbot: QtBot, picker: ModelPicker, name: str, signal: str) -> None:
    picker.set_estimate(ESTIMATE)
    press(qtbot, picker, "The next message: 1,204 tokens, about $0.01")

    with qtbot.waitSignal(getattr(picker.card, signal)):
        press(qtbot, picker.window(), name)

    assert name not in buttons(picker.window())


@pytest.mark.parametrize("width", [220, 320])
def test_lists_stay_within_a_narrow_window(picker: ModelPicker, width: int) -> None:
    window = picker.window()
    window.resize(width, 300)
    picker.open_models()

    shown = next(view for view in window.findChildren(QListView) if view.isVisible()).parentWidget()
    assert window.rect().contains(shown.geometry())


def test_what_is_too_much_to_be_weighed_says_so(qtbot: QtBot, picker: ModelPicker) -> None:
    picker.set_estimate(Estimate(over_limit="Take some of them out.", is_weighed=False))
    press(qtbot, picker, "The next message: not weighed")

    shown = words(picker.window())
    assert "Take some of them out." in shown
    assert "Tokens together" not in shown
    assert "price unknown" not in shown.casefold()
