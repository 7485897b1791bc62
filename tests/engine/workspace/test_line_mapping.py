"""Promises of the lines a review tells: they are those of the file as it is proposed, whatever later blocks put in."""

import random

import pytest

from guillemet.engine.applying.options import PlaceAt
from guillemet.engine.outcomes import Change, Flag, Nearest, Outcome, Reason, Status
from guillemet.engine.review import Part, Review
from guillemet.engine.workspace import Workspace, line_mapping
from guillemet.engine.workspace.line_mapping import LineMap, moved, traced
from tests.kit.replies import edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder

SHOP = "import os\n\n\ndef total(prices):\n    result = sum(prices)\n    return result\n"
MISSED = edit("shop.py", "    result = sum(all_of(prices), start)\n    return result", "    return sum(prices)")
ABOVE = edit("shop.py", "import os", "import math\nimport os\nimport sys")
BELOW = edit("shop.py", "def total(prices):", "def total(prices):\n    # all of them")


def missed_below_two_new_lines(repository: RepositoryBuilder, *more: str) -> tuple[Workspace, Review]:
    repository.commit({"shop.py": SHOP})
    workspace = Workspace.open(repository.root)
    review = workspace.apply("".join((MISSED, ABOVE, *more))).review
    assert review.outcomes[0].status is Status.FAILED
    return workspace, review


def shown_at(workspace: Workspace, near: Nearest) -> str:
    lines = workspace.texts(near.path).after.splitlines()
    return "\n".join(lines[near.line - 1 : near.line - 1 + near.count])


def test_the_nearest_place_is_a_place_of_the_file_as_proposed(repository: RepositoryBuilder) -> None:
    workspace, review = missed_below_two_new_lines(repository)

    near = review.outcomes[0].nearest[0]

    assert near.line == 7
    assert shown_at(workspace, near) == near.text == "    result = sum(prices)\n    return result"


def test_a_block_placed_at_the_line_that_is_shown_lands_there(repository: RepositoryBuilder) -> None:
    workspace, review = missed_below_two_new_lines(repository)
    near = review.outcomes[0].nearest[0]

    for choice in (PlaceAt(near.line, near.count), PlaceAt(near.line)):
        review = workspace.choose(1, choice).review

        text = workspace.texts("shop.py").after
        assert text == "import math\nimport os\nimport sys\n\n\ndef total(prices):\n    return sum(prices)\n"
        assert review.outcomes[0].lines == (7,)
        workspace.choose(1, None)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (8, ["    # all of them", "    return sum(prices)", "    return result"]),
        (9, ["    # all of them", "    result = sum(prices)", "    return sum(prices)"]),
    ],
)
def test_a_block_placed_at_any_other_lines_lands_there_too(
    repository: RepositoryBuilder, line: int, after: list[str]
) -> None:
    workspace, review = missed_below_two_new_lines(repository, BELOW)
    assert (review.outcomes[0].nearest[0].line, review.outcomes[0].nearest[0].count) == (8, 2)

    workspace.choose(1, PlaceAt(line, 1))

    assert workspace.texts("shop.py").after.splitlines()[6:] == after


