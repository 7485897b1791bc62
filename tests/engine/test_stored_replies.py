"""Promises of the JSON by which the staging area is stored: what is read back is what was stored."""

import json

import pytest
from msgspec.structs import replace

from guillemet.engine.applying import Dismiss, MemoryFiles, ReplyApplier, read_reply
from guillemet.engine.git.trees import LINK, TreeFile
from guillemet.engine.outcomes import Reason, Status
from guillemet.engine.review import Decision
from guillemet.engine.staging import (
    AcceptedFile,
    Counts,
    FileEffect,
    HeadEffect,
    IndexEffect,
    ProposalEntry,
    Snapshot,
    StagingStep,
)
from guillemet.engine.staging.snapshot import (
    PartDecisions,
    ProposalChange,
    TakenReply,
    reply_from_json,
    reply_to_json,
    snapshot_from_json,
    snapshot_to_json,
)
from guillemet.engine.staging.steps import IndexSides, from_json
from tests.engine.test_scenarios import SCENARIOS, files_of, options_of, reply_of
from tests.kit import reviews


def test_a_reply_is_read_back_as_it_was_stored() -> None:
    for scenario in SCENARIOS:
        text, files, options = reply_of(scenario), MemoryFiles(files_of(scenario / "before")), options_of(scenario)
        read, applier = read_reply(text, files, options=options), ReplyApplier(files, options=options)
        outcomes = tuple(applier.apply(block) for block in read.blocks)
        reply = TakenReply(outcomes, read.suggestions, text, options, warnings=read.warnings, flow="1", id="2")

        assert reply_from_json(reply_to_json(reply)) == reply, scenario.name


def test_decisions_on_parts_are_read_back_as_they_were_stored() -> None:
    old, new = TreeFile("a" * 40), TreeFile("b" * 40)
    parts = PartDecisions(None, old, (ProposalChange(1, old, new), ProposalChange(2, new, old, is_edit=True)), 3, 4)
    entry = ProposalEntry("a.py", new, old, parts=parts)
    now = Snapshot({"a.py": entry}, {"a.py": AcceptedFile("a.py", old, new, is_part=True)})

    assert snapshot_from_json(snapshot_to_json(now)) == now
    assert {old.oid, new.oid} <= now.kept


@pytest.mark.parametrize("path", ["a.py", "zoë's 文.py", "\udcff.py"])
def test_a_path_is_read_back_as_it_was_stored_whatever_its_bytes(path: str) -> None:
    now = Snapshot({path: ProposalEntry(path, None, TreeFile("a" * 40))}, done=frozenset({"b", "a"}))

    assert snapshot_from_json(snapshot_to_json(now)) == now


def test_a_snapshot_and_a_step_of_the_first_version_are_read() -> None:
    file, link = TreeFile("a" * 40), TreeFile("b" * 40, LINK)
    oid, other = ["a" * 40, 0o100644], ["b" * 40, 0o120000]
    state = {
        "version": 1,
        "entries": [["a.py", oid, None, "rejected", True, "link", [1, 2, 3], "old.py"]],
        "signed": [["\udcff.py", None, other, "", [oid, other], ["\udcff.py", oid, None, "", None, None], oid]],
        "replies": ["c" * 40],
        "done": ["git rm old.py"],
    }
    entry = ProposalEntry("a.py", file, None, Decision.REJECTED, True, "link", Counts(1, 2, 3), "old.py")  # noqa: FBT003
    under = AcceptedFile("\udcff.py", file, None)
    signed = AcceptedFile("\udcff.py", None, link, staging=IndexSides(file, link), under=under, head=file)
    step = {"title": "Accept", "files": [["a.py", oid, None, ""]], "index": [["a.py", None, oid]], "folders": []}

    now = snapshot_from_json(json.dumps(state).encode())
    assert now.entries == {"a.py": entry}
    assert now.signed == {"\udcff.py": signed}
    assert (now.replies, now.done, now.has_commit) == (("c" * 40,), {"git rm old.py"}, False)
    assert from_json(json.dumps(step | {"head": ["", "d", "main"]}).encode(), StagingStep) == StagingStep(
        "Accept",
        (FileEffect("a.py", file, None),),
        (IndexEffect("a.py", None, file),),
        head=HeadEffect("", "d", "main"),
    )


def test_a_block_stored_as_skipped_by_the_user_is_a_dismissed_one() -> None:
    dismissed = replace(
        reviews.not_found("a.py"), status=Status.DISMISSED, reason=Reason.DISMISSED, message="", nearest=()
    )
    reply = TakenReply((dismissed,), (), choices={0: Dismiss()})
    stored = reply_to_json(reply).decode()
    earlier = stored.replace('"dismissed"', '"skipped"').replace('"by you"', '"left out"')
    assert earlier.count("skipped") == earlier.count("left out") == earlier.count('"Skip"') == 1

    assert reply_from_json(earlier.encode()) == reply
