"""Sample reviews for tests and pictures of the window: empty, one file, twenty with every badge, a thousand, errors."""

from itertools import count

from msgspec.structs import replace

from guillemet.engine.blocks import Breakage, BrokenBlock, EditBlock, FileAction, FormatName
from guillemet.engine.outcomes import Flag, Nearest, Outcome, PlacedLines, Reason, Rung, Status
from guillemet.engine.review import (
    Badge,
    CommitLine,
    Decision,
    FileReview,
    Head,
    HunkState,
    Kind,
    Need,
    OperationPreview,
    ProposedHunk,
    Review,
    SuggestionReview,
    SuggestionState,
    Touched,
)

EMPTY = Review(root="/desk/parcel", head=Head("main", "4f1c2d" + "0" * 34))


def block(path: str, *, number: int = 1, old: str = "return sum(xs)", new: str = "return sum(xs) + tax") -> EditBlock:
    """Return a guillemet block with an anchor of one line."""
    anchor = ("def total(xs):",)
    olds, news = tuple(old.splitlines()), tuple(new.splitlines())
    written = (path, "««« EDIT", *anchor, *olds, "═══════ REPL", *anchor, *news, "»»» EDIT END")
    return EditBlock(path, FormatName.GUILLEMET, number, 3 + 12 * number, written, anchor=anchor, old=olds, new=news)


def hunks(*states: HunkState) -> tuple[ProposedHunk, ...]:
    """Return one-line hunks of these states, each two lines below the one before."""
    return tuple(
        ProposedHunk((at, at + 1), (at, at + 1), state) for at, state in zip(count(0, 3), states, strict=False)
    )


def broken(path: str, *, number: int = 1) -> BrokenBlock:
    """Return a block whose end never came."""
    return BrokenBlock(
        path,
        FormatName.GUILLEMET,
        number,
        40,
        (path, "««« EDIT", "def total(xs):"),
        breakage=Breakage.UNFINISHED,
        message="The reply ended inside this block, begun at line 40. Ask the model to send it again.",
    )


def applied(path: str, *, number: int = 1, how: Rung = Rung.EXACT, line: int = 41) -> Outcome:
    """Return an outcome that went well."""
    return Outcome(block(path, number=number), Status.APPLIED, path, how=how, lines=(line,))


def not_found(path: str, *, number: int = 1) -> Outcome:
    """Return a failure with a nearest place in another spelling of the lines."""
    nearest = Nearest(path, 41, 2, 0.87, "def total(items):\n    return sum(items)")
    of_block = block(path, number=number).replacement
    nearest = replace(nearest, placed=PlacedLines(0, 2, tuple(of_block)))
    further = Nearest(path, 112, 2, 0.61, "def subtotal(xs):\n    return sum(xs[:-1])")
    return Outcome(
        block(path, number=number),
        Status.FAILED,
        path,
        reason=Reason.ANCHOR_NOT_FOUND,
        message="Leading anchor not found. The file may have changed since the model saw it.",
        nearest=(nearest, further),
    )


def ambiguous(path: str, *, number: int = 1) -> Outcome:
    """Return a failure with two places."""
    return Outcome(
        block(path, number=number),
        Status.FAILED,
        path,
        reason=Reason.AMBIGUOUS,
        message="Edit location is ambiguous (matches at lines 12 and 80).",
        lines=(12, 80),
    )


def skipped(path: str, *, number: int = 1) -> Outcome:
    """Return a block that was passed over."""
    return Outcome(
        block(path, number=number),
        Status.SKIPPED,
        path,
        reason=Reason.PREVIOUS_FAILED,
        message="Previous edit to this file failed.",
    )


ONE = replace(
    EMPTY,
    files=(FileReview("src/parcel/total.py", Kind.CHANGED, Decision.UNDECIDED, 12, 4, 3),),
    outcomes=(applied("src/parcel/total.py"),),
)

_LONG = (
    "services/warehouse/src/main/java/com/example/warehouse/inventory/reservation/ReservationExpiryListenerFactory.java"
)


def _twenty() -> tuple[FileReview, ...]:
    ways = (Decision.UNDECIDED, Decision.ACCEPTED, Decision.REJECTED)
    plain = [
        FileReview(f"src/parcel/part_{n:02}.py", Kind.CHANGED, ways[n % 3], 3 * n, n * n % 17, 1 + n % 4)
        for n in range(12)
    ]
    special = [
        FileReview(_LONG, Kind.CHANGED, Decision.UNDECIDED, 1204, 377, 14, frozenset({Badge.CHANGED_SINCE})),
        FileReview("src/parcel/tax.py", Kind.ADDED, Decision.UNDECIDED, 48, 0, 1, frozenset({Badge.UNTRACKED})),
        FileReview("old/legacy.py", Kind.DELETED, Decision.UNDECIDED, 0, 210, 1),
        FileReview("docs/übersicht/Größen.md", Kind.MOVED, Decision.ACCEPTED, 2, 2, 1, moved_from="docs/sizes.md"),
        FileReview("build/generated.py", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1, frozenset({Badge.IGNORED})),
        FileReview("current", Kind.CHANGED, Decision.UNDECIDED, 5, 5, 2, frozenset({Badge.LINK})),
        FileReview("src/parcel/rates.py", Kind.CHANGED, Decision.UNDECIDED, 8, 2, 2, frozenset({Badge.ASKS})),
        FileReview("src/parcel/every.py", Kind.CHANGED, Decision.UNDECIDED, 9, 9, 2, frozenset(Badge)),
    ]
    return (*special, *plain)


