"""Every state of the window worth looking at, as scenes for `python -m tests.kit.screenshots --every`.

A scene begins with a fresh window, brings about one state after the other as a user does, and takes a picture of each.
"""

import stat
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pygit2
from pygit2.enums import FileMode
from PySide6.QtCore import QBuffer, QByteArray, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QListView, QTabWidget, QToolTip

from guillemet.app.notices import Level, Notice, Offer
from guillemet.settings import DiffColours, KeptService, ServiceKind, WhiteSpace
from guillemet.ui.actions import Act
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.widgets.images import ImageDiff, ImageView
from tests.kit import replies
from tests.kit.hands import buttons, named
from tests.kit.model_server import Answer, Hold, ModelServer, Refusal, Say, said
from tests.kit.repositories import RepositoryBuilder
from tests.kit.screen_stage import Stage

Scene = Callable[[Stage], None]
SCENES: dict[str, Scene] = {}


def scene(made: Scene) -> Scene:
    """Add a scene by the name of its function."""
    SCENES[made.__name__] = made
    return made


@scene
def empty(stage: Stage) -> None:
    stage.desk.window.welcome.setFocus()  # as at the start of the program
    stage.take("welcome")
    recent = [stage.folder / name for name in ("parcel", "a-very-long-folder-name/" * 6 + "ladle", "shop")]
    for place in recent:
        place.mkdir(parents=True)
    stage.desk.window.welcome.set_recent(tuple(map(str, recent)))
    stage.take("welcome-recent")
    stage.do(Act.SETTINGS)
    (pages,) = stage.desk.window.findChild(SettingsPage).findChildren(QTabWidget)
    for number in range(pages.count()):
        pages.setCurrentIndex(number)
        stage.take(f"settings-{number}")
    stage.close()
    for act in (Act.KEYS, Act.FORMATS, Act.ABOUT, Act.SEARCH_ACTIONS, Act.COPY_INSTRUCTIONS):
        stage.do(act)
        stage.take(f"dialog-{act.name.lower()}")
        stage.close()
    stage.do(Act.SEARCH_ACTIONS)
    stage.type("clear")
    stage.take("palette-typed")
    stage.type("xyzzy")
    stage.take("palette-nothing")
    stage.close()
    stage.desk.session.open_repository(str(stage.folder))
    stage.rest()
    stage.take("no-repository-notice")


@scene
def unborn(stage: Stage) -> None:
    stage.open(None)
    stage.take("unborn")
    stage.propose(replies.create("hello.py", "print('hello')"))
    stage.take("unborn-proposed")


@scene
def clean(stage: Stage) -> None:
    stage.open({"a.py": "x = 1\n", "notes/todo.md": "- one\n"})
    stage.take("nothing-proposed")
    stage.do(Act.SHOW_CONVERSATION)
    stage.desk.window.show_conversation(is_shown=True)
    stage.take("nothing-proposed-conversation")
    stage.desk.session.reception.take_text("No edits, only prose about `a.py`.", "reply.md")
    stage.take("prose-only")


@scene
def one(stage: Stage) -> None:
    stage.open({"a.py": "x = 1\n"})
    stage.propose(replies.edit("a.py", "x = 1", "x = 2"))
    stage.take("one-file")
    stage.do(Act.ACCEPT_ALL)
    stage.take("one-file-accepted")
    stage.do(Act.UNDO)
    stage.do(Act.REJECT_ALL)
    stage.take("one-file-rejected")
    stage.do(Act.FINISH_REVIEW)
    stage.take("one-file-finished")


