"""Promises of editing what is proposed for a file."""

import pytest

from guillemet.engine.applying.options import Dismiss, PlaceAt
from guillemet.engine.outcomes import Flag, Missing, Reason, Rung, Status
from guillemet.engine.review import Badge, ConflictChoice, Decision, KeptLines, OwnLines
from guillemet.engine.workspace import Workspace
from tests.engine.workspace.parts import LONG, capital, file_of, hunks, opened, proposed, sides
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.streamed import grow, id_of


def test_an_edit_is_what_lands(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    before = repository.state()

    done = workspace.edit("b.txt", "mine\nB\n", workspace.texts("b.txt").identity)

    assert repository.state() == before
    assert (file_of(done.review, "b.txt").is_edited, done.review.undo) == (True, "Edit b.txt")
    workspace.accept(["b.txt"])
    assert repository.read("b.txt") == b"mine\nB\n"
    assert file_of(workspace.review(), "b.txt").is_edited


def test_an_edit_that_leaves_nothing_rejects_the_file(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)

    review = workspace.edit("b.txt", "b\n", workspace.texts("b.txt").identity).review

    assert file_of(review, "b.txt").decision is Decision.REJECTED
    assert workspace.texts("b.txt").after == "B\n"


def test_an_edit_that_changes_nothing_is_no_step(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    undo = workspace.review().undo

    review = workspace.edit("b.txt", "B\n", workspace.texts("b.txt").identity).review

    assert (review.undo, file_of(review, "b.txt").is_edited) == (undo, False)


def test_an_edit_that_is_edited_back_is_none(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    workspace.edit("b.txt", "mine\nB\n", workspace.texts("b.txt").identity)

    review = workspace.edit("b.txt", "B\n", workspace.texts("b.txt").identity).review

    assert not file_of(review, "b.txt").is_edited
    assert sides(workspace, "b.txt") == (b"b\n", b"B\n")


def test_a_hunk_that_was_rejected_comes_back_and_what_another_program_changed_stays(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    repository.write({"a.txt": LONG.replace("line 14", "mine")})
    workspace.reject_part("a.txt", hunks(workspace, 1))

    workspace.reconsider(["a.txt"])

    assert sides(workspace) == tuple(text.replace(b"line 14", b"mine") for text in (LONG.encode(), capital(2, 10, 18)))


def test_a_hunk_that_was_rejected_after_an_edit_comes_back_and_the_edit_stays(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    edited = capital(2, 10, 18).replace(b"line 20", b"mine")
    workspace.edit("a.txt", edited.decode(), workspace.texts("a.txt").identity)
    workspace.reject_part("a.txt", hunks(workspace, 1))

    workspace.reconsider(["a.txt"])

    assert sides(workspace)[1] == edited


def test_a_rejected_hunk_is_rejected_before_a_later_reply_also_when_another_one_is_after_it(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 1))
    workspace.apply(edit("a.txt", "LINE 2", "LINE two") + edit("b.txt", "B", "C"))
    workspace.reject_part("a.txt", hunks(workspace, 1))

    outcomes = workspace.choose(6, Dismiss()).review.outcomes

    assert outcomes[4].reason is Reason.NOT_FOUND
    assert sides(workspace) == (LONG.encode(), capital(18))


def test_an_edit_in_a_conflict_is_for_the_file_as_it_lies_there(repository: RepositoryBuilder) -> None:
    workspace = proposed(repository)
    repository.write({"b.txt": "mine\n"})
    assert workspace.texts("b.txt").conflict

    done = workspace.edit("b.txt", "mine and B\n", workspace.texts("b.txt").identity)

    assert not done.refusals
    assert sides(workspace, "b.txt") == (b"mine\n", b"mine and B\n")
    assert Badge.CONFLICT not in file_of(done.review, "b.txt").badges
    workspace.accept(["b.txt"])
    assert repository.read("b.txt") == b"mine and B\n"
    workspace.undo()
    assert repository.read("b.txt") == b"mine\n"


def test_an_edit_with_a_character_that_the_encoding_lacks_is_refused(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": b"\xe9\nb\n"}, edit("a.txt", "b", "B"))

    done = workspace.edit("a.txt", "é\n≠\n", workspace.texts("a.txt").identity)

    assert "cannot hold" in done.refusals[0].message


def test_rejected_hunks_and_edits_survive_more_of_the_reply(repository: RepositoryBuilder) -> None:
    reply = "".join(edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 6, 10))
    workspace = opened(repository, {"a.txt": LONG})
    grow(workspace, "", reply)
    workspace.reject_part("a.txt", hunks(workspace, 2))
    workspace.edit("a.txt", capital(2, 10).decode().replace("line 20", "mine"), workspace.texts("a.txt").identity)
    workspace.accept_part("a.txt", hunks(workspace, 1))

    more = reply + edit("a.txt", "line 14", "LINE 14")
    grow(workspace, reply, more)
    applied = grow(workspace, more, more + edit("a.txt", "line 17", "LINE 17"))

    assert sides(workspace) == (capital(2), capital(2, 10, 14, 17).replace(b"line 20", b"mine"))
    file = file_of(applied.review)
    assert (file.is_edited, file.accepted_hunks, file.rejected_hunks, file.hunks) == (True, 1, 1, 6)
    workspace.reconsider(["a.txt"])
    assert sides(workspace) == (LONG.encode(), capital(2, 6, 10, 14, 17).replace(b"line 20", b"mine"))


def test_edits_survive_a_later_reply_and_a_choice_about_the_first(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG.replace("line 4\n", "line 2\n")}, edit("a.txt", "line 2", "LINE 2"))
    workspace.choose(1, PlaceAt(2))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 20", "mine"), text.identity)
    workspace.apply(edit("a.txt", "mine", "mine, too"))

    workspace.choose(1, PlaceAt(4))

    assert workspace.texts("a.txt").after == text.before.replace("line 2\nline 5", "LINE 2\nline 5").replace(
        "line 20", "mine, too"
    )
    workspace.undo()
    assert workspace.texts("a.txt").after == text.after.replace("line 20", "mine, too")


@pytest.mark.parametrize("is_streamed", [False, True])
def test_an_edit_survives_a_later_reply_that_gives_the_file_as_a_whole(
    repository: RepositoryBuilder, *, is_streamed: bool
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 20", "mine"), text.identity)
    whole = LONG.replace("line 2\n", "line two\n").replace("line 10\n", "line ten\n")
    wanted = whole.replace("line 20", "mine")
    begun = create("b.txt", "b")
    reply = f"{begun}\na.txt\n```\n{whole}```\n"

    if is_streamed:
        grow(workspace, "", begun)
        review = workspace.grow(id_of(workspace, begun), reply).review
    else:
        review = workspace.apply(reply).review

    assert workspace.texts("a.txt").after == wanted
    file = file_of(review)
    assert (file.is_edited, Badge.ASKS in file.badges, review.notes) == (True, False, ())
    workspace.apply(edit("a.txt", "mine", "mine, too"))
    workspace.choose(3, Dismiss())
    assert workspace.texts("a.txt").after == text.after.replace("line 20", "mine, too")
    workspace.undo()
    workspace.undo()
    workspace.undo()
    assert workspace.texts("a.txt").after == text.after.replace("line 20", "mine")


def test_an_edit_survives_a_later_whole_file_that_ends_where_the_file_goes_on(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 20", "line 20\nlast"))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 20", "mine\nline 20"), text.identity)

    review = workspace.apply(f"a.txt\n```\n{LONG.replace('line 10', 'line ten')}```\n").review

    assert Flag.CUT_SHORT in review.outcomes[-1].flags
    assert workspace.texts("a.txt").after.endswith("line 19\nmine\nline 20\nlast\n")
    workspace.choose(2, Dismiss())
    assert workspace.texts("a.txt").after == text.after.replace("line 20", "mine\nline 20")


def test_an_edit_of_a_file_that_replies_gave_as_a_whole_twice_survives_the_dismissal_of_another_block(
    repository: RepositoryBuilder,
) -> None:
    wholes = [f"a.txt\n```\n{LONG.replace(line, line.upper())}```\n" for line in ("line 3\n", "line 7\n")]
    workspace = opened(repository, {"a.txt": LONG}, wholes[0], edit("a.txt", "line 5", "LINE 5"), wholes[1])
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after + "mine\n", text.identity)

    workspace.choose(2, Dismiss())

    assert Flag.CUT_SHORT not in workspace.review().outcomes[-1].flags
    assert workspace.texts("a.txt").after == text.after + "mine\n"


def test_an_edited_file_of_which_a_later_reply_gives_those_lines_otherwise_or_which_it_deletes_asks(
    repository: RepositoryBuilder,
) -> None:
    files = {"a.txt": LONG, "b.txt": LONG}
    workspace = opened(repository, files, "".join(edit(path, "line 2", "LINE 2") for path in files))
    for path in files:
        text = workspace.texts(path)
        workspace.edit(path, text.after.replace("line 20", "mine"), text.identity)
    whole = LONG.replace("line 10\n", "line ten\n").replace("line 20", "LINE 20")

    review = workspace.apply(f"a.txt\n```\n{whole}```\n\n```diff\n--- a/b.txt\n+++ /dev/null\n```\n").review

    assert workspace.texts("a.txt").after == whole.replace("LINE 20", "mine")
    assert [(one.badges, one.is_edited) for one in review.files] == [
        ({Badge.ASKS, Badge.YOURS_KEPT}, True),
        ({Badge.ASKS}, False),
    ]
    assert review.notes == (
        "A reply changes a.txt in the same lines as you did, or next to them. Your version is kept. Look at it again.",
        "A reply deletes b.txt, which you edited. Look at it again.",
    )
    workspace.undo()
    assert all("mine" in workspace.texts(path).after for path in files)


def test_the_users_version_is_kept_where_a_reply_changes_the_same_lines(repository: RepositoryBuilder) -> None:
    reply = edit("a.txt", "line 2", "LINE 2")
    workspace = opened(repository, {"a.txt": LONG})
    grow(workspace, "", reply)
    mine = LONG.replace("line 2\nline 3\n", "mine 2\nmine 3\n")
    workspace.edit("a.txt", mine, workspace.texts("a.txt").identity)

    applied = grow(workspace, reply, reply + edit("a.txt", "line 3", "LINE 3"))

    assert workspace.texts("a.txt").after == mine
    assert Badge.ASKS in file_of(applied.review).badges
    assert applied.review.notes == (
        "A reply changes a.txt in the same lines as you did, or next to them. Your version is kept. Look at it again.",
    )
    assert not workspace.review().notes


WHOLE = LONG.replace("line 5\n", "LINE 5\n").replace("line 10\n", "LINE 10\n").replace("line 20", "LINE 20")


def with_lines_kept(repository: RepositoryBuilder) -> Workspace:
    """Return a workspace with an edit of two lines for which a later reply, that gives the whole file, has others."""
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    text = workspace.texts("a.txt")
    mine = text.after.replace("line 20", "mine 20").replace("line 5\n", "mine 5\n")
    workspace.edit("a.txt", mine, text.identity)
    workspace.apply(f"a.txt\n```\n{WHOLE}```\n")
    return workspace


def test_lines_kept_from_a_later_reply_are_shown_with_those_of_the_reply_and_not_as_new(
    repository: RepositoryBuilder,
) -> None:
    workspace = with_lines_kept(repository)

    review, texts = workspace.review(), workspace.texts("a.txt")

    assert texts.kept == (
        KeptLines((4, 5), "line 5\n", "LINE 5\n"),
        KeptLines((19, 20), "line 20\n", "LINE 20\n"),
    )
    assert texts.after == WHOLE.replace("LINE 5", "mine 5").replace("LINE 20", "mine 20")
    file, outcome = file_of(review, "a.txt"), review.outcomes[-1]
    assert [line for line in range(20) if file.is_brought(line, line + 1)] == [1, 9]  # not those of the user
    assert (Flag.YOURS_KEPT in outcome.flags, outcome.asks) == (True, True)
    assert "Your lines were kept: the reply has others there." in outcome.message
    assert Flag.YOURS_KEPT not in review.outcomes[0].flags


def test_lines_of_the_user_that_a_later_whole_file_leaves_alone_are_not_new(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 20", "mine 20"), text.identity)

    whole = LONG.replace("line 2\n", "LINE 2\n").replace("line 10", "LINE 10")
    review = workspace.apply(f"a.txt\n```\n{whole}```\n").review

    file = file_of(review, "a.txt")
    assert [line for line in range(20) if file.is_brought(line, line + 1)] == [9]
    assert not workspace.texts("a.txt").kept


@pytest.mark.parametrize("choice", [*ConflictChoice, OwnLines("ours 20\n")])
def test_each_place_where_the_users_lines_were_kept_is_settled_by_a_step_of_its_own(
    repository: RepositoryBuilder, choice: ConflictChoice | OwnLines
) -> None:
    workspace = with_lines_kept(repository)
    before = repository.state()
    kept, text = workspace.texts("a.txt").kept, workspace.texts("a.txt").after
    there = {ConflictChoice.MINE: "mine 20", ConflictChoice.PROPOSED: "LINE 20"}.get(choice, "ours 20")

    done = workspace.settle_conflict("a.txt", 2, choice, workspace.texts("a.txt").identity)

    assert not done.refusals
    assert workspace.texts("a.txt").after == text.replace("mine 20", there)
    assert workspace.texts("a.txt").kept == kept[:1]
    assert Badge.YOURS_KEPT in file_of(done.review, "a.txt").badges
    done = workspace.accept_conflict("a.txt", 1, workspace.texts("a.txt").identity)
    assert workspace.texts("a.txt").after == text.replace("mine 20", there).replace("mine 5", "LINE 5")
    assert not workspace.texts("a.txt").kept
    assert file_of(done.review, "a.txt").badges == frozenset()
    assert repository.state() == before
    workspace.undo()
    workspace.undo()
    assert (workspace.texts("a.txt").after, workspace.texts("a.txt").kept) == (text, kept)


def test_a_settled_place_stays_settled_as_replies_are_applied_again_and_goes_with_its_block(
    repository: RepositoryBuilder,
) -> None:
    workspace = with_lines_kept(repository)
    workspace.settle_conflict("a.txt", 1, ConflictChoice.MINE, workspace.texts("a.txt").identity)
    kept = workspace.texts("a.txt").kept

    workspace.apply(edit("b.txt", "no such line", "x") + create("c.txt", "c\n"))
    workspace.choose(3, Dismiss())

    assert workspace.texts("a.txt").kept == kept
    assert len(kept) == 1
    workspace.choose(2, Dismiss())
    assert not workspace.texts("a.txt").kept
    assert Badge.YOURS_KEPT not in file_of(workspace.review(), "a.txt").badges


def test_a_whole_file_that_has_the_users_lines_settles_what_the_reply_before_it_had_there(
    repository: RepositoryBuilder,
) -> None:
    workspace = with_lines_kept(repository)
    now = WHOLE.replace("LINE 5", "mine 5").replace("LINE 20", "mine 20").replace("line 12", "LINE 12")

    review = workspace.apply(f"a.txt\n```\n{now}```\n").review

    assert (workspace.texts("a.txt").kept, workspace.texts("a.txt").after) == ((), now)
    assert Badge.YOURS_KEPT not in file_of(review, "a.txt").badges


def test_an_edit_of_lines_that_were_kept_settles_them_and_no_others(repository: RepositoryBuilder) -> None:
    workspace = with_lines_kept(repository)
    text = workspace.texts("a.txt")

    workspace.edit("a.txt", text.after.replace("mine 20", "ours 20").replace("line 8", "ours 8"), text.identity)

    assert [one.mine for one in workspace.texts("a.txt").kept] == [(4, 5)]


def test_a_block_that_searches_for_lines_the_user_edited_says_so(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 20", "mine"), text.identity)

    outcome = workspace.apply(edit("a.txt", "line 20", "LINE 20")).outcomes[0]

    assert outcome.reason is Reason.NOT_FOUND
    assert outcome.message.startswith("You edited the searched lines.")


def test_a_block_that_searches_for_lines_the_user_edited_does_not_call_them_rejected_with_another_hunk(
    repository: RepositoryBuilder,
) -> None:
    workspace = proposed(repository)
    workspace.reject_part("a.txt", hunks(workspace, 1))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("LINE 10\nline 11", "mine 10\nmine 11"), text.identity)

    outcomes = workspace.apply(
        edit("a.txt", "line 11", "x") + edit("a.txt", "LINE 10", "x") + edit("a.txt", "LINE 2", "x")
    ).outcomes

    assert [one.message.partition(".")[0] for one in outcomes[:2]] == ["You edited the searched lines"] * 2
    assert outcomes[2].message.endswith("You rejected them when they were proposed.")
    assert [one.missing for one in outcomes] == [Missing.EDITED, Missing.EDITED, Missing.REJECTED]


def _step(number: int, *, head: str = "def step_{}(rows):\n    found = []") -> str:
    return f"{head.format(number)}\n    for row in rows:\n        found.append(row.part)\n    return found\n"


STEPS = "\n".join(map(_step, range(1, 8)))


@pytest.mark.parametrize("was_proposed", [True, False])
def test_a_block_that_searches_for_lines_the_user_edited_finds_first_where_they_stood(
    repository: RepositoryBuilder, *, was_proposed: bool
) -> None:
    first = (_step(5) if was_proposed else _step(2)).rstrip("\n")
    workspace = opened(repository, {"a.py": STEPS}, edit("a.py", first, first.replace("[]", "list()")))
    text = workspace.texts("a.py")
    mine = "# mine\n# two lines\ndef fifth(rows):\n    found = deque()"
    there = "def step_5(rows):\n    found = " + ("list()" if was_proposed else "[]")
    workspace.edit("a.py", text.after.replace(there, mine), text.identity)

    old = _step(5).rstrip("\n")
    block = edit(
        "a.py", old, old.replace("found = []", "found = set()").replace("return found", "return sorted(found)")
    )
    review = workspace.apply(edit("a.py", "def step_1(rows):", "# top\ndef step_1(rows):") + block).review

    outcome = review.outcomes[-1]
    assert outcome.message == "You edited the searched lines. Place the block there, or dismiss it."
    place = outcome.nearest[0]
    lines = workspace.texts("a.py").after.splitlines()
    assert "def fifth(rows):" in lines[place.line - 1 : place.line - 1 + place.count]
    assert place.percent < outcome.nearest[1].percent
    assert (place.is_known, place.replaces_own) == (True, True)
    assert not any(near.is_known or near.replaces_own for near in outcome.nearest[1:])
    assert place.placed is not None
    again = workspace.choose(len(review.outcomes) - 1, Dismiss()).review.outcomes[-1]
    assert (again.message, again.nearest[0].is_known, again.nearest[0].replaces_own) == (outcome.message, True, True)
    workspace.undo()
    shown = lines[place.line - 1 :][place.placed.skipped :][: place.placed.count]

    workspace.choose(len(review.outcomes), PlaceAt(place.line, place.count))

    after = workspace.texts("a.py").after
    new = "".join(f"{line}\n" for line in place.placed.new)
    assert after == "".join(f"{line}\n" for line in lines).replace("".join(f"{line}\n" for line in shown), new)


def test_a_place_of_which_a_block_leaves_the_users_lines_does_not_say_that_it_replaces_them(
    repository: RepositoryBuilder,
) -> None:
    workspace = opened(repository, {"a.py": STEPS}, edit("a.py", _step(2).rstrip("\n"), "pass"))
    text = workspace.texts("a.py")
    workspace.edit("a.py", text.after.replace("def step_5(rows):", "def fifth(rows):"), text.identity)

    old = _step(5).rstrip("\n")
    outcome = workspace.apply(edit("a.py", old, old.replace("return found", "return sorted(found)"))).outcomes[-1]

    assert outcome.message.startswith("You edited the searched lines.")
    assert (outcome.nearest[0].is_known, outcome.nearest[0].replaces_own) == (True, False)


def test_a_place_where_the_words_of_a_block_are_merged_with_the_users_does_not_say_that_it_replaces_them(
    repository: RepositoryBuilder,
) -> None:
    workspace = opened(repository, {"a.py": STEPS}, edit("a.py", _step(2).rstrip("\n"), "pass"))
    text, old = workspace.texts("a.py"), _step(5).rstrip("\n")
    mine = old.replace("step_5", "fifth").replace("in rows:", "in sorted(rows):")
    workspace.edit("a.py", text.after.replace(old, mine), text.identity)

    outcome = workspace.apply(edit("a.py", old, old.replace("for row in", "for line in"))).outcomes[-1]

    place = outcome.nearest[0]
    assert outcome.message.startswith("You edited the searched lines.")
    assert place.placed is not None
    assert place.placed.new == ("    for line in sorted(rows):",)
    assert (place.is_known, place.replaces_own) == (True, False)


@pytest.mark.parametrize("then", ["accept", "finish", "commit", "commit a hunk"])
@pytest.mark.parametrize("is_same", [True, False])
def test_lines_the_user_edited_are_known_once_they_are_accepted_and_committed(
    repository: RepositoryBuilder, then: str, *, is_same: bool
) -> None:
    old = _step(5).rstrip("\n")
    new = old.replace("[]", "set()").replace("append", "add")
    workspace = opened(repository, {"a.py": STEPS}, edit("a.py", old, new) + edit("a.py", "def step_1", "def first"))
    text = workspace.texts("a.py")
    mine = new.replace("step_5(rows)", "fifth(rows, more)").replace("add(row.part)", "add(own(row))")
    workspace.edit("a.py", text.after.replace(new, mine), text.identity)
    if then == "commit a hunk":
        workspace.accept_part("a.py", hunks(workspace, 1, path="a.py"))
    else:
        workspace.accept(["a.py"])
    if then == "finish":
        workspace.finish()
    elif then != "accept":
        workspace.commit("Change it")

    block = edit("a.py", old, new) if is_same else edit("a.py", new, new.replace("return found", "return list(found)"))
    outcome = Workspace.open(repository.root).apply(block).review.outcomes[-1]

    assert outcome.message == "You edited the searched lines. Place the block there, or dismiss it."
    assert outcome.missing is Missing.EDITED
    place = outcome.nearest[0]
    lines = workspace.texts("a.py").after if then == "commit a hunk" else repository.read("a.py").decode()
    assert lines.splitlines()[place.line - 1] == "def fifth(rows, more):"
    assert (place.is_known, place.replaces_own) == (True, is_same)
    assert place.percent < outcome.nearest[1].percent
    workspace.choose(len(workspace.review().outcomes), PlaceAt(place.line, place.count))
    assert ("own(row)" in workspace.texts("a.py").after) is not is_same


def test_accepted_lines_that_the_user_did_not_edit_are_not_called_edited(repository: RepositoryBuilder) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2") + edit("a.txt", "line 9", "L 9"))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 20", "mine"), text.identity)
    workspace.accept(["a.txt"])
    workspace.commit("Change it")

    outcomes = workspace.apply(edit("a.txt", "line 9", "nine") + edit("a.txt", "line 20", "twenty")).outcomes

    assert [one.message.startswith("You edited the searched lines.") for one in outcomes] == [False, True]


@pytest.mark.parametrize("then", ["finish", "commit"])
def test_a_whole_file_that_replaces_committed_lines_of_the_user_asks_and_says_so(
    repository: RepositoryBuilder, then: str
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 20", "mine"), text.identity)
    workspace.accept(["a.txt"])
    workspace.finish() if then == "finish" else workspace.commit("Change it")
    beside, over = (f"a.txt\n```\n{text.after.replace('line 10', 'L 10')}{more}```\n" for more in ("", "more\n"))
    beside = beside.replace("line 20", "mine")

    outcome = workspace.apply(beside).outcomes[0]
    assert (Flag.YOURS_REPLACED in outcome.flags, outcome.asks) == (False, False)
    workspace.undo()
    outcome = workspace.apply(over).outcomes[0]

    assert (Flag.YOURS_REPLACED in outcome.flags, outcome.asks) == (True, True)
    assert outcome.message.endswith("It replaces lines that you edited.")
    workspace.accept_all()
    assert b"mine\n" in repository.read("a.txt")


@pytest.mark.parametrize("is_known", [True, False])
def test_a_block_that_names_the_users_lines_does_not_say_that_it_replaces_them(
    repository: RepositoryBuilder, *, is_known: bool
) -> None:
    lines = "".join(f"    value_{n} = compute(rows, {n})\n" for n in range(12))
    workspace = opened(repository, {"a.py": lines}, edit("a.py", "    value_2 = compute(rows, 2)", "    two = 2"))
    text = workspace.texts("a.py")
    workspace.edit("a.py", text.after.replace("value_6 = compute", "six = own"), text.identity)
    workspace.accept(["a.py"])
    workspace.commit("Change it")

    old = (repository.read("a.py").decode() if is_known else text.after).rstrip("\n")
    new = old.replace("    six = own(rows, 6)\n" if is_known else "    value_6 = compute(rows, 6)\n", "    pass\n")
    outcome = workspace.apply(edit("a.py", f"{old}\n    # end" if is_known else old, new)).outcomes[0]

    assert outcome.how is Rung.FUZZY
    assert "six" not in workspace.texts("a.py").after
    assert (Flag.YOURS_REPLACED in outcome.flags) is not is_known


def test_the_lines_of_a_file_that_the_user_edited_are_known_while_it_is_proposed_and_after(
    repository: RepositoryBuilder,
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    text = workspace.texts("a.txt")
    workspace.edit("a.txt", text.after.replace("line 12", "mine\nmine, too"), text.identity)
    assert workspace.texts("a.txt").edited == (11, 12)
    workspace.accept(["a.txt"])
    assert workspace.texts("a.txt").edited == (11, 12)
    workspace.commit("Change it")
    repository.write({"a.txt": b"top\n" + repository.read("a.txt")})

    assert workspace.unproposed("a.txt").edited == (12, 13)
    workspace.apply(edit("a.txt", "line 5", "LINE 5") + edit("a.txt", "line twelve", "LINE 12"))
    assert workspace.texts("a.txt").edited == (12, 13)
    near = workspace.preview_search(len(workspace.review().outcomes), "mine\nline 13").outcome.nearest[0]
    assert (near.line, near.replaces_own) == (14, True)


def test_blocks_of_which_a_text_that_is_kept_for_another_proposal_leaves_nothing_are_dismissed(
    repository: RepositoryBuilder,
) -> None:
    workspace = opened(repository, {"a.txt": LONG}, edit("a.txt", "line 2", "LINE 2"))
    begun = workspace.texts("a.txt").after
    edits = (edit("a.txt", f"line {n}", f"LINE {n}") for n in (10, 12, 20))
    workspace.apply("".join(edits))
    text = workspace.texts("a.txt")
    mine = begun.replace("line 10", "mine 10").replace("line 20", "LINE 20")

    review = workspace.edit("a.txt", mine, text.identity, begun=begun).review

    statuses = [one.status for one in review.outcomes]
    assert statuses == [Status.APPLIED, Status.DISMISSED, Status.DISMISSED, Status.APPLIED]
    assert (workspace.texts("a.txt").after, review.undo) == (mine, "Edit a.txt")
    assert file_of(review).is_edited
    workspace.undo()
    assert (workspace.texts("a.txt"), workspace.review().count(Status.APPLIED)) == (text, 4)

    workspace.edit("a.txt", begun, text.identity, begun=begun)
    assert workspace.review().count(Status.DISMISSED) == 3
    assert (workspace.texts("a.txt").after, workspace.review().undo) == (begun, "Edit a.txt")
