"""A conversation as Markdown holds every word, and can be read back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.app.history import History
from guillemet.app.turns import State, Turn
from guillemet.llm.messages import Role, Usage
from tests.app.history.making import NOON, ROOT, answered, asked, talk


def read_back(exported: str) -> list[str]:
    """Return the fenced texts as a reader of Markdown finds them, line by line."""
    found, fence, kind, lines = list[str](), "", "", list[str]()
    for line in exported.split("\n"):
        opened = re.fullmatch(r"(`{3,})(markdown|text)", line)
        if not fence and opened:
            fence, kind, lines = opened[1], opened[2], []
        elif fence and re.fullmatch(rf" {{0,3}}`{{{len(fence)},}}[ \t\r\f\v]*", line):
            found += ["\n".join(lines)] if kind == "markdown" else []
            fence = ""
        elif fence:
            lines.append(line)
    assert not fence
    return found


def test_roles_models_dates_and_sums_are_told(history: History) -> None:
    conversation = history.begin(ROOT)
    first = history.add_turn(conversation, parent=None, turn=Turn(1, Role.USER, "Mend it", said_at=NOON))
    history.add_turn(
        conversation,
        parent=first,
        turn=Turn(
            2,
            Role.ASSISTANT,
            "Done",
            reasoning="Hm",
            model="service/model",
            state=State.STOPPED,
            usage=Usage(1200, 300, from_cache=800),
            money=0.0123,
            said_at=NOON,
        ),
    )

    exported = history.export_markdown(conversation)

    assert exported.startswith("# Mend it\n\n- Repository: `/home/ada/project`\n")
    assert "- Spent: 1,500 tokens, $0.0123\n" in exported
    assert "## 1 · You · 2026-03-01 12:00 UTC · edit\n\n```markdown\nMend it\n```\n" in exported
    assert "## 2 · service/model · 2026-03-01 12:00 UTC\n\nReasoning:\n\n```text\nHm\n```\n" in exported
    assert exported.endswith(
        "*Stopped before it was complete. About 1,200 tokens read (800 from the cache), 300 written, $0.0123.*\n"
    )


def test_a_sum_of_which_no_price_is_known_is_told_in_tokens(history: History) -> None:
    conversation = history.begin(ROOT)
    history.add_turn(conversation, parent=None, turn=answered("Done", usage=Usage(1200, 300)))

    assert "- Spent: 1,500 tokens, price unknown\n" in history.export_markdown(conversation)


def test_only_the_shown_branch_is_exported(history: History) -> None:
    conversation, first, _ = talk(
        history,
        "one",
        "two",
    )
    history.add_turn(conversation, parent=first, turn=asked("instead"))

    assert read_back(history.export_markdown(conversation)) == ["one", "instead"]


@given(st.lists(st.text(alphabet="`~ab #\n\r\t", max_size=30), min_size=1, max_size=4))
def test_every_text_can_be_read_back(tmp_path_factory: pytest.TempPathFactory, said: list[str]) -> None:
    history = History.open(tmp_path_factory.mktemp("any") / "history.sqlite")
    conversation, *_ = talk(history, *said)

    exported = history.export_markdown(conversation)
    history.close()

    assert read_back(exported) == said


def test_a_title_cannot_pretend_to_be_markdown(history: History) -> None:
    conversation, _ = talk(history, "<script> [link](https://example.org) `code`")

    assert history.export_markdown(conversation).startswith(
        "# \\<script\\> \\[link\\](https://example.org) \\`code\\`\n"
    )