@scene
def demo(stage: Stage) -> None:
    stage.demo(0, 1)
    stage.take("demo")
    stage.show("ladle/shop.py")
    stage.take("demo-file")
    stage.do(Act.SWITCH_LOOK)
    stage.take("demo-other-look")
    stage.do(Act.SWITCH_LOOK, Act.SWITCH_WRAP)
    stage.take("demo-no-wrap")
    stage.do(Act.SWITCH_WRAP)
    stage.choose(is_continuous=False)
    stage.take("demo-one-file-at-a-time")
    stage.choose(is_continuous=True, files_as_tree=True)
    stage.take("demo-tree")
    stage.choose(files_as_tree=False)
    stage.desk.window.show_conversation(is_shown=True)
    stage.take("demo-conversation")
    stage.do(Act.CONVERSATIONS)
    stage.take("demo-history")
    stage.key(Qt.Key.Key_Escape)
    stage.do(Act.CONTEXT_FILES)
    stage.take("demo-context-files")
    stage.desk.talk.close_history()
    stage.desk.window.show_conversation(is_shown=False)
    stage.desk.window.show_changes(is_shown=False)
    stage.take("demo-sides-folded")


@scene
def lists(stage: Stage) -> None:
    stage.demo(0, 1)
    stage.do(Act.FILTER_FILES)
    stage.take("filter")
    stage.type("shop")
    stage.take("filter-typed")
    stage.type("xyzzy")
    stage.take("filter-nothing")
    stage.key(Qt.Key.Key_Escape)
    listed = named(stage.desk.proposal, QListView, "Proposed files")
    stage.menu(listed.viewport(), QPoint(60, 120), "menu-list")
    editor = stage.desk.diff.splitter.main
    stage.menu(editor.viewport(), QPoint(160, 200), "menu-diff")
    for number, name in enumerate(buttons(stage.desk.window)):
        if any(word in name for word in ("Repository", "Branch", "More", "View", "Look", "Side", "Unified", "Show as")):
            stage.drop_down(name, f"menu-button-{number}")
    button = next(one for one in stage.desk.window.findChildren(QAbstractButton) if one.isVisible() and one.toolTip())
    QToolTip.showText(button.mapToGlobal(QPoint(10, 30)), button.toolTip(), button)
    stage.take("tooltip")
    QToolTip.hideText()
    stage.desk.proposal.commands.preview_requested.emit("rm -rf scratch")
    stage.take("command-preview")
    stage.desk.proposal.commands.cancelled.emit()


@scene
def finding(stage: Stage) -> None:
    stage.demo(0, 1)
    stage.show("ladle/shop.py")
    stage.do(Act.FIND)
    stage.type("amount")
    stage.take("find")
    stage.type("xyzzy")
    stage.take("find-nothing")
    stage.key(Qt.Key.Key_Escape)
    stage.do(Act.FIND_IN_ALL)
    stage.rest()
    if isinstance(QApplication.focusWidget(), QLineEdit):
        QApplication.focusWidget().clear()
        stage.type("amount")
    stage.take("find-in-all")
    stage.key(Qt.Key.Key_Escape)
    stage.do(Act.OPEN_FILE)
    stage.type("re")
    stage.take("open-file")
    stage.close()
    stage.desk.reading.open_named(".gitignore", 1)
    stage.take("reading")
    stage.do(Act.GO_TO_LINE)
    stage.take("go-to-line")
    stage.key(Qt.Key.Key_Escape)
    stage.do(Act.BACK_TO_REVIEW)
    stage.show("ladle/shop.py")
    stage.do(Act.NEXT_HUNK, Act.WHO_CHANGED_LINE)
    stage.take("blame")
    stage.key(Qt.Key.Key_Escape)


