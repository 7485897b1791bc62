"""Proposals of which parts are decided, and what becomes of them."""

from guillemet.engine.diff.content import prepare
from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.parts import part_of
from guillemet.engine.review import CommitLine, FileReview, Part, Review
from guillemet.engine.workspace import Workspace
from guillemet.settings import WhiteSpace
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

LONG = "".join(f"line {n}\n" for n in range(1, 21))


def opened(repository: RepositoryBuilder, files: dict[str, str | bytes], *replies: str) -> Workspace:
    repository.commit(files)
    workspace = Workspace.open(repository.root)
    for reply in replies:
        workspace.apply(reply)
    return workspace


def proposed(repository: RepositoryBuilder) -> Workspace:
    """Return a workspace with three hunks proposed for a.txt, and one for b.txt."""
    edits = [edit("a.txt", f"line {n}", f"LINE {n}") for n in (2, 10, 18)]
    return opened(repository, {"a.txt": LONG, "b.txt": "b\n"}, "".join(edits) + edit("b.txt", "b", "B"))


def line_of(workspace: Workspace, path: str = "f.txt") -> CommitLine:
    """Return what the next commit says of a file."""
    return next(line for line in workspace.review().commit if line.path == path)


def capital(*numbers: int) -> bytes:
    """Return the file with these lines changed."""
    return "".join(f"{'LINE' if n in numbers else 'line'} {n}\n" for n in range(1, 21)).encode()


def hunks(workspace: Workspace, *numbers: int, path: str = "a.txt") -> Part:
    """Return the part with these hunks, counted from 1, of the file as it is shown now."""
    texts = workspace.texts(path)
    found = changed(texts.before, texts.after)
    return part_of((found[number - 1] for number in numbers), texts.identity)


def file_of(review: Review, path: str = "a.txt") -> FileReview:
    return next(file for file in review.files if file.path == path)


def sides(workspace: Workspace, path: str = "a.txt") -> tuple[bytes, bytes]:
    texts = workspace.texts(path)
    return texts.before.encode(), texts.after.encode()


def numbers(workspace: Workspace, white_space: WhiteSpace = WhiteSpace.ALL) -> list[str]:
    """Return which hunks of the proposal for a.txt those are that are shown."""
    return list(map(str, prepare(workspace.texts("a.txt"), white_space=white_space).numbers))


def everything(repository: RepositoryBuilder, workspace: Workspace) -> tuple[object, ...]:
    """Return files, folders, index, HEAD, and the review but for what undo and redo would do."""
    review = workspace.review()
    return (
        repository.state(),
        review.files,
        review.commit,
        review.outcomes,
        [sides(workspace, f.path) for f in review.files],
    )
