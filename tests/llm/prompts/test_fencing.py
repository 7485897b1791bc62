"""Text shown to a model as data."""

from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.formats.fences import read_fence
from guillemet.llm.prompts.fencing import cut_middle, fenced, shown_path

CONTENT = st.text(st.sampled_from("`~ab \n\r\t\u2028<>=")) | st.text()


@given(CONTENT)
def test_nothing_in_a_fence_closes_it(text: str) -> None:
    first, *lines, last = fenced(text, "python").replace("\r", "\n").split("\n")

    opened, closing = read_fence(first), read_fence(last)
    assert opened is not None
    assert closing is not None
    assert closing.closes(opened)
    assert not any(found.closes(opened) for line in lines if (found := read_fence(line.strip())))


@given(CONTENT)
def test_a_fence_keeps_every_character_of_its_content(text: str) -> None:
    shown = fenced(text)

    inside = shown[shown.index("\n") + 1 : shown.rindex("`" * 3)].rstrip("`")
    assert inside in (text, text + "\n")


@given(st.text())
def test_a_path_stays_on_its_line(path: str) -> None:
    assert len(shown_path(path).splitlines()) <= 1


def test_a_plain_path_is_shown_as_it_is() -> None:
    assert shown_path("src/ä b/Größe.py") == "src/ä b/Größe.py"


def test_a_long_text_keeps_its_two_ends_and_says_what_is_missing() -> None:
    text = "".join(f"line {number}\n" for number in range(100))

    cut = cut_middle(text, 100)

    assert cut.startswith("line 0\n")
    assert cut.endswith("line 99\n")
    shown = [line for line in cut.splitlines() if line.startswith("line")]
    assert f"[{100 - len(shown)} lines are left out here]" in cut


@given(st.text(st.sampled_from("ab\n")), st.integers(2, 30))
def test_a_cut_text_is_bounded(text: str, most: int) -> None:
    assert len(cut_middle(text, most)) <= max(len(text), most) + 40
