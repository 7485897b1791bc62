"""The machine interface: one JSON object a line in, one a line out, in the same order.

    → {"id": 1, "op": "apply" | "parse", "format": "auto" | NAME, "reply": "…", "files": {"path": "text"},
       "options": {"chat_files": ["path"], "path": "…", "root": "…", "chunks": ["…"], "match": "strict" | "lenient",
                   "places": {"2": {"path": "…", "line": 12, "count": 3}}}}
    ← {"id": 1, "files": {"path": "text"}, "blocks": [{…}], "shell_suggestions": ["git rm x"], "warnings": ["…"],
       "error": null}

`files` of the answer is everything afterwards: a missing path was deleted or moved. `chunks` are fed in the place of
`reply`. `places` puts blocks, by their number, into another file or at a line, as the blocks before left it; either of
path and line may be missing. `parse` reads the blocks and applies none: a block that was read has no status, one that
was not has failed. Fields and options that are unknown are left aside, so that a newer client can talk to an older
engine; `fence` is one of them, because every fence is read. A bad request answers `{"id", "error"}`, and the next line
is read.
"""

import json
from collections.abc import Iterable
from typing import Any, TextIO

from guillemet.engine.applying import ApplyOptions, MemoryFiles, apply_reply, read_reply
from guillemet.engine.applying.options import Choice, InFile, PlaceAt
from guillemet.engine.applying.outcome_factory import why_broken
from guillemet.engine.blocks import (
    Block,
    BrokenBlock,
    DeleteFile,
    EditBlock,
    FileAction,
    FormatName,
    MoveFile,
    WholeFile,
)
from guillemet.engine.outcomes import Nearest, Outcome, Status
from guillemet.settings import Strictness

_OPERATIONS = ("apply", "parse")
_EVERY_FORMAT = "auto"


class _BadRequest(Exception):  # noqa: N818 - answered in this file, never seen outside
    """The request cannot be understood; the message is the answer's error."""


def serve(lines_in: Iterable[str], lines_out: TextIO) -> None:
    """Answer every request line as soon as it is read; empty lines are passed over."""
    for line in lines_in:
        if line.strip():
            lines_out.write(json.dumps(_answer_line(line)) + "\n")
            lines_out.flush()


def answer(request: Any) -> dict[str, Any]:
    """Return the answer to one request; a bad one is answered too."""
    number = request.get("id") if isinstance(request, dict) else None
    try:
        return {"id": number, **_answered(_Request(request)), "error": None}
    except _BadRequest as error:
        return {"id": number, "error": str(error)}


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """Return what became of a block as JSON fields; multi-line parts are joined by LF."""
    return {
        **_block_record(outcome.block),
        "path": outcome.path,
        "action": outcome.action.value,
        "status": outcome.status.value,
        "how": outcome.how and outcome.how.value,
        "score": None if outcome.score is None else round(outcome.score, 4),
        "reason": outcome.message or None,
        "error": outcome.reason and outcome.reason.value,
        "lines": list(outcome.lines),
        "estimated_line": _estimated_line(outcome),
        "anchor_preview": outcome.anchor_preview,
        "old_preview": outcome.old_preview,
        "new_preview": outcome.new_preview,
        "flags": sorted(flag.value for flag in outcome.flags),
        "asks": outcome.asks,
        "nearest": [_nearest_record(one) for one in outcome.nearest],
    }


class _Request:
    """A request whose fields have the right kinds; raises _BadRequest naming the first that has not."""

    def __init__(self, request: Any) -> None:
        if not isinstance(request, dict):
            message = "A request is a JSON object."
            raise _BadRequest(message)
        options = _of_kind(request, "options", dict, {})
        chunks = _texts(options, "chunks")
        places = _of_kind(options, "places", dict, {})
        self.choices = {_block_number(number): _choice(place) for number, place in places.items()}
        self.operation = _one_of(request, "op", _OPERATIONS, default="apply")
        self.reply: str | list[str] = chunks or _of_kind(request, "reply", str, "")
        if not chunks and "reply" not in request:
            message = "The request has no reply."
            raise _BadRequest(message)
        self.files: dict[str, str] = _of_kind(request, "files", dict, {})
        if not all(isinstance(text, str) for text in self.files.values()):
            message = "Every one of files must be text; leave out those that do not exist."
            raise _BadRequest(message)
        form = _one_of(request, "format", (_EVERY_FORMAT, *FormatName), default=_EVERY_FORMAT)
        self.options = ApplyOptions(
            match=Strictness(_one_of(options, "match", tuple(Strictness), default=Strictness.LENIENT)),
            chat_files=tuple(_texts(options, "chat_files")),
            path=_of_kind(options, "path", str, ""),
            root=_of_kind(options, "root", str, ""),
            only=None if form == _EVERY_FORMAT else FormatName(form),
        )


