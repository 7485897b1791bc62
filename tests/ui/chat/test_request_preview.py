"""Promises of the look before sending: all of the request is there, secrets are named, nothing goes without a press."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Estimate, RequestPartSize
from guillemet.llm.prompts.layout import PromptParts, SentFile
from guillemet.llm.secrets import FoundSecret
from guillemet.ui.chat.request_preview import RequestDetails, RequestPart, RequestPreview, find_line, parts_of
from tests.kit.hands import buttons, press, show, words

Sheet = Callable[[RequestDetails], RequestPreview]

PARTS = (
    RequestPart("Instructions", "You write edits.", 5),
    RequestPart("src/a.py", "one\ntwo\nAKIAXXXX\nfour", 9, path="src/a.py"),
    RequestPart("Message", "Change\u200b it.", 3, path=""),
)
SECRETS = (FoundSecret("src/a.py", 3, "AWS access key"), FoundSecret("", 1, "password"))
ESTIMATE = Estimate((RequestPartSize("Files", 1_200), RequestPartSize("Message", 4)), 0.0123)


@pytest.fixture
def sheet(qtbot: QtBot) -> Iterator[Callable[[RequestDetails], RequestPreview]]:
    window = show(qtbot, QWidget(), width=900, height=700)

    def opened(view: RequestDetails) -> RequestPreview:
        made = RequestPreview(view, window)
        with qtbot.waitExposed(made):
            made.open()
        return made

    yield opened
    window.close()


def shown(opened: RequestPreview) -> str:
    return str(opened.findChild(QPlainTextEdit).toPlainText())


def test_each_part_can_be_read_as_it_is_sent(qtbot: QtBot, sheet: Sheet) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made"))
    read = [shown(opened)]
    tree = opened.findChild(QTreeWidget)
    tree.setFocus()
    for _ in range(2):
        qtbot.keyClick(tree, Qt.Key.Key_Up)
        read.append(shown(opened))

    assert read == ["Change‹U+200B› it.", "one\ntwo\nAKIAXXXX\nfour", "You write edits."]


def test_the_price_is_told(sheet: Sheet) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made", ESTIMATE))

    assert "1,204 tokens, about $0.01" in words(opened)
    assert "local/made" in words(opened)


def test_sending_takes_one_press_when_nothing_is_wrong(qtbot: QtBot, sheet: Sheet) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made"))

    with qtbot.waitSignal(opened.send_requested):
        press(qtbot, opened, "Send")


def test_secrets_are_named_and_asked_about(qtbot: QtBot, sheet: Sheet) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made", secrets=SECRETS))

    assert "Send" not in buttons(opened)
    assert {"AWS access key in src/a.py, line 3", "password in the message, line 1"} <= set(buttons(opened))
    with qtbot.waitSignal(opened.send_requested):
        press(qtbot, opened, "Send although it contains 2 secrets")


def test_a_secret_leads_to_its_line(qtbot: QtBot, sheet: Sheet) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made", secrets=SECRETS))

    press(qtbot, opened, "AWS access key in src/a.py, line 3")

    text = opened.findChild(QPlainTextEdit)
    assert text.textCursor().block().text() == "AKIAXXXX"
    assert len(text.extraSelections()) == 1


@pytest.mark.parametrize("secrets", [(), SECRETS], ids=["harmless", "secrets"])
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_the_key_that_opened_it_does_not_send_it_unread(
    qtbot: QtBot, sheet: Sheet, secrets: tuple[FoundSecret, ...], key: Qt.Key
) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made", secrets=secrets))
    sent: list[str] = []
    opened.send_requested.connect(lambda: sent.append("sent"))

    qtbot.keyClick(opened.focusWidget(), key)

    assert opened.isVisible()
    assert sent == []


def test_a_request_without_a_message_can_only_be_looked_at(sheet: Sheet) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made", ESTIMATE, is_empty=True))

    assert "1,204 tokens" in words(opened)
    assert "There is no message yet." in words(opened)
    assert list(buttons(opened)) == ["Close"]


def test_over_the_limit_it_can_be_copied_but_not_sent(qtbot: QtBot, sheet: Sheet) -> None:
    limit = Estimate((), 9.0, over_limit="That is over your limit of $5.00 a day.")
    opened = sheet(RequestDetails(PARTS, "local/made", limit))
    assert "That is over your limit of $5.00 a day." in words(opened)
    assert "Send" not in buttons(opened)

    with qtbot.waitSignal(opened.copy_requested):
        press(qtbot, opened, "Copy")


@pytest.mark.parametrize("leave", ["Cancel", "Escape"])
def test_leaving_sends_nothing(qtbot: QtBot, sheet: Sheet, leave: str) -> None:
    opened = sheet(RequestDetails(PARTS, "local/made"))
    sent: list[str] = []
    opened.send_requested.connect(lambda: sent.append("sent"))

    with qtbot.waitSignal(opened.finished):
        if leave == "Cancel":
            press(qtbot, opened, leave)
        else:
            qtbot.keyClick(opened, Qt.Key.Key_Escape)

    assert sent == []


def test_a_secret_is_found_in_a_part_that_holds_many_files() -> None:
    files = RequestPart("Files", "Here they are:\n\nsrc/b.py\n```\nb\n```\n\nsrc/a.py\n````python\none\nAKIA\n````\n")

    assert find_line([files], FoundSecret("src/a.py", 2, "AWS access key")) == (0, 10)


def test_each_part_is_named_for_what_it_holds_and_a_file_stands_in_one_as_it_is_sent() -> None:
    files = (
        SentFile("late.py", "late\n", changed_at=3),
        SentFile("read.py", "read", is_read_only=True),
        SentFile("b.py", "two\nAKIA\n", changed_at=1),
        SentFile("a.py", "one\n"),
        SentFile("none.py", ""),
    )

    parts = parts_of(PromptParts("small", "Go.", files=files), len)

    since, only = "Files added or changed since", "Files for reading only"
    assert [part.name for part in parts if part.name != "Examples"] == [
        *("Instructions", f"{only}: introduction", "read.py", f"{only}: answer"),
        *("Files: introduction", "a.py", "none.py", "Files: answer"),
        *(f"{since}: introduction", "b.py", "late.py", f"{since}: answer", "Message"),
    ]
    number, line = find_line(parts, FoundSecret("b.py", 2, "AWS access key")) or (0, 0)
    assert parts[number].text.split("\n")[line] == "AKIA"
