"""Text shown to a model as data: in a fence that nothing in it can close, below a path that stays on its line."""

import re

_RUNS = re.compile("`{3,}|~{3,}")


def fenced(text: str, info: str = "") -> str:
    """Return the text in a fence longer than any run of back-ticks or tildes in it, wherever those stand."""
    has_runs = "```" in text or "~~~" in text  # a hundred times as fast as looking for all of them
    longest = max(map(len, _RUNS.findall(text)), default=2) if has_runs else 2
    fence = "`" * (longest + 1)
    end = "" if not text or text.endswith("\n") else "\n"
    return f"{fence}{info}\n{text}{end}{fence}"


def shown_path(path: str) -> str:
    """Return the path on one line: what cannot be seen in it, such as a line break, is written as an escape."""
    if path.isprintable():
        return path
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in path)


def cut_middle(text: str, most: int) -> str:
    """Return the text, or its start and its end with a line between that says how many lines were left out.

    `most` counts characters and is kept but for that line.
    """
    if len(text) <= most:
        return text
    head = text[: most // 2]
    tail = text[len(text) - (most - len(head)) :]
    head = head[: head.rfind("\n") + 1] or head
    tail = tail[tail.find("\n") + 1 :] or tail
    left_out = text.count("\n", len(head), len(text) - len(tail))
    between = "" if head.endswith("\n") else "\n"
    return f"{head}{between}[{left_out} lines are left out here]\n{tail}"