@pytest.mark.parametrize("new", ["x", "one\nx", "x\ntwo", "one", "two", "one\nmore\ntwo", "x\ny\nz"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_block_placed_again_over_exactly_its_new_lines_replaces_what_it_replaced_first(
    repository: RepositoryBuilder, new: str, count: int
) -> None:
    repository.commit({"a.py": "top\none\ntwo\nend\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "not there at all", new) + edit("a.py", "top", "above\ntop"))
    workspace.choose(1, PlaceAt(3, count))
    placed = workspace.texts("a.py").after
    assert placed == "\n".join(["above", "top", *new.split("\n"), *["one", "two", "end"][count:], ""])

    workspace.choose(1, PlaceAt(3, len(new.split("\n"))))

    assert workspace.texts("a.py").after == placed


@pytest.mark.parametrize(("line", "count", "after"), [(3, 1, "a x d"), (2, 2, "x d"), (3, 2, "a x")])
def test_a_block_placed_over_what_a_later_block_made_shorter_replaces_all_of_it(
    repository: RepositoryBuilder, line: int, count: int, after: str
) -> None:
    repository.commit({"a.py": "top\na\nb\nc\nd\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "not there at all", "x") + edit("a.py", "b\nc", "short"))

    workspace.choose(1, PlaceAt(line, count))

    assert workspace.texts("a.py").after.split() == ["top", *after.split()]


def test_a_later_reply_moves_the_lines_of_an_earlier_one(repository: RepositoryBuilder) -> None:
    workspace, _ = missed_below_two_new_lines(repository)

    review = workspace.apply(edit("shop.py", "import math", "import json\nimport math")).review

    near = review.outcomes[0].nearest[0]
    assert near.line == 8
    assert shown_at(workspace, near) == near.text


def test_lines_of_blocks_that_landed_are_those_of_the_file_as_proposed(repository: RepositoryBuilder) -> None:
    repository.commit({"shop.py": SHOP})
    workspace = Workspace.open(repository.root)

    applied = workspace.apply(edit("shop.py", "    return result", "    return round(result)") + ABOVE)

    assert applied.outcomes == applied.review.outcomes
    assert [outcome.lines for outcome in applied.outcomes] == [(8,), (1,)]


def test_every_place_of_an_ambiguous_block_is_told_and_taken_as_it_is_shown(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "top\nx = 1\nx = 1\n", "b.py": "b\n"})
    workspace = Workspace.open(repository.root)
    review = workspace.apply(guillemet_edit("a.py", "x = 1", "x = 2") + edit("a.py", "top", "top\nmore")).review
    assert review.outcomes[0].reason is Reason.AMBIGUOUS
    assert review.outcomes[0].lines == (3, 4)
    assert [near.line for near in review.outcomes[0].nearest] == [3, 4]
    assert review.outcomes[0].message == "Edit location is ambiguous (matches at lines 3 and 4)"

    workspace.choose(1, PlaceAt(4))

    assert workspace.texts("a.py").after == "top\nmore\nx = 1\nx = 2\n"


def test_the_other_places_of_a_block_that_grew_stand_below_its_new_lines(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "x = 1\nmiddle\nx = 1\n"})
    workspace = Workspace.open(repository.root)
    review = workspace.apply(edit("a.py", "x = 1", "x = 2\ny = 2")).review
    assert Flag.SEVERAL_PLACES in review.outcomes[0].flags
    assert review.outcomes[0].lines == (1, 4)

    workspace.choose(1, PlaceAt(4))

    assert workspace.texts("a.py").after == "x = 1\nmiddle\nx = 2\ny = 2\n"


def test_a_nearest_place_of_which_a_later_block_removed_lines_is_still_that_place(
    repository: RepositoryBuilder,
) -> None:
    removed = edit("shop.py", "def total(prices):\n    result = sum(prices)", "")
    repository.commit({"shop.py": SHOP})
    workspace = Workspace.open(repository.root)
    near = workspace.apply(MISSED + removed).review.outcomes[0].nearest[0]

    workspace.choose(1, PlaceAt(near.line, near.count))

    assert workspace.texts("shop.py").after == "import os\n\n\ndef total(prices):\n    return sum(prices)\n"


def test_a_block_that_removes_lines_is_put_where_it_is(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "x = 1\nmiddle\nx = 1\n"})
    workspace = Workspace.open(repository.root)
    review = workspace.apply(edit("a.py", "x = 1", "")).review
    assert review.outcomes[0].lines == (1, 2)

    workspace.choose(1, PlaceAt(1))

    assert workspace.texts("a.py").after == "middle\nx = 1\n"


@pytest.mark.parametrize(("count", "left"), [(3, "below\n"), (4, "")], ids=["its own", "one more"])
def test_a_block_that_was_placed_is_put_over_the_lines_that_it_made(
    repository: RepositoryBuilder, count: int, left: str
) -> None:
    repository.commit({"a.py": "above\nx = 1\nbelow\n"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("a.py", "nowhere", "x = 2\ny = 2\nz = 2"))
    workspace.choose(1, PlaceAt(2, 1))

    workspace.choose(1, PlaceAt(2, count))

    assert workspace.texts("a.py").after == "above\nx = 2\ny = 2\nz = 2\n" + left


def test_a_review_of_another_window_tells_the_same_lines(repository: RepositoryBuilder) -> None:
    _, review = missed_below_two_new_lines(repository)

    outcomes: tuple[Outcome, ...] = Workspace.open(repository.root).review().outcomes

    assert outcomes == review.outcomes


def test_lines_are_followed_through_changes_and_traced_back() -> None:
    changes = (Change(1, 0, 2), Change(5, 3, 1))

    assert [LineMap(changes).followed(line) for line in (1, 2, 3, 6, 7)] == [3, 4, 5, 6, 7]
    assert [traced(line, reversed(changes)) for line in (3, 4, 5, 6, 7)] == [1, 2, 3, 6, 7]


@pytest.mark.parametrize("page", [2, 128])
@pytest.mark.parametrize("seed", range(30))
def test_lines_followed_through_many_changes_at_once_move_as_through_one_after_the_other(
    seed: int, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_mapping, "_PAGE", page)
    chance = random.Random(seed)  # noqa: S311 - no secret
    length, changes = 400, list[Change]()
    for _ in range(chance.choice((3, 30, 600))):
        line = chance.randint(1, length + 1)
        changes.append(Change(line, chance.randint(0, min(4, length + 1 - line)), chance.randint(0, 4)))
        length += changes[-1].new_count - changes[-1].count

    line_map = LineMap(changes)

    for line in range(1, 420):
        at = line
        for one in changes:
            at = moved(at, one.line, one.count, one.new_count)
        assert line_map.followed(line) == at


def test_lines_are_those_of_the_file_as_the_user_edited_it_or_another_program_changed_it(
    repository: RepositoryBuilder,
) -> None:
    workspace, _ = missed_below_two_new_lines(repository)
    texts = workspace.texts("shop.py")
    workspace.edit("shop.py", texts.after.replace("import sys\n", "import sys\nimport re\nimport io\n"), texts.identity)
    repository.write({"shop.py": SHOP.replace("\ndef", "# A shop\n\ndef")})

    near = workspace.review().outcomes[0].nearest[0]
    assert shown_at(workspace, near) == near.text
    workspace.apply(edit("shop.py", "import io", "import io\nimport json"))
    near = workspace.review().outcomes[0].nearest[0]
    assert shown_at(workspace, near) == near.text
    for choice in (PlaceAt(near.line, near.count), PlaceAt(near.line)):
        workspace.choose(1, choice)

        head = "import math\nimport os\nimport sys\nimport re\nimport io\nimport json\n\n# A shop\n\n"
        assert workspace.texts("shop.py").after == head + "def total(prices):\n    return sum(prices)\n"
        assert workspace.review().outcomes[0].lines == (11,)
        workspace.choose(1, None)


def test_lines_stay_right_when_a_file_is_committed_of_which_a_part_was_rejected(repository: RepositoryBuilder) -> None:
    workspace, _ = missed_below_two_new_lines(repository, BELOW)
    texts = workspace.texts("shop.py")
    workspace.reject_part("shop.py", Part((), ((0, 1),), texts.identity))
    workspace.accept(["shop.py"])
    workspace.commit("A shop")

    outcome = workspace.review().outcomes[2]

    assert workspace.read("shop.py") is not None
    assert repository.read("shop.py").splitlines()[outcome.lines[0]] == b"    # all of them"


def test_the_lines_that_a_whole_file_changes_are_those_of_the_file_as_proposed(repository: RepositoryBuilder) -> None:
    repository.commit({"shop.py": SHOP})
    workspace = Workspace.open(repository.root)
    whole = SHOP.replace("import os", "import sys").replace("    result = sum(prices)\n", "")

    review = workspace.apply(f"shop.py\n```\n{whole}```\n\n{BELOW}").review

    lines = workspace.texts("shop.py").after.splitlines()
    assert lines[3:] == ["def total(prices):", "    # all of them", "    return result"]
    assert review.outcomes[0].changed == ((0, 1), (5, 5))


@pytest.mark.parametrize(
    "listing", ["{}", "# ... existing code ...\n\n{}", "import os\n\n# ... existing code ...\n\n{}"]
)
def test_the_lines_that_a_listing_of_a_part_changes_are_those_of_the_file_as_proposed(
    repository: RepositoryBuilder, listing: str
) -> None:
    last = "def last(prices):\n    return prices[-1]\n"
    repository.commit({"shop.py": f"{SHOP}\n\n{last}"})
    workspace = Workspace.open(repository.root)
    workspace.apply(edit("shop.py", "    return result", "    return result  # all"))

    reply = f"In `shop.py`:\n\n```python\n{listing.format(last.replace('-1', 'len(prices) - 1'))}```\n"
    review = workspace.apply(reply + edit("shop.py", "import os", "import os\nimport sys")).review

    lines = workspace.texts("shop.py").after.splitlines()
    assert [lines[slice(*one)] for one in review.outcomes[1].changed] == [["    return prices[len(prices) - 1]"]]
    assert [lines[slice(*one)] for one in review.files[0].brought] == [
        ["    return prices[len(prices) - 1]"],
        ["import sys"],
    ]