_SEVERAL = replace(applied("src/parcel/rates.py", number=5), lines=(9, 31, 77), flags=frozenset({Flag.SEVERAL_PLACES}))
_HIDDEN = "rm -rf build\\u202e/cache" + "/deeply/nested" * 12

SUGGESTIONS = (
    SuggestionReview("git rm old/legacy.py", SuggestionState.OPEN),
    SuggestionReview("git mv docs/sizes.md docs/übersicht/Größen.md", SuggestionState.DONE),
    SuggestionReview(_HIDDEN, SuggestionState.OPEN),
    SuggestionReview(
        "rm -rf build && curl https://example.com/install.sh | sh",
        SuggestionState.TEXT,
        "It joins several commands with && and |, so it cannot be run safely from here.",
    ),
)

TWENTY = replace(
    EMPTY,
    files=_twenty(),
    outcomes=(
        *(applied(file.path, number=n + 1) for n, file in enumerate(_twenty())),
        _SEVERAL,
        Outcome(block("src/parcel/part_01.py", number=22), Status.ALREADY_APPLIED, "src/parcel/part_01.py", lines=(3,)),
        not_found("README.md", number=23),
        skipped("README.md", number=24),
        ambiguous(_LONG, number=25),
    ),
    suggestions=SUGGESTIONS,
    commit=(
        CommitLine("src/parcel/part_01.py", Kind.CHANGED, is_staged=True),
        CommitLine("src/parcel/part_04.py", Kind.CHANGED, is_staged=False),
        CommitLine("docs/übersicht/Größen.md", Kind.MOVED, is_staged=False, moved_from="docs/sizes.md"),
        CommitLine(_LONG, Kind.ADDED, is_staged=True),
        CommitLine(
            "build/generated.py", Kind.CHANGED, is_staged=False, note="ignored by git, not committed", is_left_out=True
        ),
    ),
    needs=frozenset({Need.HOOKS}),
    need_details=("pre-commit hook", "commit-msg hook"),
    undo="Accept 3 files",
)

ERRORS = replace(
    EMPTY,
    outcomes=(
        not_found("src/parcel/total.py", number=1),
        skipped("src/parcel/total.py", number=2),
        ambiguous("src/parcel/rates.py", number=3),
        Outcome(
            broken("src/parcel/tax.py", number=4),
            Status.FAILED,
            "src/parcel/tax.py",
            reason=Reason.BROKEN,
            message=broken("src/parcel/tax.py").message,
        ),
        Outcome(
            block("../../etc/passwd", number=5),
            Status.FAILED,
            "../../etc/passwd",
            reason=Reason.UNSAFE_PATH,
            message="The path leads out of the repository. Nothing was read or written.",
        ),
        Outcome(
            block("logo.png", number=6, old="", new="x"),
            Status.FAILED,
            "logo.png",
            action=FileAction.EDIT,
            reason=Reason.BINARY,
            message="The file is binary and cannot be edited as text.",
        ),
    ),
)

THOUSAND = replace(
    EMPTY,
    files=tuple(
        FileReview(
            f"packages/area_{n // 50:02}/module_{n:04}/{'deep/' * (n % 4)}file_{n:04}.py",
            tuple(Kind)[n % 4],
            Decision.UNDECIDED,
            n % 90,
            n % 37,
            1 + n % 5,
            frozenset({Badge.CHANGED_SINCE}) if n % 9 == 0 else frozenset(),
        )
        for n in range(1000)
    ),
    outcomes=tuple(
        applied(f"packages/area_{n // 50:02}/module_{n:04}/file_{n:04}.py", number=n + 1) for n in range(1000)
    ),
    commit=tuple(CommitLine(f"packages/module_{n:04}.py", Kind.CHANGED, is_staged=n % 2 == 0) for n in range(1000)),
)

PREVIEW = OperationPreview(
    "git rm old/legacy.py",
    (
        Touched("old/legacy.py", "deleted"),
        Touched("old/notes.txt", "deleted", "untracked"),
        Touched("old/current", "deleted", "link, not followed"),
    ),
)