@scene
def failures(stage: Stage) -> None:
    body = "".join(f"def step_{n}(xs):\n    total = sum(xs)\n    return total\n\n\n" for n in range(1, 31))
    searched = "def step_20(xs):\n    amount = sum(xs) + 1\n    return round(amount)"
    stage.open({"a.py": "x = 1\n", "steps.py": body, "other.py": "import os\n", "crlf.txt": "one\r\ntwo\r\n"})
    stage.propose(
        replies.edit("a.py", "x = 1", "x = 2"),
        replies.edit("steps.py", searched, "def step_20(xs): ..."),
        replies.edit("steps.py", "    return total", "    return round(total)"),
        replies.edit("other.py", "completely different text\nwhich is nowhere near", "nothing"),
        replies.edit("missing.py", "gone", "here"),
        replies.edit("../outside.py", "gone", "here"),
        "a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 3\n",
    )
    stage.take("failed")
    for path in ("steps.py", "other.py", "missing.py"):
        stage.show(path)
        stage.take(f"failed-{path}")
    stage.show("steps.py")
    stage.do(Act.FOCUS_DIFF, Act.EDIT_SEARCHED)
    stage.take("failed-edited")
    stage.type("# ")
    stage.take("failed-edited-typed")
    stage.press("Cancel", stage.desk.diff)
    stage.press("Elsewhere…", stage.desk.diff)
    stage.take("failed-elsewhere")
    stage.key(Qt.Key.Key_Escape)
    stage.show("steps.py")
    for name in ("Show block", "More"):
        if name in buttons(stage.desk.diff):
            stage.press(name, stage.desk.diff)
            stage.take(f"failed-{name.split()[0].lower()}")
    stage.desk.window.show_conversation(is_shown=True)
    stage.desk.reviewing.block_requested.emit(2)
    stage.take("failed-conversation")


@scene
def conflict(stage: Stage) -> None:
    lines = [f"line {number}\n" for number in range(1, 41)]
    made = stage.open({"a.py": "".join(lines), "b.py": "y = 1\n"})
    for number in (5, 20):
        stage.propose(replies.edit("a.py", f"line {number}", f"line {number} as proposed by the model"))
    stage.propose(replies.edit("b.py", "y = 1", "y = 2"))
    changed = [f"my own {line}" if at in (4, 19) else line for at, line in enumerate(lines)]
    made.write({"a.py": "".join(changed)})
    stage.until(lambda: bool(stage.desk.session.review and stage.desk.session.review.conflicts))
    stage.show("a.py")
    stage.take("conflict")
    for name in ("Take the proposal here", "Take proposed", "Take mine here", "Edit"):
        found = [one for one in buttons(stage.desk.diff) if one.startswith(name)]
        if found:
            stage.press(found[0], stage.desk.diff)
            stage.take(f"conflict-{name.split()[0].lower()}-{name.split()[-1]}")


@scene
def comments(stage: Stage) -> None:
    stage.demo(0, 1)
    stage.show("ladle/shop.py")
    for text in ("Why not a dataclass?", "This loses the order of insertion. " * 5):
        stage.do(Act.COMMENT)
        stage.type(text)
        stage.take(f"comment-writing-{len(text)}")
        stage.key(Qt.Key.Key_Return, modifier=Qt.KeyboardModifier.ControlModifier)
        stage.do(Act.NEXT_HUNK)
    stage.take("comments")
    stage.desk.window.show_conversation(is_shown=True)
    stage.take("comments-tray")
    stage.do(Act.WRITE_COMMENTS)
    stage.take("comments-message")
    sample = stage.folder / "ladle" / "ladle" / "shop.py"
    sample.write_text(sample.read_text().replace("each", "one"))
    stage.rest()
    stage.take("comments-stale")


@scene
def editing(stage: Stage) -> None:
    stage.demo(0, 1)
    stage.show("ladle/shop.py")
    stage.do(Act.EDIT_PROPOSAL)
    stage.take("editor")
    stage.type("# my own line")
    stage.do(Act.FIND)
    stage.take("editor-find")
    stage.key(Qt.Key.Key_Escape)
    stage.key(Qt.Key.Key_S, modifier=Qt.KeyboardModifier.ControlModifier)
    stage.take("edited-by-you")
    stage.do(Act.EDIT_PROPOSAL)
    stage.type("# a line that is so long that it has to be wrapped, and goes on and on " * 4)
    stage.take("editor-wrapped")
    stage.key(Qt.Key.Key_S, modifier=Qt.KeyboardModifier.ControlModifier)
    file = stage.folder / "ladle" / "ladle" / "shop.py"
    file.write_text(file.read_text().replace("for each in recipe.ingredients", "for one in recipe.ingredients"))
    stage.until(lambda: bool(stage.desk.session.review and stage.desk.session.review.conflicts))
    stage.take("edit-in-conflict")


