"""The path guard and the choice of the file that is meant."""

import pytest

from guillemet.engine.errors import UnsafePathError
from guillemet.engine.paths import choose_path, endings, folders_of, guard_path, without_prefix
from tests.kit.cases import each

ROOT = "/home/me/project"
ON_DISK = {"src", "src/app.py", "odd\\name.txt"}


def guarded(written: str, *, root: str | tuple[str, ...] = ROOT, windows: bool = False) -> str:
    return guard_path(written, root=root, exists=ON_DISK.__contains__, windows=windows)


@each(
    "written",
    [
        "../x",
        "a/../../x",
        "a/..",
        "/etc/passwd",
        "//host/share/x",
        "C:\\x",
        "C:/x",
        "C:x",
        "\\\\host\\share",
        "\\\\?\\C:\\x",
        "\\x",
        "~",
        "~/.bashrc",
        "~other/x",
        "....//sibling/x",
        ".../x",
        "a/. ./x",
        "..\\x",
        "src\\..\\..\\x",
        f"{ROOT}-evil/x",
        f"{ROOT}/../x",
        f"{ROOT}\\x",
        "file:///etc/passwd",
    ],
)
def test_a_path_that_leads_out_of_the_repository_is_refused(written: str) -> None:
    with pytest.raises(UnsafePathError):
        guarded(written)


@each(
    "written",
    [
        ".git",
        ".git/config",
        ".git/hooks/pre-commit",
        "sub/.git/config",
        ".GIT/config",
        ".Git\\config",
        ".git /config",
        ".git./config",
        ".git. . /config",
        "git~1/config",
        "GIT~12/config",
        "gi7eba~1/config",
        ".git::$INDEX_ALLOCATION/config",
        ".git:stream",
        ".g\u200cit/config",
        ".\ufeffgit/config",
        ".gi\u00adt",
        ".g\U000e0061it/config",
        ".\uff47\uff49\uff54/config",
        f"{ROOT}/.git/config",
    ],
)
def test_git_is_refused_in_every_disguise(written: str) -> None:
    with pytest.raises(UnsafePathError, match=r"\.git"):
        guarded(written)


@pytest.mark.parametrize("written", ["", "  ", ".", "./", ROOT])
def test_a_path_that_names_no_file_is_refused(written: str) -> None:
    with pytest.raises(UnsafePathError):
        guarded(written)


@pytest.mark.parametrize("character", ["\x00", "\n", "\r", "\x1b", "\x7f", "\x85", "\u2028", "\u202e", "\ud800"])
def test_characters_that_no_name_may_hold_are_refused(character: str) -> None:
    with pytest.raises(UnsafePathError):
        guarded(f"src/a{character}b")


@pytest.mark.parametrize("written", ["a/" * 10_000 + "x", "x" * 256, "é" * 128, "/".join(["abc"] * 1_100)])
def test_a_path_too_long_for_a_disk_is_refused(written: str) -> None:
    with pytest.raises(UnsafePathError, match="longer"):
        guarded(written)


@each(
    ("written", "meant"),
    [
        ("src/app.py", "src/app.py"),
        ("./src//./app.py", "src/app.py"),
        (".gitignore", ".gitignore"),
        (".github/workflows/ci.yml", ".github/workflows/ci.yml"),
        ("a.git/x", "a.git/x"),
        ("pages/[...slug].tsx", "pages/[...slug].tsx"),
        ("-rf", "-rf"),
        (":(glob)x", ":(glob)x"),
        ("with blank.txt", "with blank.txt"),
        ("größe/日本.txt", "größe/日本.txt"),
        ("aux.c", "aux.c"),
        (f"{ROOT}/src/app.py", "src/app.py"),
    ],
)
def test_an_ordinary_path_comes_back_relative_with_slashes(written: str, meant: str) -> None:
    assert guarded(written) == meant


@pytest.mark.parametrize("written", ["src\\app.py", "src\\new.py", ".\\src\\deep\\new.py"])
def test_backslashes_are_slashes_when_that_names_something(written: str) -> None:
    assert guarded(written) == written.replace("\\", "/").removeprefix("./")


def test_a_file_really_named_with_a_backslash_is_kept() -> None:
    assert guarded("odd\\name.txt") == "odd\\name.txt"


def test_backslashes_that_name_nothing_yet_separate_new_folders() -> None:
    assert guarded("new\\deep\\_name.txt") == "new/deep/_name.txt"


@pytest.mark.parametrize("written", ["app\\[slug\\].tsx", "with\\ blank.txt", "a\\*b.txt", "new\\\\double.txt"])
def test_backslashes_that_may_be_escapes_are_refused(written: str) -> None:
    with pytest.raises(UnsafePathError, match="back-slashes"):
        guarded(written)


def test_a_windows_root_explains_backslashes() -> None:
    assert guarded("app\\[slug].tsx", root="C:\\work\\project") == "app/[slug].tsx"


def test_a_windows_path_inside_the_root_is_made_relative_whatever_its_case() -> None:
    assert guarded("c:/Work/Project\\src\\New.py", root="C:\\work\\project\\") == "src/New.py"


