"""An outline as text."""

from guillemet.engine.outline.outline import rows_of, shown, with_holders
from guillemet.engine.outline.reading import outline_of

TEXT = "import x\n\nclass Cart:\n    limit: int\n\n    def total(self):\n        return 1\n"


def test_shown_lines_stand_behind_a_bar_with_a_mark_for_what_is_left_out() -> None:
    outline = outline_of("shop/cart.py", TEXT.encode())
    assert outline is not None

    assert shown("shop/cart.py", rows_of(outline.definitions), outline.line_count) == (
        "shop/cart.py:\n⋮\n│class Cart:\n│    limit: int\n⋮\n│    def total(self):\n⋮\n"
    )


def test_nothing_is_marked_where_nothing_is_left_out() -> None:
    outline = outline_of("a.ts", b"export type A = (\n\tb: number,\n) => void;\n")
    assert outline is not None

    assert (
        shown("a.ts", rows_of(outline.definitions), outline.line_count)
        == "a.ts:\n│export type A = (\n│\tb: number,\n│) => void;\n"
    )


def test_a_method_is_told_with_the_first_line_of_its_class() -> None:
    outline = outline_of("a.py", TEXT.encode())
    assert outline is not None

    assert [one.name for one in with_holders(outline.definitions, 2)] == ["Cart", "total"]


def test_nothing_in_a_path_or_a_line_begins_another_line() -> None:
    text = shown("a\nb\udc80.py", {1: "a\u2028b\x1b\tc\x85"}, 1)

    assert text == "a�b�.py:\n│a�b�\tc�\n"
    assert text.encode()
