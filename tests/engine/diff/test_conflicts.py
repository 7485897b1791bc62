"""Three versions of a file: what merges, and which lines are in conflict."""

from guillemet.engine.diff.conflicts import Region, merge_lines, with_lines

BASE = b"1\n2\n3\n4\n5\n6\n7\n"


def test_changes_of_other_lines_are_both_made() -> None:
    merged = merge_lines(BASE, BASE.replace(b"2\n", b"mine\nmine\n"), BASE.replace(b"6\n", b""))

    assert merged is not None
    assert (merged.data, merged.regions) == (b"1\nmine\nmine\n3\n4\n5\n7\n", ())


def test_the_same_change_on_both_sides_is_no_conflict() -> None:
    merged = merge_lines(BASE, BASE.replace(b"2\n", b"TWO\n"), BASE.replace(b"2\n", b"TWO\n"))

    assert merged is not None
    assert (merged.data, merged.regions) == (BASE.replace(b"2\n", b"TWO\n"), ())


def test_a_conflict_has_its_lines_in_every_version() -> None:
    mine = b"0\n" + BASE.replace(b"4\n", b"mine\nmine\n").replace(b"7\n", b"MINE\n")
    proposed = BASE.replace(b"2\n", b"").replace(b"4\n", b"proposed\n").replace(b"7\n", b"")

    merged = merge_lines(BASE, mine, proposed)

    assert merged is not None
    assert merged.data == b"0\n1\n3\nproposed\n5\n6\n"
    assert merged.regions == (
        Region(slice(3, 4), slice(4, 6), slice(2, 3), slice(3, 4)),
        Region(slice(6, 7), slice(8, 9), slice(5, 5), slice(6, 6)),
    )


def test_changes_of_neighbouring_lines_are_one_conflict() -> None:
    merged = merge_lines(BASE, BASE.replace(b"3\n", b"mine\n"), BASE.replace(b"4\n", b"FOUR\n"))

    assert merged is not None
    assert [region.base for region in merged.regions] == [slice(2, 4)]


def test_lines_of_one_text_are_put_into_another() -> None:
    assert with_lines(BASE, slice(1, 3), b"a\nb\n", slice(1, 2)) == b"1\nb\n4\n5\n6\n7\n"


def test_what_is_no_plain_text_is_not_merged_by_lines() -> None:
    assert merge_lines(b"\0", b"\0a", b"\0b") is None
    assert merge_lines(b"a\rb", b"a", b"b") is None