def _block_number(written: str) -> int:
    if not written.isdecimal():
        message = f"places names a block {written!r}, which is no number."
        raise _BadRequest(message)
    return int(written)


def _choice(place: Any) -> Choice:
    fields = place if isinstance(place, dict) else {}
    path, line, count = _of_kind(fields, "path", str, ""), _count(fields, "line"), _count(fields, "count")
    at = None if line is None else PlaceAt(line, count)
    if path:
        return InFile(path, at)
    if at is None:
        message = "Every one of places must be an object with a path, a line, or both."
        raise _BadRequest(message)
    return at


def _count(fields: dict[str, Any], name: str) -> int | None:
    value = fields.get(name)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        message = f"{name} must be a whole number."
        raise _BadRequest(message)
    return value


def _answer_line(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"The line is not JSON: {error}"}
    return answer(request)


def _answered(request: _Request) -> dict[str, Any]:
    if request.operation == "apply":
        result = apply_reply(request.reply, request.files, options=request.options, choices=request.choices)
        blocks = [outcome_record(outcome) for outcome in result.results]
        return {
            "files": result.files,
            "blocks": blocks,
            "shell_suggestions": list(result.shell_suggestions),
            "warnings": list(result.warnings),
        }
    read = read_reply(request.reply, MemoryFiles(request.files), options=request.options)
    blocks = [_parsed_record(block) for block in read.blocks]
    return {
        "files": request.files,
        "blocks": blocks,
        "shell_suggestions": [one.text for one in read.suggestions],
        "warnings": list(read.warnings),
    }


def _parsed_record(block: Block | BrokenBlock) -> dict[str, Any]:
    match block:
        case BrokenBlock():
            reason = why_broken(block)
            return outcome_record(Outcome(block, Status.FAILED, block.path, reason=reason, message=block.message))
        case DeleteFile():
            action = FileAction.DELETE
        case MoveFile():
            action = FileAction.EDIT if block.is_mode_alone else FileAction.MOVE
        case WholeFile():
            action = FileAction.CREATE
        case EditBlock():
            action = FileAction.EDIT if any(map(str.strip, block.searched)) else FileAction.CREATE
    return {**outcome_record(Outcome(block, Status.APPLIED, block.path, action=action)), "status": None}


def _block_record(block: Block | BrokenBlock) -> dict[str, Any]:
    edit = block if isinstance(block, EditBlock) else None
    new = block.new if isinstance(block, EditBlock | WholeFile) else ()
    return {
        "number": block.number,
        "format": block.format.value,
        "line_number": block.line_number,
        "anchor": "\n".join(edit.anchor) if edit else "",
        "old": "\n".join(edit.old) if edit else "",
        "new": "\n".join(new),
        "trailing": "\n".join(edit.trailing) if edit else "",
        "target": block.target if isinstance(block, MoveFile) else None,
        "raw": block.raw,
    }


def _estimated_line(outcome: Outcome) -> int | None:
    if outcome.lines:
        return outcome.lines[0]
    return next((one.line for one in outcome.nearest if one.path == outcome.path), None)


def _nearest_record(nearest: Nearest) -> dict[str, Any]:
    return {
        "path": nearest.path,
        "line": nearest.line,
        "count": nearest.count,
        "similarity": round(nearest.similarity, 4),
        "text": nearest.text,
        "differences": list(nearest.differences),
    }


def _of_kind(fields: dict[str, Any], name: str, kind: type, default: Any) -> Any:
    value = fields.get(name)
    if value is None:
        return default
    if not isinstance(value, kind):
        message = f"{name} must be {'an object' if kind is dict else 'a text'}."
        raise _BadRequest(message)
    return value


def _texts(fields: dict[str, Any], name: str) -> list[str]:
    value = fields.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        message = f"{name} must be a list of texts."
        raise _BadRequest(message)
    return value


def _one_of(fields: dict[str, Any], name: str, known: tuple[str, ...], *, default: str) -> str:
    value = _of_kind(fields, name, str, default)
    if value not in known:
        message = f"{name} {value!r} is not known. Known: {', '.join(known)}."
        raise _BadRequest(message)
    return str(value)
