"""Sample replies as the events in which they are read, for tests and pictures of the conversation."""

from msgspec.structs import replace

from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockGrew, BlockStarted, EditBlock, Prose, ReplyEvent
from guillemet.engine.outcomes import Outcome, Status
from tests.kit import reviews

PROSE = """## Totals with tax

I changed how a parcel's total is made up. **Three things** are worth a look:

1. `total` takes a *rate* now, see [the notes](https://example.org/notes?id=7).
2. The old module is not needed any more.
3. Rates come from `rates.toml`:

```python
RATES = {"de": Decimal("0.19"), "fr": Decimal("0.20"), "a very long line that has to wrap somewhere": Decimal("0")}
```

> Prices stay in cents.

![chart](https://example.org/chart.png)
"""

HOSTILE = "Read th\u202eis\u202c and th\u200bis: \x1b[31mred\x1b[0m <b>not bold</b> <img src='file:///etc/passwd'>\n"


def prose(text: str) -> list[ReplyEvent]:
    """Return the events of text without blocks."""
    return [Prose(line) for line in text.splitlines(keepends=True)]


def events_of(block: EditBlock) -> list[ReplyEvent]:
    """Return the events of one whole block."""
    raw = [BlockGrew(block.number, line) for line in block.raw.splitlines()[1:]]
    return [BlockStarted(block.number, block.path, block.format, block.line_number), *raw, BlockFinished(block)]


def many(count: int) -> tuple[list[ReplyEvent], tuple[Outcome, ...]]:
    """Return a reply with this many blocks over twenty files, and what became of them."""
    events: list[ReplyEvent] = []
    outcomes = []
    for number in range(1, count + 1):
        path = f"src/parcel/part_{number % 20:02}.py"
        old = "\n".join(f"    value_{n} = compute({n}, {number})" for n in range(4))
        new = "\n".join(f"    value_{n} = compute({n}, {number}, rate)" for n in range(4))
        block = reviews.block(path, number=number, old=old, new=new)
        events += [Prose(f"Step {number} changes `{path}`.\n"), *events_of(block)]
        outcomes.append(Outcome(block, Status.APPLIED, path, lines=(number,)))
    return events, tuple(outcomes)


def sample() -> tuple[list[ReplyEvent], tuple[Outcome, ...]]:
    """Return a reply with one of each: applied, already applied, failed, skipped, broken, still growing."""
    long_new = "\n".join(f"    step_{n}(xs)  # {'and so on ' * (n % 5)}" for n in range(40))
    blocks = [
        reviews.block("src/parcel/total.py", number=1),
        reviews.block("src/parcel/rates.py", number=2, old="x = 1\ny = 2\nz = 3", new="x = 1\ny = 20\nz = 3\n\nw = 4"),
        reviews.block("README.md", number=3),
        reviews.block("README.md", number=4),
        reviews.block(
            "services/warehouse/src/main/java/com/example/inventory/ReservationExpiryListener.java", number=5
        ),
        reviews.block("src/parcel/steps.py", number=6, old="", new=long_new),
    ]
    outcomes = (
        reviews.applied(blocks[0].path),
        replace(reviews.applied(blocks[1].path), block=blocks[1], lines=(9, 31, 77)),
        reviews.not_found("README.md", number=3),
        reviews.skipped("README.md", number=4),
        Outcome(blocks[4], Status.ALREADY_APPLIED, blocks[4].path, lines=(3,)),
        Outcome(blocks[5], Status.APPLIED, blocks[5].path, lines=(12,)),
    )
    events = prose(PROSE)
    for block in blocks:
        events += events_of(block)
        events += prose(f"\nThat was block {block.number}.\n")
    broken = reviews.broken("src/parcel/tax.py", number=7)
    events += [BlockStarted(7, broken.path, broken.format, 40), BlockBroken(broken), *prose(HOSTILE)]
    events += events_of(reviews.block("src/parcel/late.py", number=8))[:-2]
    return events, outcomes
