"""A reply from its first character to its last: read, and applied to files in memory."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from guillemet.engine.applying.applier import ReplyApplier
from guillemet.engine.applying.files import Files, MemoryFiles
from guillemet.engine.applying.options import ApplyOptions
from guillemet.engine.blocks import Block, BlockBroken, BlockFinished, BrokenBlock, Prose, ReplyEvent
from guillemet.engine.commands import SuggestedCommand, find_suggestions
from guillemet.engine.formats.path_line import among, slashed
from guillemet.engine.outcomes import Outcome
from guillemet.engine.reply.reader import SLICE, Reply, ReplyContext


class ReadReply(Struct, frozen=True):
    """What a whole reply asks for."""

    blocks: tuple[Block | BrokenBlock, ...]
    """In reply order."""
    suggestions: tuple[SuggestedCommand, ...]
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole, in sentences; what could be read is read all the same."""
    events: tuple[ReplyEvent, ...] = ()
    """Everything that was read, in its order, for showing the reply."""


class ApplyResult(Struct, frozen=True):
    """What became of a whole reply."""

    results: tuple[Outcome, ...]
    """One for every block, in reply order."""
    files_modified: tuple[str, ...]
    """Paths whose content is another than before, in the order in which the reply named them."""
    shell_suggestions: tuple[str, ...]
    files: dict[str, str | bytes]
    """Everything afterwards; text where text was given and for new files."""
    moves: dict[str, str]
    """The path each moved file had at first, by the path it has now."""
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole, in sentences."""


def read_reply(
    reply: str | Iterable[str],
    files: Files,
    *,
    options: ApplyOptions | None = None,
    exists: Callable[[str], bool] | None = None,
) -> ReadReply:
    """Return the blocks and suggestions of a reply, given whole or in chunks, without applying any.

    `exists` knows more files than `files.names` lists, such as untracked ones.
    """
    chosen = options or ApplyOptions()
    is_known = among(frozenset(files.names()))

    def is_file(path: str) -> bool:
        return is_known(path) or (exists is not None and exists(slashed(path)))

    context = ReplyContext(
        exists=is_file,
        chat_files=chosen.chat_files,
        path=chosen.path,
        only=chosen.only,
        asked=chosen.asked,
    )
    blocks: list[Block | BrokenBlock] = []
    prose: list[str] = []
    reader = Reply(context)
    events = list(_events(reader, _slices(reply) if isinstance(reply, str) else reply))
    for event in events:
        match event:
            case Prose(text):
                prose.append(text)
            case BlockFinished(block) | BlockBroken(block):
                blocks.append(block)
            case _:
                pass
    return ReadReply(tuple(blocks), find_suggestions(prose), reader.warnings, tuple(events))


def apply_reply(
    reply: str | Iterable[str], files: Mapping[str, str | bytes], *, options: ApplyOptions | None = None
) -> ApplyResult:
    """Apply a reply to the files of a mapping, which is left as it is, and return what they become.

    Text in the mapping is taken as UTF-8. A file that cannot be edited as text fails its blocks and stays.
    """
    memory = MemoryFiles(files)
    read = read_reply(reply, memory, options=options)
    applier = ReplyApplier(memory, options=options)
    results = tuple(applier.apply(block) for block in read.blocks)
    changed, moves = applier.changed, applier.moves
    after: dict[str, str | bytes] = dict(files)
    for path, data in changed.items():
        if data is None:
            del after[path]
        else:
            before = files.get(moves.get(path, path))
            after[path] = data if isinstance(before, bytes) else data.decode()
    suggestions = tuple(one.text for one in read.suggestions)
    return ApplyResult(results, tuple(changed), suggestions, after, moves, warnings=read.warnings)


def _events(reply: Reply, chunks: Iterable[str]) -> Iterable[ReplyEvent]:
    for chunk in chunks:
        yield from reply.feed(chunk)
    yield from reply.finish()


def _slices(text: str) -> Iterable[str]:
    return (text[start : start + SLICE] for start in range(0, len(text), SLICE))
