"""The format tool-call: edits as tools are called with them. It is read, and never asked of a model."""

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.format import Format, HeldConstruct, OpenBlock, never
from guillemet.engine.formats.tool_call.json_calls import JsonCalls
from guillemet.engine.formats.tool_call.markup import TAG_SIGNS, tagged_call
from guillemet.engine.formats.tool_call.transcripts import (
    LIST_SIGNS,
    STEP_SIGNS,
    SUMMARY_SIGNS,
    NumberedStep,
    argument_list,
)
from guillemet.engine.patterns import lazy_pattern

_JSON = lazy_pattern(r"\s*(?:<(?:tool_call|function_call|tool_use)>\s*)?(?=[{\[])")
_LOGGED = lazy_pattern(r'\s*\[?20\d\d-\d\d-\d\d[^{]{1,300}(?=\{")')
"""What stands before JSON in a log: a time, the name of a server, a level."""


def _hold(line: str) -> HeldConstruct | None:
    text = line.lstrip()
    if text.startswith((*LIST_SIGNS, *SUMMARY_SIGNS)):
        return argument_list(line)
    if text.startswith(STEP_SIGNS):
        return NumberedStep()
    if text.startswith(TAG_SIGNS):
        return tagged_call(line)
    found = _LOGGED.match(line) or _JSON.match(line)
    return JsonCalls(found.end()) if found else None


def _open(_line: str, _above: str) -> OpenBlock | None:
    return None


TOOL_CALL = Format(
    name=FormatName.TOOL_CALL,
    signs=(),
    open=_open,
    is_stray=never,
    is_sticky=True,
    instructions="",
    reminder="",
    hold=_hold,
    held_signs=(
        "{",
        "[",
        "20",
        "<tool_call>",
        "<function_call>",
        "<tool_use>",
        *TAG_SIGNS,
        *LIST_SIGNS,
        *SUMMARY_SIGNS,
        *STEP_SIGNS,
    ),
    may_leave_out=True,
    matches_parts_of_lines=True,
    takes_off_indentation=True,
)
