"""Promises of comments on lines: nothing said is lost, and all of it goes into one message."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import Comment, CommentedLines, Comments, line_of
from guillemet.app.session import Session
from guillemet.app.turns import Use
from tests.app.chat.conftest import Talking
from tests.kit.model_server import ModelServer, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

FILES = {"a.py": "x = 1\ny = 2\nz = 3\n", "b.py": "b = 1\n"}
Y = CommentedLines("a.py", 2, 2, ("y = 2",))
Z = CommentedLines("a.py", 3, 3, ("z = 3",))
B = CommentedLines("b.py", 1, 1, ("b = 1",))
SECONDS = 20_000


@pytest.fixture
def session(talking: Talking, repository: RepositoryBuilder) -> Session:
    """Return a session whose model only says that it will."""
    repository.commit(FILES)
    return talking(said("I will."))


@pytest.fixture
def comments(session: Session) -> Comments:
    """Return its comments: one on `y`, one on `b`."""
    session.talk.comments.keep(B, "Better name.")
    session.talk.comments.keep(Y, "Why two?")
    return session.talk.comments


def write(qtbot: QtBot, comments: Comments) -> str:
    with qtbot.waitSignal(comments.written) as written:
        comments.write()
    return str(written.args[0])


def send(qtbot: QtBot, session: Session, message: str) -> None:
    with qtbot.waitSignal(session.talk.conversation.turn_ended, timeout=SECONDS):
        session.talk.conversation.send(message)


def propose(qtbot: QtBot, session: Session, reply: str) -> None:
    with qtbot.waitSignal(session.review_changed):
        session.reception.take_text(reply, "A reply")


def test_comments_are_kept_file_by_file_in_the_order_of_their_lines(comments: Comments) -> None:
    comments.keep(Z, "And three?")

    assert [comment.spot for comment in comments.tray.comments] == [Y, Z, B]


def test_a_comment_on_the_same_lines_replaces_the_one_before(comments: Comments) -> None:
    comments.keep(Y, "Three, please.")

    assert [comment.text for comment in comments.tray.comments] == ["Three, please.", "Better name."]


def test_an_emptied_comment_is_taken_out_and_can_be_brought_back(comments: Comments) -> None:
    comments.keep(Y, " \n")
    assert comments.tray.comments == (Comment(B, "Better name."),)

    comments.bring_back(comments.tray.removed)

    assert comments.tray.comments == (Comment(Y, "Why two?"), Comment(B, "Better name."))


def test_all_that_were_cleared_can_be_brought_back(comments: Comments) -> None:
    before = comments.tray.comments
    comments.remove(before)
    assert comments.tray.comments == ()

    comments.bring_back(comments.tray.removed)

    assert comments.tray.comments == before


def test_comments_removed_one_by_one_can_all_be_brought_back(comments: Comments) -> None:
    before = comments.tray.comments
    for comment in before:
        comments.remove([comment])

    comments.bring_back(comments.tray.removed)

    assert comments.tray.comments == before


def test_a_comment_said_anew_is_not_replaced_by_one_brought_back(comments: Comments) -> None:
    comments.remove([Comment(Y, "Why two?")])
    comments.keep(Y, "Make it three.")

    comments.bring_back(comments.tray.removed)

    assert [comment.text for comment in comments.tray.comments] == ["Make it three.", "Better name."]


def test_an_empty_comment_on_other_lines_takes_away_nothing_that_can_be_brought_back(comments: Comments) -> None:
    comments.remove([Comment(Y, "Why two?")])
    comments.keep(Z, "")

    comments.bring_back(comments.tray.removed)

    assert [comment.spot for comment in comments.tray.comments] == [Y, B]


def test_one_message_tells_all_with_path_lines_and_code(qtbot: QtBot, comments: Comments) -> None:
    message = write(qtbot, comments)

    assert "Line 2 of `a.py`:\n```\ny = 2\n```\nWhy two?" in message
    assert "Line 1 of `b.py`:\n```\nb = 1\n```\nBetter name." in message


def test_writing_puts_the_files_into_the_conversation(qtbot: QtBot, comments: Comments, session: Session) -> None:
    session.talk.conversation.files.set_use(["b.py"], Use.READ_ONLY)

    write(qtbot, comments)

    uses = {entry.path: entry.use for entry in session.talk.conversation.files.entries}
    assert uses == {"a.py": Use.IN, "b.py": Use.READ_ONLY}


def test_a_comment_on_a_file_that_is_gone_brings_no_file_with_it(qtbot: QtBot, comments: Comments) -> None:
    comments.keep(CommentedLines("gone.py", 1, 1, ("x = 1",)), "Where is it?")

    with qtbot.waitSignal(comments.written) as written:
        comments.write()

    assert written.args[1] == ("a.py", "b.py")


def test_writing_sends_nothing_and_keeps_the_comments(
    qtbot: QtBot, comments: Comments, serving: Callable[..., ModelServer]
) -> None:
    write(qtbot, comments)

    assert len(comments.tray.comments) == 2
    assert not serving.servers[-1].asked  # type: ignore[attr-defined]


def test_comments_leave_when_their_message_was_sent(qtbot: QtBot, comments: Comments, session: Session) -> None:
    message = write(qtbot, comments)

    send(qtbot, session, "First of all:\n\n" + message)

    assert comments.tray.comments == ()


def test_comments_stay_when_another_message_was_sent(qtbot: QtBot, comments: Comments, session: Session) -> None:
    write(qtbot, comments)

    send(qtbot, session, "Something else.")

    assert len(comments.tray.comments) == 2


def test_comments_stay_when_a_reply_quotes_their_message(qtbot: QtBot, comments: Comments, session: Session) -> None:
    message = write(qtbot, comments)

    session.talk.conversation.take_reply(message, "Pasted text")

    assert len(comments.tray.comments) == 2


def test_comments_leave_when_their_message_is_sent_after_another_one(
    qtbot: QtBot, comments: Comments, session: Session
) -> None:
    message = write(qtbot, comments)
    send(qtbot, session, "Something else.")

    send(qtbot, session, message)

    assert comments.tray.comments == ()


def test_a_comment_cut_from_the_message_stays(qtbot: QtBot, comments: Comments, session: Session) -> None:
    message = write(qtbot, comments)

    send(qtbot, session, message[: message.index("Line 1 of `b.py`")])

    assert [comment.spot for comment in comments.tray.comments] == [B]


def test_a_comment_changed_after_it_was_written_stays(qtbot: QtBot, comments: Comments, session: Session) -> None:
    message = write(qtbot, comments)
    comments.keep(Y, "Or four?")

    send(qtbot, session, message)

    assert comments.tray.comments == (Comment(Y, "Or four?"),)


def test_the_message_names_the_lines_where_the_proposal_has_them_now(
    qtbot: QtBot, comments: Comments, session: Session
) -> None:
    propose(qtbot, session, edit("a.py", "x = 1", "x = 1\nnew = 0"))

    assert "Line 3 of `a.py`:\n```\ny = 2\n```" in write(qtbot, comments)


def test_a_comment_on_code_that_is_gone_is_told_with_its_code(
    qtbot: QtBot, comments: Comments, session: Session
) -> None:
    propose(qtbot, session, edit("a.py", "y = 2", "why = 2"))

    assert "Line 2 of `a.py` (no longer there):\n```\ny = 2\n```\nWhy two?" in write(qtbot, comments)


def test_a_comment_on_what_is_removed_says_so(qtbot: QtBot, session: Session) -> None:
    propose(qtbot, session, edit("a.py", "y = 2\n", ""))
    session.talk.comments.keep(CommentedLines("a.py", 2, 2, ("y = 2",), is_old=True), "Leave it in.")

    assert "Line 2 of `a.py` (before your changes):" in write(qtbot, session.talk.comments)


def test_comments_wait_for_their_repository(
    qtbot: QtBot, comments: Comments, session: Session, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    first, other = session.review, make_repository("other")
    other.commit({"c.py": "c = 1\n"})
    with qtbot.waitSignal(session.talk.ready):
        session.open_repository(str(other.root))
    assert comments.tray.comments == ()

    with qtbot.waitSignal(session.talk.ready):
        session.open_repository(first.root)

    assert len(comments.tray.comments) == 2


def test_of_several_places_the_nearest_is_meant() -> None:
    spot = CommentedLines("a.py", 5, 6, ("if x:", "    pass"))
    lines = ["if x:", "    pass", "", "", "", "", "if x:", "    pass", "if x:", "    fail"]

    assert line_of(spot, lines) == 7


def test_what_is_typed_is_held_until_it_is_kept_or_discarded(comments: Comments) -> None:
    comments.leave_unfinished(Z, "Half a thou")
    comments.leave_unfinished(Y, "Why tw")
    assert comments.tray.unfinished == (Comment(Y, "Why tw"), Comment(Z, "Half a thou"))

    comments.keep(Y, "Why two, then?")
    comments.leave_unfinished(Z, "")

    assert comments.tray.unfinished == ()


def test_what_is_typed_is_in_no_message(qtbot: QtBot, comments: Comments) -> None:
    comments.leave_unfinished(Z, "Half a thou")

    assert "Half a thou" not in write(qtbot, comments)


SAME = "\n".join(f"def {name}(x):\n    x += {by}\n    return x\n" for name, by in (("a", 1), ("b", 2), ("c", 3)))
B_RETURN = CommentedLines("dup.py", 7, 7, ("    return x",))


def follow(qtbot: QtBot, session: Session, change: Callable[[], object]) -> None:
    """Let another program change files once it is known where the comments are, and wait until they moved."""
    comments, before = session.talk.comments, session.talk.comments.tray
    qtbot.waitUntil(lambda: session.tasks.is_idle)
    change()
    qtbot.waitUntil(lambda: comments.tray != before)


def spots(session: Session) -> list[tuple[int, int, bool]]:
    tray = session.talk.comments.tray
    return [(one.spot.first, one.spot.last, one.spot.is_gone) for one in tray.comments]


def test_lines_that_occur_often_are_followed_through_changes_of_the_file(
    qtbot: QtBot, session: Session, repository: RepositoryBuilder
) -> None:
    repository.commit({"dup.py": SAME})
    propose(qtbot, session, edit("dup.py", "    x += 3", "    x += 4"))
    talk = session.talk
    talk.comments.keep(B_RETURN, "Why b?")
    talk.comments.leave_unfinished(replace(B_RETURN, first=11, last=11), "Why c")
    message = write(qtbot, talk.comments)

    follow(qtbot, session, lambda: repository.write({"dup.py": "# top\n" * 5 + SAME}))

    assert spots(session) == [(12, 12, False)]
    assert [one.spot.first for one in talk.comments.tray.unfinished] == [16]
    assert "Line 12 of `dup.py`:\n```\n    return x\n```\nWhy b?" in write(qtbot, talk.comments)
    send(qtbot, session, message)
    assert spots(session) == [(12, 12, False)], "the message before named other lines"
    send(qtbot, session, write(qtbot, talk.comments))
    assert not talk.comments.tray.comments


def test_lines_that_went_stay_where_they_stood_last_and_come_back_there(
    qtbot: QtBot, session: Session, repository: RepositoryBuilder
) -> None:
    """Nothing else that says the same is taken for them; two comments whose lines went stay two."""
    repository.commit({"dup.py": SAME})
    propose(qtbot, session, edit("dup.py", "    x += 3", "    x += 4"))
    comments = session.talk.comments
    for is_old in (True, False):
        comments.keep(replace(B_RETURN, is_old=is_old), "Why b?")
        comments.keep(CommentedLines("dup.py", 6, 7, ("    x += 2", "    return x"), is_old), "Why both?")
    above = "import os\nimport sys\n" + SAME
    follow(qtbot, session, lambda: repository.write({"dup.py": above}))
    assert spots(session) == [(8, 9, False)] * 2 + [(9, 9, False)] * 2

    gone = above.replace("    x += 2\n    return x", "    x += 2\n    return abs(x)")
    follow(qtbot, session, lambda: repository.write({"dup.py": gone}))

    assert spots(session) == [(8, 9, True)] * 2 + [(9, 9, True)] * 2
    message = write(qtbot, comments)
    assert message.count("Line 9 of `dup.py` (no longer there):") == 2
    assert message.count("Lines 8 to 9 of `dup.py` (no longer there):") == 2
    follow(qtbot, session, lambda: repository.write({"dup.py": "# top\n" + above}))
    assert spots(session) == [(9, 10, False)] * 2 + [(10, 10, False)] * 2
