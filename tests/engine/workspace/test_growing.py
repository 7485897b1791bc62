"""Promises of taking a reply in while it streams: what is finished is staged, and all of it is one step."""

import gc

from guillemet.engine.applying import ApplyOptions, Others
from guillemet.engine.outcomes import Flag, Status
from guillemet.engine.review import Badge, Decision
from guillemet.engine.staging.replies import TakenReply
from guillemet.engine.workspace import Workspace
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.streamed import grow

FIRST = edit("a.py", "x = 1", "x = 2")
SECOND = edit("b.py", "y = 1", "y = 2")


def opened(repository: RepositoryBuilder) -> Workspace:
    repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    return Workspace.open(repository.root)


def test_a_longer_text_of_the_reply_adds_its_new_blocks(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)

    applied = grow(workspace, FIRST, FIRST + SECOND)

    assert [outcome.status for outcome in applied.outcomes] == [Status.APPLIED, Status.APPLIED]
    assert {file.path for file in applied.review.files} == {"a.py", "b.py"}
    assert workspace.replies() == (FIRST + SECOND,)


def test_a_reply_that_grew_is_undone_as_one_step(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)
    grow(workspace, FIRST, FIRST + SECOND)

    review = workspace.undo().review

    assert not review.files
    assert not review.undo
    assert review.redo == "Take in a reply (2 blocks)"


def test_a_reply_that_follows_a_settled_proposal_is_undone_as_one_step_too(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    workspace.apply(FIRST)
    workspace.accept(["a.py"])
    grow(workspace, "", SECOND)
    grow(workspace, SECOND, SECOND + edit("a.py", "x = 2", "x = 3"))

    review = workspace.undo().review

    assert [file.path for file in review.files] == ["a.py"]
    assert review.undo == "Accept a.py"


def test_a_reply_that_proposed_nothing_until_now_grows_too(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", "Let me think.\n")

    review = grow(workspace, "Let me think.\n", "Let me think.\n" + FIRST).review

    assert [file.path for file in review.files] == ["a.py"]
    assert review.undo == "Take in a reply (1 block)"


def test_a_reply_goes_on_growing_after_another_one_was_taken_in(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)
    other = edit("README.md", "# Project", "# Mine")
    workspace.apply(other)

    applied = grow(workspace, FIRST, FIRST + SECOND)

    assert {file.path for file in applied.review.files} == {"a.py", "b.py", "README.md"}
    assert len(applied.outcomes) == 2
    assert workspace.replies() == (FIRST + SECOND, other)


def test_of_two_replies_of_one_text_the_one_that_is_named_grows(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    workspace.apply(FIRST, reply_id="first")
    workspace.apply(FIRST, reply_id="second")

    workspace.grow("first", FIRST + SECOND)

    assert workspace.replies() == (FIRST + SECOND, FIRST)


def test_what_was_decided_while_the_reply_grew_stays_decided(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)
    workspace.accept(["a.py"])

    review = grow(workspace, FIRST, FIRST + SECOND).review

    assert {file.path: file.decision for file in review.files} == {
        "a.py": Decision.ACCEPTED,
        "b.py": Decision.UNDECIDED,
    }
    assert (repository.root / "a.py").read_text(encoding="utf-8") == "x = 2\n"


def test_a_reply_taken_back_while_it_grew_does_not_come_back(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)
    workspace.undo()

    review = grow(workspace, FIRST, FIRST + SECOND).review

    assert not review.files


def test_a_file_that_changed_since_the_model_saw_it_is_merged_from_what_it_saw(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "x = 1\nmiddle\nend\n"})
    workspace = Workspace.open(repository.root)
    shown = workspace.present(["a.py"])[0]
    (repository.root / "a.py").write_text("x = 1\nmiddle\nend of mine\n", encoding="utf-8")

    review = workspace.apply(FIRST, options=ApplyOptions(shown=((shown.path, shown.oid),))).review
    workspace.accept(["a.py"])

    assert Badge.CHANGED_SINCE in review.files[0].badges
    assert (repository.root / "a.py").read_text(encoding="utf-8") == "x = 2\nmiddle\nend of mine\n"


def test_an_edit_of_the_lines_that_changed_since_the_model_saw_them_is_a_conflict(
    repository: RepositoryBuilder,
) -> None:
    repository.commit({"a.py": "x = 1\n"})
    workspace = Workspace.open(repository.root)
    shown = workspace.present(["a.py"])[0]
    (repository.root / "a.py").write_text("x = 9\n", encoding="utf-8")

    review = workspace.apply(FIRST, options=ApplyOptions(shown=((shown.path, shown.oid),))).review

    assert Badge.CONFLICT in review.files[0].badges
    assert (repository.root / "a.py").read_text(encoding="utf-8") == "x = 9\n"


def test_an_edit_outside_the_conversation_is_marked(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    options = ApplyOptions(chat_files=("a.py",), others=Others.APPLIED)

    outcomes = workspace.apply(FIRST + SECOND, options=options).outcomes

    assert Flag.NOT_IN_CONVERSATION not in outcomes[0].flags
    assert Flag.NOT_IN_CONVERSATION in outcomes[1].flags
    assert not outcomes[1].asks


def test_an_edit_outside_the_conversation_waits_where_the_user_has_set_it_so(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    options = ApplyOptions(chat_files=("a.py",), others=Others.DEFERRED)

    outcomes = workspace.apply(FIRST + SECOND, options=options).outcomes

    assert outcomes[1].asks


def test_an_edit_of_a_file_given_to_be_read_is_told_as_one_and_waits(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    options = ApplyOptions(chat_files=("a.py",), others=Others.APPLIED, read_only=("b.py",))

    applied = workspace.apply(FIRST + SECOND, options=options)

    assert applied.outcomes[1].flags == {Flag.READ_ONLY}
    assert applied.outcomes[1].message == "You gave the model b.py to read, not to edit."
    workspace.accept_all()
    assert {path: repository.read(path) for path in ("a.py", "b.py")} == {"a.py": b"x = 2\n", "b.py": b"y = 1\n"}
    assert Workspace.open(repository.root).review().outcomes == applied.outcomes


def test_moving_a_file_given_to_be_read_waits(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    reply = "*** Begin Patch\n*** Update File: b.py\n*** Move to: c.py\n@@\n-y = 1\n+y = 2\n*** End Patch\n"

    outcomes = workspace.apply(reply, options=ApplyOptions(read_only=("b.py",))).outcomes

    assert any(Flag.READ_ONLY in outcome.flags and outcome.asks for outcome in outcomes)


def test_of_a_reply_that_grew_in_many_pieces_only_the_last_takes_room(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    before, grown = _replies_in_memory(), ""
    for number in range(20):
        longer = grown + edit(f"new_{number}.py", "", f"z = {number}")
        grow(workspace, grown, longer)
        grown = longer

    assert workspace.replies() == (grown,)
    assert _replies_in_memory() <= before + 2


def _replies_in_memory() -> int:
    gc.collect()
    return sum(isinstance(one, TakenReply) for one in gc.get_objects())
