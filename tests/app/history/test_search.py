"""Words that were said are found, whatever signs stand between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.app.history import History
from tests.app.history.making import ROOT, answered, asked, awaited, talk


def found(history: History, words: str) -> list[str]:
    return [head.excerpt for head in history.search(words)]


@pytest.mark.parametrize(
    ("words", "excerpt"),
    [
        ("moved", "We «moved» snake_case to desktop/app/history.py, Élise said: a -> b"),
        ("MOV", "We «moved» snake_case to desktop/app/history.py, Élise said: a -> b"),
        ("elise moved", "We «moved» snake_case to desktop/app/history.py, «Élise» said: a -> b"),
        ("snake_case", "We moved «snake_case» to desktop/app/history.py, Élise said: a -> b"),
        ("snake_ca", "We moved «snake_case» to desktop/app/history.py, Élise said: a -> b"),
        ("app/hist", "We moved snake_case to desktop/«app/history».py, Élise said: a -> b"),
        ("history.py", "We moved snake_case to desktop/app/«history.py», Élise said: a -> b"),
        ("ktop/app", "We moved snake_case to des«ktop/app»/history.py, Élise said: a -> b"),
        ("->", "We moved snake_case to desktop/app/history.py, Élise said: a «->» b"),
        ("b", "We moved snake_case to desktop/app/history.py, Élise said: a -> «b»"),
    ],
)
def test_words_are_found_and_marked(history: History, words: str, excerpt: str) -> None:
    talk(history, "We moved snake_case to desktop/app/history.py,\nÉlise said: a -> b")

    assert found(history, words) == [excerpt]


def test_a_word_of_one_letter_is_not_taken_for_the_beginning_of_one(history: History) -> None:
    plan, _ = talk(history, "plan b")
    talk(history, "a branch")

    assert [head.key for head in history.search("b")] == [plan]


@pytest.mark.parametrize(
    "words", ["case snake_x", "snake history nothing", "_", "%", '"', "moved AND", "NOT gone", "moved OR gone", "mov*d"]
)
def test_what_was_not_said_is_not_found(history: History, words: str) -> None:
    talk(history, "We moved snake case to history")

    assert found(history, words) == []


def test_every_word_must_stand_in_one_turn(history: History) -> None:
    conversation, *_ = talk(history, "apples", "pears", "apples and pears")
    talk(history, "apples only", "pears only")

    assert [head.key for head in history.search("pears apples")] == [conversation]


def test_a_conversation_is_found_once_with_the_newest_place(history: History) -> None:
    talk(history, "the word", "again the word")

    assert found(history, "word") == ["again the «word»"]


def test_a_long_text_is_shown_around_the_word(history: History) -> None:
    talk(history, "far " * 500 + "needle" + " away" * 500)

    (excerpt,) = found(history, "needle")

    assert excerpt.startswith("…far far")
    assert "far «needle» away" in excerpt
    assert len(excerpt) < 180


def test_quotation_marks_of_the_text_are_not_taken_for_marks(history: History) -> None:
    talk(history, "say «one» two")

    assert found(history, "two") == ["say ‹one› «two»"]


def test_only_the_wanted_repository_is_searched(history: History) -> None:
    here, _ = talk(history, "word")
    elsewhere, _ = talk(history, "word", root="/home/ada/other")

    assert [head.key for head in history.search("word", ROOT)] == [here]
    assert [head.key for head in history.search("word")] == [elsewhere, here]
    assert [head.key for head in history.search("word", None, 1)] == [elsewhere]


def test_no_words_find_every_conversation(history: History) -> None:
    talk(history, "word")

    assert history.search(" ") == history.heads()


def test_a_given_name_is_found(history: History) -> None:
    conversation, _ = talk(history, "something else")
    history.rename(conversation, "Parser überholt")

    assert found(history, "parser uber") == ["«Parser» «überholt»"]


def test_a_reply_is_found_when_it_is_over_and_as_it_is_then(history: History) -> None:
    conversation, question = talk(history, "question")
    reply = history.add_turn(conversation, parent=question, turn=awaited())
    history.grow(reply, "first thoughts")
    history.end(reply, answered("second thoughts"))
    assert found(history, "second") == ["«second» thoughts"]
    history.grow(reply, "third")
    history.end(reply, answered("third thoughts"))

    assert found(history, "second") == []
    assert found(history, "third") == ["«third» thoughts"]


def test_any_text_can_be_looked_for(history: History) -> None:
    conversation = history.begin(ROOT)

    @given(st.text(st.characters(), max_size=40), st.text(alphabet="\"'*():^+-{}\\ aNEARANDOT\0\ud800", max_size=20))
    def look(said: str, also: str) -> None:
        history.add_turn(conversation, parent=None, turn=asked(f"{said} {also}"))
        history.search(said)
        history.search(also)
        history.search(f"{also}{said}")

    look()


@given(st.lists(st.text(alphabet="abcäßéøЖ中_", min_size=1, max_size=8), min_size=1, max_size=6), st.data())
def test_any_words_of_a_text_find_it(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], data: st.DataObject
) -> None:
    wanted = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=3))
    history = History.open(tmp_path_factory.mktemp("any") / "history.sqlite")
    talk(history, " ".join(words))

    heads = history.search(" ".join(wanted))
    history.close()

    if any(any(c.isalnum() for c in word) for word in wanted):
        assert heads


def test_the_longest_question_is_answered(history: History) -> None:
    talk(history, "word " * 10_000)

    assert found(history, "word " * 10_000)
