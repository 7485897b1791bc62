"""Promises of finding what comes with the program."""

from pathlib import Path

import pytest

from guillemet import bundled as module
from guillemet.bundled import bundled, install_advice, package_kind


def test_the_demo_is_found_in_a_checkout() -> None:
    assert (bundled("demo") / "replies").is_dir()


def test_what_is_missing_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="resources/nothing"):
        bundled("nothing")


def test_in_a_checkout_pip_adds_a_library() -> None:
    assert package_kind() == ""
    assert install_advice("sample") == "Install it with: pip install sample"


def test_in_a_package_no_library_can_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "kind").write_text("bundle\n", encoding="utf-8")
    monkeypatch.setattr(module, "_PLACES", (tmp_path,))

    assert package_kind() == "bundle"
    assert install_advice("sample").startswith("No library can be added to this package (bundle).")
