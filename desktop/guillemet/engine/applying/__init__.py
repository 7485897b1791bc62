"""Applying a reply's blocks to files: each block becomes an outcome, and no file is ever half edited.

    reply ──▶ reply_reading: its blocks ──▶ applier: one after the other
    block ──▶ targets: which file, may it be used, can it be read
          ──▶ locate: its lines as the file needs them; where they stand, why not, or that the change is made
              overlap_merge: over lines that an earlier block changed; manual_placement: where the user chose
              whole_texts: files given whole, and blocks that search for nothing; listings: what may be a part
          ──▶ working_file: the text changed; outcome_factory and diagnosis: the outcome in words
          ──▶ flags: what to know before accepting it (placeholders, hidden_characters, can_run_code)

Pure: files are read through `Files`, and nothing is written; `ReplyApplier.changed` says what the files would become.
"""

from guillemet.engine.applying.applier import ApplyResult, ReplyApplier, apply_reply
from guillemet.engine.applying.options import Append, ApplyOptions, Choice, Dismiss, PlaceAt, ReplaceFile
from guillemet.engine.applying.reply_reading import ReadReply, ReplyReading, read_reply
from guillemet.engine.applying.targets import Files, MemoryFiles

__all__ = [
    "Append",
    "ApplyOptions",
    "ApplyResult",
    "Choice",
    "Dismiss",
    "Files",
    "MemoryFiles",
    "PlaceAt",
    "ReadReply",
    "ReplaceFile",
    "ReplyApplier",
    "ReplyReading",
    "apply_reply",
    "read_reply",
]