@scene
def kinds(stage: Stage) -> None:
    block = "".join(f"    step_{n} = prepare({n}, {n + 1})\n    check(step_{n})\n" for n in range(8))
    base = "".join(f"value_{n} = {n}\n" for n in range(30))
    made = stage.open(
        {
            "run.sh": "#!/bin/sh\necho run\n",
            "gone.py": "x = 1\n" * 20,
            "docs/sizes.md": "# Sizes\n\nA text that moves.\nIt stays nearly as it is.\n",
            "moved.py": f"def first():\n{block}\n\n{base}\n\ndef last():\n    pass\n",
            "spaces.py": "if x:\n  y = 1   \n  z = 2\n\ta = 3\n",
            "end.txt": "one\ntwo",
            "crlf.txt": "one\r\ntwo\r\nthree\r\n",
            "rtl.txt": "שלום עולם\nمرحبا بالعالم\n日本語の文字\n👩‍👩‍👧‍👦 family 🇩🇪\n",
            "long.json": '{"key": "' + "value and more of it, " * 60 + '"}\n',
            "logo.bin": bytes(range(256)),
            "package-lock.json": "".join(f'  "dependency-{n}": "1.0.{n}",\n' for n in range(400)),
        }
    )
    new = base.splitlines(keepends=True)
    moved = f"def first():\n    pass\n\n\n{''.join(new)}\n\ndef last():\n{block}    pass\n"
    lock = "".join(f'  "dependency-{n}": "2.0.{n}",\n' for n in range(400))
    stage.propose(
        _diff("diff --git a/run.sh b/run.sh", "old mode 100644", "new mode 100755"),
        _diff(
            "diff --git a/gone.py b/gone.py",
            "deleted file mode 100644",
            "--- a/gone.py",
            "+++ /dev/null",
            "@@ -1,20 +0,0 @@",
            *["-x = 1"] * 20,
        ),
        _diff(
            "diff --git a/docs/sizes.md b/docs/big-sizes.md",
            "similarity index 90%",
            "rename from docs/sizes.md",
            "rename to docs/big-sizes.md",
        ),
        _diff(
            "diff --git a/current b/current",
            "new file mode 120000",
            "--- /dev/null",
            "+++ b/current",
            "@@ -0,0 +1 @@",
            "+docs/sizes.md",
            "\\ No newline at end of file",
        ),
        _whole("moved.py", moved),
        _whole("package-lock.json", lock),
        replies.edit("spaces.py", "if x:\n  y = 1   \n  z = 2\n\ta = 3", "if x:\n    y = 1\n    z = 2\n    a = 3"),
        replies.edit("end.txt", "two", "two\nthree"),
        replies.edit("crlf.txt", "two", "zwei"),
        replies.edit("rtl.txt", "שלום עולם", "שלום לכולם"),
        replies.edit("rtl.txt", "日本語の文字", "日本語の文章"),
        replies.edit(
            "long.json",
            '{"key": "' + "value and more of it, " * 60 + '"}',
            '{"key": "' + "value and less of it, " * 30 + "value and more of it, " * 30 + '"}',
        ),
        replies.create(
            "services/warehouse/src/main/java/com/example/warehouse/inventory/reservation/"
            "ReservationExpiryListenerFactory.java",
            "class X {}",
        ),
        replies.create("a-file-name-without-any-break-" + "that-goes-on-" * 12 + ".py", "x = 1"),
    )
    assert made.root.exists()
    stage.take("kinds")
    stage.desk.diff.setFocus()
    for file in stage.desk.session.review.files if stage.desk.session.review else ():
        stage.show(file.path)
        stage.take("kind-" + file.path.rpartition("/")[2][:16])
    for way in WhiteSpace:
        stage.choose(white_space=way)
        stage.show("spaces.py")
        stage.take(f"white-space-{way.name.lower()}")
    stage.choose(white_space=WhiteSpace.ALL)


