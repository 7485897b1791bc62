"""Promises of the settings file: differences only, and what is wrong in it costs no more than itself."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from guillemet.settings import KeptService, OtherFiles, ServiceKind, Settings, load, load_with_problems, save
from tests.kit.command import CommandLine

SAVING = """
import sys
from pathlib import Path
from guillemet.settings import Settings, save

for count in range(150):
    save(Settings(recent=("somewhere",) * (count % 12)), Path(sys.argv[1]))
"""


def test_settings_are_read_as_they_were_saved(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    settings = Settings(
        font_size=14,
        model="here/gemma",
        day_limit=2.5,
        outsiders=OtherFiles.DEFERRED,
        services=(KeptService("here", ServiceKind.COMPATIBLE, "http://localhost:8080/v1"),),
    )

    save(settings, file)

    assert load(file) == settings
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {
        "font_size",
        "model",
        "day_limit",
        "outsiders",
        "services",
    }


def test_keys_stay_with_an_action_that_has_another_name_now(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"shortcuts": {"SKIP_BLOCK": "Ctrl+K", "UNDO": "F2"}}', encoding="utf-8")

    assert load(file).shortcuts == {"DISMISS_BLOCK": "Ctrl+K", "UNDO": "F2"}


def test_two_windows_that_save_at_once_do_not_disturb_each_other(tmp_path: Path, command_line: CommandLine) -> None:
    file = tmp_path / "settings.json"

    with ThreadPoolExecutor(2) as windows:
        ends = list(windows.map(lambda _: command_line.python(SAVING, str(file)), range(2)))

    assert [end.code for end in ends] == [0, 0], ends[0].err + ends[1].err
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"font_size": 100}, Settings(font_size=32)),
        ({"map_tokens": -5}, Settings(map_tokens=0)),
        ({"day_limit": 3}, Settings(day_limit=3.0)),
        ({"day_limit": -3}, Settings()),
        ({"day_tokens": -3}, Settings()),
    ],
)
def test_figures_stay_within_their_limits(tmp_path: Path, written: dict[str, object], read: Settings) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(written), encoding="utf-8")

    assert load(file) == read


@pytest.mark.logs("cannot be read")
@pytest.mark.parametrize("written", ['{"font_size": 14,}', "[14]", "\udcff", "[" * 100_000])
def test_a_file_that_cannot_be_read_is_put_aside_when_settings_are_saved(tmp_path: Path, written: str) -> None:
    file = tmp_path / "settings.json"
    damaged = written.encode(errors="surrogateescape")
    file.write_bytes(damaged)

    assert load(file) == Settings()
    save(Settings(font_size=12), file)

    assert load(file) == Settings(font_size=12)
    assert (tmp_path / "settings.damaged").read_bytes() == damaged


@pytest.mark.logs("was left out")
@pytest.mark.parametrize(
    "wrong",
    [
        {"services": "all"},
        {"services": [{"name": "x"}]},
        {"services": [{"name": "x", "kind": "openai", "key": "sk-secret"}]},
        {"services": [{"name": 1, "kind": "openai"}]},
        {"outsiders": "somehow"},
        {"model": 3},
    ],
)
def test_what_is_wrong_is_left_out_with_a_warning(
    tmp_path: Path, wrong: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(wrong | {"font_size": 12}), encoding="utf-8")

    settings = load(file)

    assert settings == Settings(font_size=12)
    assert "was left out" in caplog.text
    assert all(problem.endswith(".") and ".." not in problem for problem in load_with_problems(file)[1])


@pytest.mark.logs("was left out")
@pytest.mark.parametrize("wrong", [{"name": "b", "kind": "telepathy"}, {"name": "b"}, 7, None, [[]]])
def test_a_service_that_is_unknown_costs_no_other(tmp_path: Path, wrong: object) -> None:
    file = tmp_path / "settings.json"
    known = {"name": "a", "kind": "openai"}
    file.write_text(json.dumps({"services": [wrong, known]}), encoding="utf-8")

    settings = load(file)
    save(settings, file)

    assert settings.services == (KeptService("a", ServiceKind.OPENAI),)
    assert load(file) == settings
    assert json.loads((tmp_path / "settings.damaged").read_bytes())["services"] == [wrong, known]


def test_the_path_of_a_repository_that_is_no_unicode_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"

    save(Settings(recent=("/home/\udcff",)), file)

    assert load(file).recent == ("/home/\udcff",)
