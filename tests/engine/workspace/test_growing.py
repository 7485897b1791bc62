"""Promises of taking a reply in while it streams: what is finished is staged, and all of it is one step."""

import gc
from typing import Any

import pytest

from guillemet.engine.applying import ApplyOptions, ReplyApplier
from guillemet.engine.blocks import Block
from guillemet.engine.outcomes import Flag, Outcome, Reason, Status
from guillemet.engine.review import Badge, Decision
from guillemet.engine.staging.snapshot import TakenReply
from guillemet.engine.workspace import Workspace
from guillemet.settings import OtherFiles
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.streamed import grow, id_of

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
    assert review.redo == "Add a reply (2 blocks)"


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
    assert review.undo == "Add a reply (1 block)"


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
    workspace.apply(FIRST, reply_id="first", finished=len(FIRST))
    workspace.apply(FIRST, reply_id="second", finished=len(FIRST))

    workspace.grow("first", FIRST + SECOND, finished=len(FIRST + SECOND))

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


def test_a_file_changed_on_disk_after_a_block_failed_is_what_the_next_block_finds(
    repository: RepositoryBuilder,
) -> None:
    workspace = opened(repository)
    missed = edit("a.py", "nowhere", "here")
    grow(workspace, "", missed)
    repository.write({"a.py": "mine = 1\nx = 1\n"})

    review = grow(workspace, missed, missed + FIRST).review

    assert workspace.texts("a.py").after == "mine = 1\nx = 2\n"
    assert not review.files[0].changed_since


def test_two_replies_that_arrive_at_the_same_time_both_go_on(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    third, fourth = edit("new.py", "", "z = 1"), edit("other.py", "", "z = 1")
    grow(workspace, "", FIRST)
    grow(workspace, "", SECOND)

    grow(workspace, FIRST, FIRST + third)
    applied = grow(workspace, SECOND, SECOND + fourth)

    assert workspace.replies() == (FIRST + third, SECOND + fourth)
    assert [outcome.path for outcome in applied.review.outcomes] == ["a.py", "new.py", "b.py", "other.py"]


def test_nothing_is_said_of_a_block_that_is_still_open(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    half = f"{FIRST}*** Begin Patch\n"

    applied = workspace.apply(half, reply_id="streamed", finished=len(FIRST))

    assert [outcome.path for outcome in applied.review.outcomes] == ["a.py"]
    assert not applied.review.warnings
    assert workspace.replies() == (FIRST,)


def test_a_block_that_the_user_stopped_is_said_to_be_stopped(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)

    reply_id = id_of(workspace, FIRST)
    applied = workspace.grow(reply_id, FIRST + SECOND.partition("=======")[0], options=ApplyOptions(is_stopped=True))

    assert [one.reason for one in applied.outcomes] == [None, Reason.STOPPED]


def test_a_block_in_which_an_answer_broke_off_is_applied_once_the_answer_goes_on(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)
    reply_id, half = id_of(workspace, FIRST), FIRST + SECOND.partition("=======")[0]
    assert workspace.grow(reply_id, half).outcomes[1].reason is Reason.BROKEN

    applied = workspace.grow(reply_id, FIRST + SECOND, finished=len(FIRST + SECOND))

    assert [one.status for one in applied.outcomes] == [Status.APPLIED, Status.APPLIED]


def test_a_text_that_does_not_go_on_from_the_earlier_one_takes_its_place(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    grow(workspace, "", FIRST)

    review = workspace.grow(id_of(workspace, FIRST), SECOND + FIRST, finished=len(SECOND + FIRST)).review

    assert [outcome.path for outcome in review.outcomes] == ["b.py", "a.py"]


def test_a_piece_that_failed_half_way_is_staged_as_a_whole_with_the_next(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, apply = opened(repository), ReplyApplier.apply
    new = edit("new.py", "", "z = 1")
    grow(workspace, "", FIRST)

    def fail_at_third(applier: ReplyApplier, block: Block, **options: Any) -> Outcome:
        assert block.number < 3, "The third block fails."
        return apply(applier, block, **options)

    with monkeypatch.context() as patched:
        patched.setattr(ReplyApplier, "apply", fail_at_third)
        with pytest.raises(AssertionError):
            grow(workspace, FIRST, FIRST + SECOND + new)

    applied = grow(workspace, FIRST, FIRST + SECOND + new)

    assert [outcome.status for outcome in applied.outcomes] == [Status.APPLIED] * 3


def test_a_file_that_changed_since_the_model_saw_it_is_merged_from_what_it_saw(repository: RepositoryBuilder) -> None:
    repository.commit({"a.py": "x = 1\nmiddle\nend\n"})
    workspace = Workspace.open(repository.root)
    shown = workspace.present(["a.py"])[0]
    (repository.root / "a.py").write_text("x = 1\nmiddle\nend of mine\n", encoding="utf-8")

    review = workspace.apply(FIRST, options=ApplyOptions(shown=((shown.path, shown.oid),))).review
    workspace.accept(["a.py"])

    assert Badge.REBASED in review.files[0].badges
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
    options = ApplyOptions(chat_files=("a.py",), others=OtherFiles.APPLIED)

    outcomes = workspace.apply(FIRST + SECOND, options=options).outcomes

    assert Flag.NOT_IN_CONVERSATION not in outcomes[0].flags
    assert Flag.NOT_IN_CONVERSATION in outcomes[1].flags
    assert not outcomes[1].asks


def test_an_edit_outside_the_conversation_waits_where_the_user_has_set_it_so(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    options = ApplyOptions(chat_files=("a.py",), others=OtherFiles.DEFERRED)

    outcomes = workspace.apply(FIRST + SECOND, options=options).outcomes

    assert outcomes[1].asks


def test_an_edit_of_a_file_given_to_be_read_is_told_as_one_and_waits(repository: RepositoryBuilder) -> None:
    workspace = opened(repository)
    options = ApplyOptions(chat_files=("a.py",), others=OtherFiles.APPLIED, read_only=("b.py",))

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
    before, grown = _in_memory(TakenReply), ""
    for number in range(20):
        longer = grown + edit(f"new_{number}.py", "", f"z = {number}")
        grow(workspace, grown, longer)
        grown = longer

    assert workspace.replies() == (grown,)
    assert _in_memory(TakenReply) <= before + 2


def test_of_a_reply_that_is_whole_no_file_stays_in_memory(repository: RepositoryBuilder) -> None:
    workspace, before = opened(repository), _in_memory(ReplyApplier)

    workspace.apply(SECOND)
    grow(workspace, "", FIRST)
    assert _in_memory(ReplyApplier) == before + 1
    workspace.grow(id_of(workspace, FIRST), FIRST)

    assert _in_memory(ReplyApplier) == before


def _in_memory(kind: type) -> int:
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())
