"""What is thought in tags and what is answered, told apart however the text is cut."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.llm.messages import ReplyText
from guillemet.llm.services.reasoning_splitter import ReasoningSplitter
from tests.kit.cases import each

PIECES = ["<think>", "</think>", "<thinking>", "</thinking>", "<", "think", ">", "</", "\n", " ", "Hm", "««« EDIT"]


def split(*chunks: str) -> tuple[str, str]:
    """Return the answer and the thoughts."""
    splitter = ReasoningSplitter()
    told = [event for chunk in chunks for event in splitter.feed(chunk)] + splitter.finish()
    replies = [event.text for event in told if isinstance(event, ReplyText)]
    return "".join(replies), "".join(event.text for event in told if not isinstance(event, ReplyText))


@each(
    ("text", "answer", "thoughts"),
    [
        ("<think>a</think>b", "b", "a"),
        (" \n<think>a</think>\n\n  b", "  b", "a"),
        ("<thinking>a</thinking>b", "b", "a"),
        ("<think></think>b", "b", ""),
        ("<think>a </thin b", "", "a </thin b"),
        ("<think>a</think>", "", "a"),
        ("b <think>a</think>", "b <think>a</think>", ""),
        ("<think>a</think>b<think>c</think>", "b<think>c</think>", "a"),
        ("<thin", "<thin", ""),
        ("<b>", "<b>", ""),
        ("\n  b", "\n  b", ""),
        ("", "", ""),
    ],
)
def test_only_a_section_at_the_start_is_thought(text: str, answer: str, thoughts: str) -> None:
    assert split(text) == (answer, thoughts)


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.data())
def test_cutting_anywhere_gives_the_same_texts(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]

    assert split(*chunks) == split(text)
    assert split(*text) == split(text)
