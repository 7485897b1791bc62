"""A conversation as Markdown, for reading and keeping.

# Title
Repository: …                      what it belongs to, when, what it cost
## 1 · You · 2026-03-01 12:00 UTC
````text                           the very words, in a fence longer than any inside: blocks stay as they were
…
````
"""

import os
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from guillemet.app.history.records import KeptTurn
from guillemet.app.turns import ConversationHead, Spending, State, Turn
from guillemet.llm.messages import Role

_STATES = {
    State.WAITING: "Nothing came yet.",
    State.FLOWING: "Still coming.",
    State.STOPPED: "Stopped before it was complete.",
    State.BROKEN: "Broken off before it was complete.",
}


def as_markdown(head: ConversationHead, turns: Sequence[KeptTurn], *, begun_at: datetime, spent: Spending) -> str:
    """Return the shown branch, its roles, models, dates and sums."""
    lines = [
        f"# {_escaped(head.title)}",
        "",
        f"- Repository: {_code(head.root)}",
        f"- Begun: {_moment(begun_at)}",
        f"- Changed: {_moment(head.changed_at)}",
        f"- Turns: {len(turns)}",
        f"- Spent: {_spent(spent)}",
    ]
    for kept in turns:
        lines += ["", *_turn(kept.turn)]
    return "\n".join(lines) + "\n"


def write_markdown(file: Path, text: str) -> None:
    """Write the whole text to the file or leave that as it is; raise OSError."""
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(text.encode("utf-8"))
        beside.replace(file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _turn(turn: Turn) -> Iterator[str]:
    who = "You" if turn.role is Role.USER else _escaped(turn.model) or "Model"
    heading = [f"## {turn.number}", who]
    if turn.said_at is not None:
        heading.append(_moment(turn.said_at))
    if turn.role is Role.USER:
        heading.append(turn.mode.value)
    if turn.is_recorded:
        heading.append("recorded")
    yield " · ".join(heading)
    if turn.reasoning:
        yield from ("", "Reasoning:", "", *_fenced(turn.reasoning, "text"))
    yield from ("", *_fenced(turn.text, "markdown"))
    remarks = [_STATES.get(turn.state, ""), _escaped(turn.note), _cost(turn)]
    if any(remarks):
        yield from ("", "*" + " ".join(remark for remark in remarks if remark) + "*")


def _fenced(text: str, kind: str) -> tuple[str, str, str]:
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{kind}", text, fence


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _code(text: str) -> str:
    marks = "`" * (_longest_run(text) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{blank}{text}{blank}{marks}"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _cost(turn: Turn) -> str:
    if turn.usage is None:
        return ""
    usage = turn.usage
    cached = f" ({usage.from_cache:,} from the cache)" if usage.from_cache else ""
    money = "price unknown" if turn.money is None else _dollars(turn.money)
    about = "" if turn.state is State.DONE else "About "
    return f"{about}{usage.read:,} tokens read{cached}, {usage.written:,} written, {money}."


def _spent(spent: Spending) -> str:
    if spent.known_money is None:
        return f"{spent.tokens:,} tokens, price unknown"
    more = ", and requests whose price is unknown" if spent.has_unknown else ""
    return f"{spent.tokens:,} tokens, {_dollars(spent.money)}{more}"


def _dollars(money: float) -> str:
    return f"${money:,.4f}" if money < 1 else f"${money:,.2f}"
