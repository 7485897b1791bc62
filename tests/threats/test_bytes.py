"""Promises about bytes: whatever a file is made of, what lies outside an edit stays, and taking back restores all."""

import os
import tempfile
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from guillemet.engine.outcomes import Flag, Reason, Status
from guillemet.engine.workspace import Workspace
from tests.kit.replies import edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder

_REPAIRED = {Flag.SIGNS, Flag.INDENTATION, Flag.QUOTES, Flag.FENCE, Flag.WRAPPED}
EXAMPLES = int(os.environ.get("GUILLEMET_EXAMPLES", "15"))

MARKS = {"utf-8": b"", "utf-8-sig": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff", "latin-1": b""}
LETTERS = {
    "latin-1": st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_categories=["Cc"]),
    "ascii": st.characters(min_codepoint=0x20, max_codepoint=0x7E),
}
ANY = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\x85")


class Case(Struct, frozen=True):
    """A file, the lines an edit names, and what it puts there."""

    data: bytes
    head: bytes
    """The bytes before the named lines."""
    tail: bytes
    """The bytes after them."""
    encoding: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    name = draw(st.sampled_from(sorted(MARKS)))
    encoding = "utf-8" if name == "utf-8-sig" else name
    letters = LETTERS.get(encoding, ANY)
    texts = draw(st.lists(st.text(letters, max_size=8), min_size=1, max_size=8))
    lines = [f"{number} {text}." for number, text in enumerate(texts)]
    start = draw(st.integers(0, len(lines) - 1))
    end = draw(st.integers(start + 1, len(lines)))
    if encoding == "latin-1":
        # What eight bits mean is a guess; an edit can name and write only what every guess agrees on.
        lines[start:end] = [line.encode("ascii", "ignore").decode() for line in lines[start:end]]
        letters = LETTERS["ascii"]
    habits = draw(st.sampled_from([("\n",), ("\r\n",), ("\r",), ("\n", "\r\n")]))
    endings = [draw(st.sampled_from(habits)) for _ in lines]
    endings[-1] = draw(st.sampled_from([endings[-1], ""]))
    pieces = [(line + ending).encode(encoding) for line, ending in zip(lines, endings, strict=True)]
    new = draw(st.lists(st.text(letters, max_size=8).map(lambda text: f"+ {text}."), max_size=4))
    kept = draw(st.integers(0, end - start))
    head, tail = MARKS[name] + b"".join(pieces[:start]), b"".join(pieces[end:])
    assume(new or kept < end - start)
    return Case(
        head + b"".join(pieces[start:end]) + tail,
        head,
        tail,
        encoding,
        tuple(lines[start:end]),
        (*lines[start : start + kept], *new),
    )


@settings(max_examples=EXAMPLES)
@given(
    case=cases(), strict=st.booleans(), mode=st.sampled_from([0o644, 0o755, 0o600, 0o664]), is_committed=st.booleans()
)
def test_bytes_outside_an_edit_stay_and_taking_back_restores_bytes_and_mode(
    case: Case, mode: int, *, strict: bool, is_committed: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        repository = RepositoryBuilder(Path(folder))
        write = repository.commit if is_committed else repository.write
        write({"f.txt": case.data})
        place = repository.root / "f.txt"
        place.chmod(mode)
        written = guillemet_edit if strict else edit
        workspace = Workspace.open(repository.root)

        applied = workspace.apply(written("f.txt", "\n".join(case.old), "\n".join(case.new)))
        # Eight-bit bytes that may be damaged UTF-8 are refused, which is a promise of its own.
        assume(case.encoding != "latin-1" or applied.outcomes[0].reason is not Reason.ENCODING)
        # What looks like damage from copying is repaired and asks, which is a promise of its own.
        assume(not _REPAIRED & set(applied.outcomes[0].flags))
        assert [outcome.status for outcome in applied.outcomes] == [Status.APPLIED]
        workspace.accept(["f.txt"])

        left = place.read_bytes()
        assert place.stat().st_mode & 0o777 == mode
        assert left.startswith(case.head)
        assert left.endswith(case.tail)
        middle = left[len(case.head) : len(left) - len(case.tail)].decode(case.encoding)
        assert tuple(middle.splitlines()) == case.new

        for verb in (workspace.undo, workspace.redo, lambda: workspace.reject(["f.txt"])):
            assert verb().refusals == ()
        assert place.read_bytes() == case.data
        assert place.stat().st_mode & 0o777 == mode
