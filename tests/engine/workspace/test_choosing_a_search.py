"""Promises of giving a block another text to search for: previewed without a trace, applied, kept and undone."""

from time import thread_time

import pytest

from guillemet.engine.applying.options import InFile, SearchFor
from guillemet.engine.errors import RepositoryError
from guillemet.engine.outcomes import Flag, PlacedLines, Reason, Status
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder

TAX = "RATE = 19\n\n\ndef tax(amount):\n    return amount * RATE / 100\n"
FAILING = guillemet_edit("tax.py", "    return amounts * RATE / 100", "    return amounts * RATE / 100 + fee")
FOUND = SearchFor("    return amount * RATE / 100")
AFTER = TAX.replace("RATE / 100", "RATE / 100 + fee")
DEPENDENT = guillemet_edit(
    "tax.py", "    return amount * RATE / 100 + fee", "    return round(amount * RATE / 100 + fee)"
)


@pytest.fixture
def workspace(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"tax.py": TAX, "other.py": "x = 1\n"})
    return Workspace.open(repository.root)


def staged(workspace: Workspace, path: str = "tax.py") -> str:
    return workspace.texts(path).after


def test_a_failed_block_finds_the_text_it_is_given(workspace: Workspace) -> None:
    assert workspace.apply(FAILING).outcomes[0].status is Status.FAILED

    outcome = workspace.choose(1, FOUND).review.outcomes[0]

    assert (outcome.status, outcome.flags) == (Status.APPLIED, {Flag.SEARCHED_BY_HAND})
    assert staged(workspace) == AFTER


def test_the_choice_outlives_the_program_and_later_replies(workspace: Workspace) -> None:
    workspace.apply(FAILING)
    workspace.choose(1, FOUND)

    again = Workspace.open(workspace.root)
    again.apply(edit("other.py", "x = 1", "x = 2"))
    again.choose(2, SearchFor("x = 1"))

    assert staged(again) == AFTER
    assert again.review().outcomes[0].flags == {Flag.SEARCHED_BY_HAND}


def test_the_choice_is_undone_done_again_and_taken_back(workspace: Workspace, repository: RepositoryBuilder) -> None:
    workspace.apply(FAILING)
    before = repository.snapshot()
    workspace.choose(1, FOUND)

    assert workspace.undo().review.outcomes[0].reason is Reason.NOT_FOUND
    assert workspace.redo().review.outcomes[0].status is Status.APPLIED
    assert workspace.choose(1, None).review.outcomes[0].reason is Reason.NOT_FOUND
    assert repository.snapshot() == before


def test_what_depends_on_the_block_is_tried_again_in_this_reply_and_later_ones(workspace: Workspace) -> None:
    workspace.apply(FAILING + DEPENDENT + edit("other.py", "x = 1", "x = 2"))
    workspace.apply(edit("tax.py", "    return round(amount * RATE / 100 + fee)", "    return 0"))
    assert [one.is_success for one in workspace.review().outcomes] == [False, False, True, False]

    review = workspace.choose(1, FOUND).review

    assert [one.status for one in review.outcomes] == [Status.APPLIED] * 4
    assert staged(workspace) == TAX.replace("amount * RATE / 100", "0")
    assert [one.is_success for one in workspace.undo().review.outcomes] == [False, False, True, False]


def test_the_text_is_searched_in_another_file_once_that_was_chosen(workspace: Workspace) -> None:
    workspace.apply(FAILING.replace("tax.py", "lib/levy.py"))
    workspace.choose(1, InFile("tax.py"))

    outcome = workspace.choose(1, FOUND).review.outcomes[0]

    assert outcome.flags == {Flag.SEARCHED_BY_HAND, Flag.FILE_BY_HAND}
    assert staged(workspace) == AFTER


def test_a_block_that_searches_for_nothing_takes_no_text(workspace: Workspace) -> None:
    workspace.apply(create("new.py", "x"))

    with pytest.raises(RepositoryError, match="searches for no text"):
        workspace.choose(1, FOUND)
    with pytest.raises(RepositoryError, match="searches for no text"):
        workspace.preview_search(1, FOUND.text)


@pytest.mark.parametrize(
    "text", [FOUND.text, "", "    return", "amount * RATE / 100", "def tax(amount):\n  return amount", "RATE = 19\n"]
)
def test_a_preview_says_what_the_choice_comes_to_and_leaves_no_trace(
    workspace: Workspace, repository: RepositoryBuilder, text: str
) -> None:
    workspace.apply(edit("tax.py", "RATE = 19", "RATE = 20") + FAILING + DEPENDENT)
    before = repository.state(), workspace.review()

    previews = [workspace.preview_search(2, one).outcome for one in (text, "else", text)]

    assert (repository.state(), workspace.review()) == before
    assert previews[0] == previews[2]
    outcome = workspace.choose(2, SearchFor(text)).review.outcomes[1]
    found = previews[0]
    assert (found.status, found.how, found.message, found.flags) == (
        *(outcome.status, outcome.how, outcome.message, outcome.flags),
    )
    assert found.lines == outcome.lines
    assert found.is_success or found.nearest == outcome.nearest


def test_a_preview_names_lines_of_the_file_as_it_is_proposed(workspace: Workspace) -> None:
    workspace.apply(FAILING + edit("tax.py", "RATE = 19", "import os\n\nRATE = 19"))

    outcome = workspace.preview_search(1, FOUND.text).outcome

    assert outcome.lines == (7,)
    assert (outcome.nearest[0].line, outcome.nearest[0].count, outcome.nearest[0].similarity) == (7, 1, 1)
    assert outcome.nearest[0].text == FOUND.text
    assert outcome.nearest[0].placed == PlacedLines(0, 1, ("    return amount * RATE / 100 + fee",))


def test_a_preview_sees_what_another_program_wrote_since(workspace: Workspace, repository: RepositoryBuilder) -> None:
    workspace.apply(FAILING)
    assert workspace.preview_search(1, "    return 0").outcome.status is Status.FAILED

    repository.write({"tax.py": TAX.replace("amount * RATE / 100", "0")})

    assert workspace.preview_search(1, "    return 0").outcome.status is Status.APPLIED


def test_a_preview_in_a_file_of_2000_lines_keeps_up_with_typing(repository: RepositoryBuilder) -> None:
    lines = [f"    value_{number} = compute({number}, other_{number % 7})" for number in range(2_000)]
    repository.commit({"a.py": "\n".join(lines) + "\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "nowhere at all", "x = 1"))
    workspace.preview_search(1, "else")
    text = "\n".join(lines[1_000:1_020]).replace("compute(1010", "computed(1010")

    begun = thread_time()  # of the processor: others that work meanwhile do not count
    workspace.preview_search(1, text)

    assert thread_time() - begun < 1, "0.03 s"
