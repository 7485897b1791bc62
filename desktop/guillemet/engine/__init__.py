"""The engine: reads replies, finds places, stages, decides, commits. No Qt, no network.

`apply_reply` is the pure entry: a reply and files in, outcomes and files out.
"""

from guillemet.engine.applying import ApplyOptions, ApplyResult, apply_reply
from guillemet.engine.reply.reader import Reply, ReplyContext

__all__ = ["ApplyOptions", "ApplyResult", "Reply", "ReplyContext", "apply_reply"]
