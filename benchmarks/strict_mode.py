"""A strict find-and-replace, for comparison: `score.py --engine "python -m benchmarks.strict_mode"`.

Search-replace blocks with a bare path line above or below the fence, whose old part stands in that file letter by
letter. It speaks as much of the batch protocol as a score needs.
"""

import json
import re
import sys
from typing import Any

FENCE = re.compile(r"^\s*(```|~~~|</?\w+>)")
BLOCK = re.compile(r"^<{5,9} SEARCH\s*?\n(.*?)^={5,9}\s*?\n(.*?)^>{5,9} REPLACE\s*?$", re.DOTALL | re.MULTILINE)


def apply(reply: str, files: dict[str, str]) -> list[dict[str, Any]]:
    """Change the files as far as the reply's blocks fit them; return what became of each block."""
    told: list[dict[str, Any]] = []
    path = ""
    for found in BLOCK.finditer(reply):
        above = [line.strip() for line in reply[: found.start()].splitlines() if line.strip() and not FENCE.match(line)]
        named = above[-1] if above else ""
        path = named if not named.startswith(">>>>>") else path
        old, new = found[1], found[2]
        standing = files.get(path)
        is_there = standing is not None if old else standing is None
        if is_there and old in (standing or ""):
            files[path] = new if not old else (standing or "").replace(old, new, 1)
            told.append({"path": path, "status": "applied", "how": "exact", "lines": [1]})
        else:
            told.append({"path": path, "status": "failed", "reason": "not found"})
    return told


def main() -> None:
    """Answer one JSON request a line."""
    for line in sys.stdin:
        request = json.loads(line)
        files = dict(request.get("files") or {})
        blocks = apply(request["reply"].replace("\r\n", "\n"), files)
        sys.stdout.write(json.dumps({"id": request.get("id"), "files": files, "blocks": blocks, "error": None}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