def _diff(*lines: str) -> str:
    return "\n".join(("```diff", *lines, "```", ""))


def _whole(path: str, content: str) -> str:
    return f"{path}\n```\n{content}```\n"


@scene
def special(stage: Stage) -> None:
    made = stage.open({"run.sh": "#!/bin/sh\necho run\n", "real.py": "x = 1\n", "vendor/lib.py": "y = 1\n"})
    (made.root / "current.py").symlink_to("real.py")
    inner = RepositoryBuilder(made.root / "part")
    head = pygit2.Oid(hex=inner.commit({"inside.py": "z = 1\n"}))
    made.git.index.add(pygit2.IndexEntry("part", head, FileMode.COMMIT))
    made.git.index.write()
    stage.propose(
        _diff(
            *("diff --git a/run.sh b/run.sh", "old mode 100644", "new mode 100755", "--- a/run.sh", "+++ b/run.sh"),
            *("@@ -1,2 +1,2 @@", " #!/bin/sh", "-echo run", "+echo runs"),
        ),
        replies.edit("current.py", "x = 1", "x = 2"),
        replies.edit("part/inside.py", "z = 1", "z = 2"),
        _diff(
            *("diff --git a/part b/part", "index 1111111..2222222 160000", "--- a/part", "+++ b/part", "@@ -1 +1 @@"),
            *(f"-Subproject commit {'1' * 40}", f"+Subproject commit {'2' * 40}"),
        ),
        replies.create("empty.txt", ""),
    )
    stage.take("special")
    stage.show("run.sh")
    stage.take("special-mode")
    stage.show("empty.txt")
    stage.take("special-empty")


@scene
def locked(stage: Stage) -> None:
    stage.open({"a.py": "x = 1\n", "package-lock.json": _lock(1)})
    stage.propose(replies.edit("a.py", "x = 1", "x = 2"), _whole("package-lock.json", _lock(2)))
    stage.take("lock-file")
    stage.press("Unfold package-lock.json")
    stage.take("lock-file-shown")


def _lock(version: int) -> str:
    return "".join(f'  "dependency-{n}": "{version}.0.{n}",\n' for n in range(15_000))


@scene
def dragging(stage: Stage) -> None:
    stage.demo(0)
    for name in ("text", "file"):
        dragged = QMimeData()
        if name == "text":
            dragged.setText("a reply")
        else:
            dragged.setUrls([QUrl.fromLocalFile(str(stage.folder / "reply.md"))])
        event = QDragEnterEvent(
            QPoint(400, 400),
            Qt.DropAction.CopyAction,
            dragged,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(stage.desk.window, event)
        stage.take(f"drag-{name}")
        QApplication.sendEvent(stage.desk.window, QDragLeaveEvent())


@scene
def images(stage: Stage) -> None:
    logo, icon = _picture("#3366aa", 40), _picture("#aa6633", 90)
    stage.open({"a.py": "x = 1\n", "logo.png": logo, "icon.png": icon, "data.bin": bytes(range(256))})
    stage.propose(
        replies.edit("a.py", "x = 1", "x = 2"),
        _diff(
            "diff --git a/logo.png b/brand.png", "similarity index 100%", "rename from logo.png", "rename to brand.png"
        ),
        *(
            _diff(f"diff --git a/{path} b/{path}", "deleted file mode 100644", f"--- a/{path}", "+++ /dev/null")
            for path in ("icon.png", "data.bin")
        ),
    )
    stage.take("images")
    stage.show("brand.png")
    shown = next(one for one in stage.desk.diff.findChildren(ImageDiff) if one.isVisible())
    for view in ImageView:
        shown.set_view(view)
        stage.take(f"image-{view.name.lower()}")
    for path in ("icon.png", "data.bin"):
        stage.show(path)
        stage.take(f"deleted-{path}")


def _picture(colour: str, radius: int) -> bytes:
    image = QImage(320, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#dddddd"))
    painter = QPainter(image)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QPoint(160, 100), radius, radius)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data.data())


