"""Which texts a grammar may be given."""

import pytest

from guillemet.engine.languages import is_harmless, language_of, parser_of


@pytest.mark.parametrize(
    "text",
    [
        "- " * 300,
        "? " * 300,
        ": " * 300,
        "- ? : " * 100,
        "\n".join(" " * level + "a:" for level in range(300)),
        "\n".join("  " * level + "- a:" for level in range(200)),
        "\n".join("\t" * level + "-" for level in range(300)),
    ],
)
def test_yaml_that_would_end_the_process_is_not_read(text: str) -> None:
    language = language_of("a.yaml")
    assert language is not None

    assert not is_harmless(language, text.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(" " * level + "- a:" for level in range(100)) + "\n" + " " * 100 + "- " * 99 + "a",
        "[" * 2_000,
        "{a: " * 90,
        "a: |\n  " + "x" * 5_000,
    ],
)
def test_yaml_of_an_honest_depth_is_read(text: str) -> None:
    language = language_of("a.yaml")
    assert language is not None
    parser = parser_of(language)
    assert parser is not None

    assert is_harmless(language, text.split("\n"))
    parser.parse(text.encode())


def test_other_languages_may_nest_as_they_like() -> None:
    language = language_of("a.json")
    assert language is not None

    assert is_harmless(language, ["[" * 100_000])


def test_every_language_has_a_name_of_its_own() -> None:
    names = {language.name for path in ("a.ts", "a.tsx", "a.js", "a.py") if (language := language_of(path))}

    assert len(names) == 4
