"""Applying a reply's blocks to files: each block becomes an outcome, and no file is ever half edited.

    block ──▶ targets: which file, may it be used, can it be read
          ──▶ placing: where do its lines stand, or why not, or is it done already
          ──▶ applier: the text spliced, the outcome worded; whole files, deletions and moves; what the user chose
          ──▶ flags: what to know of the new text and its path before accepting it

Pure: files are read through `Files`, and nothing is written; `ReplyApplier.changed` says what the files would become.
"""

from guillemet.engine.applying.applier import ReplyApplier
from guillemet.engine.applying.files import Files, MemoryFiles
from guillemet.engine.applying.options import Append, ApplyOptions, Choice, Match, Others, PlaceAt, ReplaceFile, Skip
from guillemet.engine.applying.whole_reply import ApplyResult, ReadReply, apply_reply, read_reply

__all__ = [
    "Append",
    "ApplyOptions",
    "ApplyResult",
    "Choice",
    "Files",
    "Match",
    "MemoryFiles",
    "Others",
    "PlaceAt",
    "ReadReply",
    "ReplaceFile",
    "ReplyApplier",
    "Skip",
    "apply_reply",
    "read_reply",
]