@scene
def many(stage: Stage) -> None:
    names = [f"packages/area_{n // 50:02}/module_{n:04}.py" for n in range(1000)]
    stage.open(dict.fromkeys(names, "def run(xs):\n    return sum(xs)\n"))
    stage.propose(*(replies.edit(name, "    return sum(xs)", "    return sum(xs) + 1") for name in names))
    stage.take("thousand")
    stage.choose(files_as_tree=True)
    stage.take("thousand-tree")
    stage.do(Act.ACCEPT_ALL)
    stage.take("thousand-accepted")


@scene
def committing(stage: Stage) -> None:
    made = stage.open({f"part_{n}.py": "x = 1\n" for n in range(9)})
    stage.propose(*(replies.edit(f"part_{n}.py", "x = 1", "x = 2") for n in range(9)))
    stage.do(Act.ACCEPT_ALL)
    stage.desk.commit.set_draft(
        "Raise x in every part, and go on a little longer than the guide of seventy-two columns\n\n"
        "The body says why this was done, in more than one line of text, so that the box has to grow."
    )
    stage.desk.session.decisions.include_in_commit(["part_1.py"], included=False)
    stage.until(lambda: "Commit 8 files to main" in buttons(stage.desk.commit))
    stage.desk.commit.focus_message()
    stage.take("commit-filled")
    stage.drop_down("More ways to commit", "commit-menu")
    stage.do(Act.COMMIT_TO_BRANCH)
    stage.take("commit-new-branch")
    stage.key(Qt.Key.Key_Escape)
    _hook(made.root, "pre-commit", "for n in 1 2 3 4 5 6 7 8 9; do echo checking part_$n.py; done; sleep 20")
    made.write({"z.py": ""})
    stage.rest()
    stage.do(Act.SHOW_HOOKS)
    stage.take("hooks-dialog")
    stage.close()
    stage.press(next(name for name in buttons(stage.desk.commit) if name.startswith("Commit 8")), stage.desk.commit)
    stage.take("commit-asks")
    buttons(stage.desk.window)["Run them and commit"].click()
    stage.until(lambda: "Stop the commit" in buttons(stage.desk.commit))
    stage.until(stage.camera.moment(1.5))
    stage.take("commit-runs", at_rest=False)
    buttons(stage.desk.commit)["Stop the commit"].click()
    stage.take("commit-stopped")
    (made.root / ".git" / "hooks" / "pre-commit").unlink()
    stage.do(Act.AMEND)
    stage.take("commit-amend")


def _hook(root: Path, name: str, text: str) -> None:
    hook = root / ".git" / "hooks" / name
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{text}\n")
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)


@scene
def left_out_hunks(stage: Stage) -> None:
    body = "".join(f"def step_{n}(xs):\n    total = sum(xs)\n    return total\n\n\n" for n in range(1, 31))
    stage.open({"steps.py": body, "a.py": "x = 1\n"})
    edits = [f"def step_{n}(xs):\n    total = sum(xs)" for n in (3, 12, 20)]
    steps = (replies.edit("steps.py", one, one.replace("sum(xs)", "sum(xs) + tax")) for one in edits)
    stage.propose(*steps, replies.edit("a.py", "x = 1", "x = 2"), replies.create("new.py", "y = 1"))
    stage.do(Act.ACCEPT_ALL, Act.LOOK_OVER_COMMIT)
    stage.press("Leave out hunk 2 of 3 in the commit", stage.desk.diff)
    stage.until(lambda: "Include hunk 2 of 3 in the commit" in buttons(stage.desk.diff))
    stage.take("commit-hunk-left-out")


