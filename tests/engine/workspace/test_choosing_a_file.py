"""Promises of giving a block another file: it lands there, can be undone, and outlives the program."""

import pytest

from guillemet.engine.applying.options import Append, Choice, Dismiss, InFile, PlaceAt, ReplaceFile
from guillemet.engine.errors import FileError, RepositoryError
from guillemet.engine.outcomes import Flag, Reason, Status
from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder

TAX = "RATE = 19\n\n\ndef tax(amount):\n    return amount * RATE / 100\n"
OLD = "def tax(amount):\n    return amount * rate / 100"
NEW = "def tax(amount):\n    return amount * rate / 100.0"
"""Differs from the file in a letter, so that nothing finds it by its text."""
MISSING = edit("lib/levy.py", OLD, NEW)


@pytest.fixture
def workspace(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"src/tax.py": TAX, "src/other.py": "x = 1\ny = 2\n"})
    return Workspace.open(repository.root)


def staged(workspace: Workspace, path: str = "src/tax.py") -> str:
    return workspace.texts(path).after


def test_a_failed_block_is_put_where_its_lines_stand_in_the_file_that_was_chosen(workspace: Workspace) -> None:
    assert workspace.apply(MISSING).outcomes[0].reason is Reason.FILE_NOT_FOUND

    outcome = workspace.choose(1, InFile("src/tax.py")).review.outcomes[0]

    assert (outcome.path, outcome.block.path) == ("src/tax.py", "lib/levy.py")
    assert Flag.FILE_BY_HAND in outcome.flags
    assert outcome.asks, "what was found by likeness waits, whoever chose the file"
    assert staged(workspace) == TAX.replace("/ 100", "/ 100.0")


def test_a_line_of_that_file_can_be_chosen_too(workspace: Workspace) -> None:
    workspace.apply(MISSING)

    outcome = workspace.choose(1, InFile("src/other.py", PlaceAt(2))).review.outcomes[0]

    assert (outcome.status, outcome.lines, outcome.asks) == (Status.APPLIED, (2,), False)
    assert staged(workspace, "src/other.py") == f"x = 1\n{NEW}\n"


@pytest.mark.parametrize(
    ("place", "after"),
    [(Append(), f"x = 1\ny = 2\n{NEW}\n"), (ReplaceFile(), f"{NEW}\n"), (PlaceAt(1, 0), f"{NEW}\nx = 1\ny = 2\n")],
)
def test_every_place_can_be_one_of_another_file(
    workspace: Workspace, place: PlaceAt | Append | ReplaceFile, after: str
) -> None:
    workspace.apply(MISSING)

    workspace.choose(1, InFile("src/other.py", place))

    assert staged(workspace, "src/other.py") == after


def test_the_choice_is_undone_and_done_again(workspace: Workspace) -> None:
    workspace.apply(MISSING)
    review = workspace.choose(1, InFile("src/tax.py")).review
    assert review.undo == "Put block 1 into src/tax.py"

    undone = workspace.undo().review
    assert (undone.outcomes[0].reason, undone.files) == (Reason.FILE_NOT_FOUND, ())

    assert [file.path for file in workspace.redo().review.files] == ["src/tax.py"]


def test_the_choice_outlives_the_program(workspace: Workspace) -> None:
    workspace.apply(MISSING)
    workspace.choose(1, InFile("src/tax.py"))

    again = Workspace.open(workspace.root)
    again.apply(edit("src/other.py", "x = 1", "x = 2"))
    again.choose(2, Dismiss())  # for which all replies are applied again

    assert again.review().outcomes[0].path == "src/tax.py"
    assert Flag.FILE_BY_HAND in again.review().outcomes[0].flags


def test_the_choice_is_taken_back(workspace: Workspace) -> None:
    workspace.apply(MISSING)
    workspace.choose(1, InFile("src/tax.py"))

    review = workspace.choose(1, None).review

    assert (review.outcomes[0].reason, review.files) == (Reason.FILE_NOT_FOUND, ())


def test_the_blocks_after_it_are_tried_again(workspace: Workspace) -> None:
    first = guillemet_edit("src/other.py", "RATE = 19", "RATE = 21")
    review = workspace.apply(first + guillemet_edit("src/other.py", "y = 2", "y = 3")).review
    assert [outcome.status for outcome in review.outcomes] == [Status.FAILED, Status.SKIPPED]

    review = workspace.choose(1, InFile("src/tax.py")).review

    assert [outcome.status for outcome in review.outcomes] == [Status.APPLIED, Status.APPLIED]


