"""The staging area: what is proposed, what was decided, what came before; git objects behind one private ref.

    refs/guillemet/<worktree>/review ─▶ tree
        now/            one snapshot
            state.json      entries, signed files, decisions (no bytes)
            base/           what each proposal was made from, as a tree of files
            staged/         what is proposed, as a tree of files
            kept/           blobs that signed files may need again, and private ones, by id
            replies/        what each reply asked for and what became of it
        undo/0001…      steps done, oldest first: step.json, the snapshot before (state/), blobs (kept/)
        redo/0001…      steps undone: step.json, the snapshot after (state/), blobs (kept/)
        signature       proof that this user wrote the tree, for this repository
        doing/ (or undoing/, redoing/)  a step that has begun to change files; found after a crash

Every move of the ref is one compare-and-swap, so another process sees the old or the new state, never half of one.
"""

from guillemet.engine.staging.area import Direction, KeptStep, Ledger, Pending, StagingArea
from guillemet.engine.staging.snapshot import AcceptedFile, Counts, LeftOutHunk, ProposalEntry, Snapshot
from guillemet.engine.staging.steps import FileEffect, FolderEffect, HeadEffect, IndexEffect, StagingStep

__all__ = [
    "AcceptedFile",
    "Counts",
    "Direction",
    "FileEffect",
    "FolderEffect",
    "HeadEffect",
    "IndexEffect",
    "KeptStep",
    "Ledger",
    "LeftOutHunk",
    "Pending",
    "ProposalEntry",
    "Snapshot",
    "StagingArea",
    "StagingStep",
]