@scene
def to_be_committed(stage: Stage) -> None:
    body = "".join(f"def step_{n}(xs):\n    total = sum(xs)\n    return total\n\n\n" for n in range(1, 31))
    long = "services/warehouse/inventory/ReservationExpiryListenerFactoryOfTheWarehouse.java"
    names = ["src/a.py", "src/b.py", "src/parts/c.py", "old.py", long, *(f"more/part_{n:02}.py" for n in range(30))]
    made = stage.open({"steps.py": body, "mine.py": "one\n"} | dict.fromkeys(names, "x = 1\n"))
    made.write({"mine.py": "mine\n"})
    edits = [f"def step_{n}(xs):\n    total = sum(xs)" for n in (3, 12, 20)]
    stage.propose(replies.edit("src/a.py", "x = 1", "x = 0"))
    stage.do(Act.ACCEPT_ALL)
    stage.take("one-accepted")
    stage.do(Act.FINISH_REVIEW)
    stage.take("one-waits")
    steps = [replies.edit("steps.py", one, one.replace("sum(xs)", "sum(xs) + tax")) for one in edits]
    rest = [replies.edit(name, "x = 1", "x = 2") for name in names[1:5]]
    stage.propose(*steps, *rest, replies.edit("mine.py", "mine", "two"), replies.create("new.py", "y = 1"))
    stage.desk.session.decisions.accept(["src/b.py", "src/parts/c.py", long, "mine.py", "new.py"])
    stage.rest()
    stage.show("steps.py")
    stage.key("y")
    stage.take("commit-in-part")
    stage.do(Act.ACCEPT_ALL, Act.STAGE)
    stage.desk.session.decisions.include_in_commit(["src/b.py"], included=False)
    stage.rest()
    stage.choose(files_as_tree=True)
    stage.take("commit-tree")
    stage.choose(files_as_tree=False)
    stage.desk.do(Act.FILTER_FILES)
    stage.type("src")
    stage.take("commit-filtered")
    stage.key(Qt.Key.Key_Escape)
    rows = named(stage.desk.proposal, QListView, "Proposed files")
    place = next(i for n in range(rows.model().rowCount()) if (i := rows.model().index(n, 0)).data() == "new.py")
    stage.menu(rows.viewport(), rows.visualRect(place).center(), "commit-row-menu")
    stage.propose(*(replies.edit(name, "x = 1", "x = 3") for name in names[5:]))
    stage.take("next-reply-over-accepted")
    stage.do(Act.ACCEPT_ALL)
    stage.take("forty-accepted")
    stage.do(Act.FINISH_REVIEW)
    stage.take("forty-wait")


@scene
def branches(stage: Stage) -> None:
    made = stage.open({"a.py": "x = 1\n"})
    head = made.git.head.peel(pygit2.Commit)
    for name in ("topic/one", "topic/two", "a-branch-with-a-name-that-is-very-much-longer-than-any-button-can-show"):
        made.git.branches.local.create(name, head)
    stage.propose(replies.edit("a.py", "x = 1", "x = 2"))
    stage.do(Act.SWITCH_BRANCH)
    stage.take("branches")
    stage.type("topic/new")
    stage.take("branches-new")
    stage.close()


@scene
def recovered(stage: Stage) -> None:
    made = stage.open({"a.py": "x = 1\n"})
    stage.propose(replies.edit("a.py", "x = 1", "x = 2"))
    stage.show("a.py")
    stage.do(Act.EDIT_PROPOSAL)
    stage.type("# half")
    stage.until(stage.camera.moment(1.5))
    stage.desk.editing_area.show_diff()
    stage.open_folder(made.root)
    stage.take("draft-left")


@scene
def notices(stage: Stage) -> None:
    stage.demo(0)
    show = stage.desk.session.notifications.show
    for number, notice in enumerate(
        (
            Notice(Level.DONE, "Accepted 3 files."),
            Notice(Level.INFO, "The clipboard holds a reply with 4 blocks.", offer=Offer.TAKE_REPLY, subject="x"),
            Notice(
                Level.WARN,
                "The reply holds whole files without a path.",
                "Place them by hand, or ask for edit blocks.",
                offer=Offer.ASK_FOR_BLOCKS,
                also=(Offer.READ_FILES, Offer.PLACE_LISTINGS),
            ),
            Notice(
                Level.ERROR,
                "The operating system refused: ladle/shop.py cannot be written.",
                "Free the file, and try again.",
                details="\n".join(f"line {n} of the details, which may well be rather long" for n in range(12)),
                offer=Offer.TRY_AGAIN,
            ),
        )
    ):
        show(notice)
        stage.take(f"notice-{number}")
    stage.press("Details", stage.desk.notices)
    stage.take("notice-details")