def test_in_a_file_where_it_fails_as_well_it_stops_no_other_block(workspace: Workspace) -> None:
    first = guillemet_edit("src/other.py", "nowhere in any file", "RATE = 21")
    workspace.apply(
        first
        + guillemet_edit("src/tax.py", "RATE = 19", "RATE = 20")
        + guillemet_edit("src/other.py", "y = 2", "y = 3")
    )

    review = workspace.choose(1, InFile("src/tax.py")).review

    assert [outcome.status for outcome in review.outcomes] == [Status.FAILED, Status.APPLIED, Status.SKIPPED]


def test_a_line_counts_as_the_file_is_proposed_with_later_blocks(workspace: Workspace) -> None:
    workspace.apply(MISSING + edit("src/other.py", "x = 1", "a = 1\nb = 1\nx = 1"))

    workspace.choose(1, InFile("src/other.py", PlaceAt(4)))

    assert staged(workspace, "src/other.py") == f"a = 1\nb = 1\nx = 1\n{NEW}\n"


def test_a_place_of_a_block_found_by_its_text_is_one_of_that_file(workspace: Workspace) -> None:
    workspace.apply(edit("", "def tax(amount):", "def tax(amount, rate):"))

    outcome = workspace.choose(1, PlaceAt(1)).review.outcomes[0]

    assert (outcome.status, outcome.path, outcome.lines) == (Status.APPLIED, "src/tax.py", (1,))


def test_a_place_of_a_block_with_a_chosen_file_is_one_of_that_file(workspace: Workspace) -> None:
    workspace.apply(MISSING)
    workspace.choose(1, InFile("src/other.py"))

    outcome = workspace.choose(1, Append()).review.outcomes[0]

    assert (outcome.status, outcome.path) == (Status.APPLIED, "src/other.py")


def test_a_new_file_can_get_another_path(workspace: Workspace) -> None:
    workspace.apply(create("../total.py", "TOTAL = 1"))

    workspace.choose(1, InFile("src/total.py"))

    assert staged(workspace, "src/total.py") == "TOTAL = 1\n"


def test_a_file_that_lacks_the_lines_fails_with_the_reason(workspace: Workspace) -> None:
    workspace.apply(MISSING)

    outcome = workspace.choose(1, InFile("src/other.py")).review.outcomes[0]

    assert (outcome.path, outcome.reason) == ("src/other.py", Reason.NOT_FOUND)


@pytest.mark.parametrize("path", ["../out.py", "/etc/passwd", ".git/config", "C:\\x", ""])
def test_no_path_out_of_the_repository_can_be_chosen(workspace: Workspace, path: str) -> None:
    workspace.apply(MISSING)

    with pytest.raises(FileError):
        workspace.choose(1, InFile(path))

    assert workspace.review().files == ()


@pytest.mark.parametrize("choice", [InFile("src/tax.py"), InFile("src/tax.py", PlaceAt(1))])
def test_a_file_that_is_decided_stays_as_it_is(workspace: Workspace, choice: Choice) -> None:
    workspace.apply(MISSING + edit("src/tax.py", "RATE = 19", "RATE = 21"))
    workspace.accept(["src/tax.py"])

    with pytest.raises(RepositoryError, match=r"src/tax\.py is decided already"):
        workspace.choose(1, choice)


def test_a_failed_block_of_a_decided_file_goes_into_another_one(workspace: Workspace) -> None:
    workspace.apply(edit("src/other.py", "x = 1", "x = 2") + edit("src/other.py", OLD, NEW))
    workspace.accept(["src/other.py"])

    review = workspace.choose(2, InFile("src/tax.py")).review

    assert [outcome.path for outcome in review.outcomes] == ["src/other.py", "src/tax.py"]
    assert staged(workspace) == TAX.replace("/ 100", "/ 100.0")
    assert (workspace.root / "src/other.py").read_text() == "x = 2\ny = 2\n"


def test_the_places_in_a_chosen_file_are_lines_of_it_as_it_is_proposed(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "head = 1\nvalue = 12345\nvalue = 12345\n", "b.py": "value = 12345\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(
        guillemet_edit("c.py", "value = 12345", "value = 2") + edit("a.py", "head = 1", "head = 1\nmore = 1")
    )

    outcome = workspace.choose(1, InFile("a.py")).review.outcomes[0]

    assert (outcome.reason, outcome.lines) == (Reason.AMBIGUOUS, (3, 4))
    assert "matches at lines 3 and 4" in outcome.message