def test_a_share_is_a_root_like_any_other() -> None:
    assert guarded("\\\\host\\work\\a.py", root="\\\\HOST\\work") == "a.py"


def test_each_of_several_roots_counts() -> None:
    assert guarded("/their/a.py", root=(ROOT, "/their")) == "a.py"


@pytest.mark.parametrize("written", ["aux.c", "NUL", "com1.txt", "CON ", "name:b", "what?.txt", "name.", "name "])
def test_names_windows_cannot_hold_are_refused_on_windows(written: str) -> None:
    with pytest.raises(UnsafePathError, match="Windows"):
        guarded(written, windows=True)


def test_the_refusal_names_the_path_as_written() -> None:
    with pytest.raises(UnsafePathError) as refusal:
        guarded("../x")

    assert refusal.value.path == "../x"


def test_the_exact_path_is_meant_before_any_other() -> None:
    assert choose_path("a.py", {"a.py", "A.py", "src/a.py"}) == "a.py"


def test_the_only_file_that_differs_in_case_is_meant() -> None:
    assert choose_path("readme.md", {"README.md", "docs/readme.md"}) == "README.md"


@pytest.mark.parametrize(("written", "known"), [("\u00e9.md", "e\u0301.md"), ("e\u0301.md", "\u00c9.md")])
def test_the_only_file_that_differs_in_how_its_letters_are_composed_is_meant(written: str, known: str) -> None:
    assert choose_path(written, {known, "other.md"}) == known
    assert choose_path(written, {known, written}) == written


def test_a_file_of_the_conversation_is_meant_before_others_with_the_same_ending() -> None:
    assert choose_path("app.py", {"src/app.py", "test/app.py"}, ["test/app.py"]) == "test/app.py"


def test_the_only_file_of_the_repository_with_the_ending_is_meant() -> None:
    assert choose_path("ui/app.py", {"src/ui/app.py", "src/gui/app.py"}) == "src/ui/app.py"


def test_several_files_with_the_ending_are_all_named() -> None:
    assert choose_path("app.py", {"src/app.py", "test/app.py"}) == ("src/app.py", "test/app.py")


def test_a_path_nothing_resembles_means_itself() -> None:
    assert choose_path("new.py", {"renew.py", "src/other.py"}) == "new.py"


@pytest.mark.parametrize(
    "written", ["./~", "./~/x", "./C:", ".\\C:\\x", "//./~", "/home/ada/shop/~/x", "/home/ada/shop/C:x"]
)
def test_a_home_folder_or_a_drive_behind_the_start_is_refused(written: str) -> None:
    with pytest.raises(UnsafePathError):
        guard_path(written, root="/home/ada/shop")


@pytest.mark.parametrize("written", [" /", "./ ", "/home/ada/shop/ "])
def test_a_path_of_blanks_names_no_file(written: str) -> None:
    with pytest.raises(UnsafePathError):
        guard_path(written, root="/home/ada/shop")


@pytest.mark.parametrize(
    ("written", "ends"),
    [
        ("/home/bob/a.py", ("home/bob/a.py", "bob/a.py", "a.py")),
        ("C:\\work\\a.py", ("work/a.py", "a.py")),
        ("c:/work/a.py", ("work/a.py", "a.py")),
        ("\\\\host\\share\\a.py", ("share/a.py", "a.py")),
        ("file:///home/a%20b/a.py", ("home/a b/a.py", "a b/a.py", "a.py")),
        ("file:///C:/work/a.py", ("work/a.py", "a.py")),
    ],
)
def test_an_absolute_path_of_another_machine_has_endings(written: str, ends: tuple[str, ...]) -> None:
    assert endings(written) == ends


@pytest.mark.parametrize(
    "written",
    [
        "a.py",
        "../a.py",
        "C:a.py",
        "~/a.py",
        "https://host/a.py",
        "/",
        "/home/../a.py",
        "C:\\.git\\a.py",
        "/a/.GIT/b",
        "/a\n",
    ],
)
def test_what_is_not_absolute_or_climbs_has_no_endings(written: str) -> None:
    with pytest.raises(UnsafePathError):
        endings(written)


def test_no_more_than_forty_endings_are_looked_for() -> None:
    assert endings("/" + "a/" * 200 + "x")[0] == "a/" * 39 + "x"


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("a/src/x.py", "src/x.py"),
        ("b/x.py", "x.py"),
        ("project/x.py", "x.py"),
        ("src/x.py", "src/x.py"),
        ("c/x.py", "c/x.py"),
        ("projects/x.py", "projects/x.py"),
    ],
)
def test_what_stands_before_a_path_is_the_letter_of_a_diff_or_the_name_of_the_root(written: str, bare: str) -> None:
    assert without_prefix(written, root=ROOT) == bare


def test_the_folders_of_paths_are_all_above_them_once() -> None:
    assert folders_of(["a/b/c.txt", "a/b/d.txt", "e/f"]) == {"a", "a/b", "e"}
    assert folders_of(["top.txt"]) == {""}