@scene
def talking(stage: Stage) -> None:
    go_on = Event()
    flowing = Answer(
        (
            Say("I will raise `x` in **a.py**:\n\n" + replies.edit("a.py", "x = 1", "x = 2")),
            Say("\nAnd now the second part, which is still to come:\n\n- one\n- two\n\nb.py\n```\n<<<<<<< SE"),
            Hold(go_on),
            Say("ARCH\ny = 1\n=======\ny = 2\n>>>>>>> REPLACE\n```\n"),
        )
    )
    broken = Refusal(401, "Incorrect API key provided: sk-none.", "invalid_request_error", "invalid_api_key")
    with ModelServer(
        said("The files hold two values."), flowing, broken, Refusal(429, "Rate limit reached.")
    ) as server:
        stage.choose(
            model="here/small", services=(KeptService("here", ServiceKind.COMPATIBLE, server.address),), map_tokens=0
        )
        stage.open({"a.py": "x = 1\n", "b.py": "y = 1\n", "docs/notes.md": "# Notes\n"})
        stage.desk.window.show_conversation(is_shown=True)
        stage.take("chat-empty")
        composer = stage.desk.talk.composer
        composer.focus_message()
        stage.type("See @")
        stage.take("chat-completion")
        stage.key(Qt.Key.Key_Escape)
        composer.set_draft("/")
        stage.rest()
        composer.set_draft("")
        stage.type("/")
        stage.take("chat-commands")
        stage.key(Qt.Key.Key_Escape)
        composer.set_draft("What do they hold?")
        stage.do(Act.PREVIEW_REQUEST)
        stage.until(lambda: bool(QApplication.activeModalWidget()))
        stage.take("request-preview")
        stage.close()
        conversation = stage.desk.session.talk.conversation
        stage.ask("What do they hold?")
        stage.take("chat-answered")
        conversation.send("Raise both.")
        stage.until(
            lambda: bool(conversation.answering.so_far and "still to come" in conversation.answering.so_far.text)
        )
        stage.until(stage.camera.moment(0.6))
        stage.take("chat-streaming", at_rest=False)
        stage.desk.window.show_conversation(is_shown=False)
        stage.until(stage.camera.moment(0.3))
        stage.take("chat-streaming-folded", at_rest=False)
        stage.desk.window.show_conversation(is_shown=True)
        go_on.set()
        stage.until(lambda: not conversation.answering.is_flowing)
        stage.take("chat-done")
        for name in ("refused", "limited"):
            stage.ask("And now?")
            stage.take(f"chat-{name}")
        composer.picker.open_models()
        stage.take("chat-picker")


@scene
def colours(stage: Stage) -> None:
    stage.demo(0, 1)
    for way in (DiffColours.BLUE_ORANGE, DiffColours.HIGH_CONTRAST):
        stage.choose(diff_colours=way)
        stage.show("ladle/shop.py")
        stage.take(f"colours-{way.name.lower()}")
    stage.choose(diff_colours=DiffColours.RED_GREEN, font_size=18)
    stage.take("zoomed")


@scene
def deciding(stage: Stage) -> None:
    stage.demo(0, 1)
    stage.show("ladle/shop.py")
    stage.key("y")
    stage.take("hunk-accepted")
    stage.do(Act.ACCEPT_ALL)
    stage.take("accepted-all")
    stage.do(Act.REJECT_ALL)
    stage.take("rejected-rest")
    stage.do(Act.FINISH_REVIEW)
    stage.take("finishing")
    stage.press("Finish anyway", stage.desk.notices)
    stage.take("finished")
