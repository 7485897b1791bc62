"""Promises of the list of libraries: it names every one that is asked for, with the licence that it has."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from guillemet.components import COMPONENTS, Component, explain_missing_qt
from tests.kit.cases import each

PYPROJECT = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
WORDS = {"Apache Software License": "Apache-2.0", "BSD License": "BSD-3-Clause", "MIT License": "MIT"}
WORDS |= {"Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0", "GPLv2 with linking exception": "GPL-2.0-only WITH"}


def test_every_library_that_is_asked_for_is_named() -> None:
    wanted = {re.split(r"[^\w-]", line)[0].lower() for line in PYPROJECT["project"]["dependencies"]}

    assert {one.package.lower() for one in COMPONENTS if one.package} == wanted


@each("component", [one for one in COMPONENTS if one.package])
def test_the_licence_is_the_one_of_the_installed_library(component: Component) -> None:
    if not component.version():
        pytest.skip("not installed on this system")
    told = metadata.metadata(component.package)
    classified = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or () if line.startswith("License")]
    words = [told.get("License-Expression"), told.get("License"), *classified]
    known = [WORDS.get(word, word) for word in words if word and word != "UNKNOWN"]

    assert any(component.licence in re.split(r" OR ", word) or component.licence.startswith(word) for word in known)


def test_a_version_is_that_of_the_installed_library() -> None:
    assert Component("msgspec", "BSD-3-Clause", "msgspec").version() == metadata.version("msgspec")


def test_what_is_not_installed_has_no_version() -> None:
    assert Component("nothing", "MIT", "no-such-package-here").version() == ""


def test_an_import_that_fails_for_a_library_names_its_package() -> None:
    error = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")

    assert "apt install libegl1" in explain_missing_qt(error)
