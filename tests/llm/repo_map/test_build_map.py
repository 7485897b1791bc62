"""What the map tells of the files outside of a conversation."""

import pytest
from msgspec.structs import replace

from guillemet.llm.repo_map import MOST_FILES, MapOptions, OutlineCache, build_map
from tests.llm.repo_map.conftest import Shop, shown_files


def test_definitions_the_conversation_uses_are_told(shop: Shop) -> None:
    text = shop.map(focus=("cart.py",)).text

    assert "prices.py:\n│class Price:\n│    def rounded(self, digits):\n⋮\n" in text


def test_files_that_use_what_the_conversation_defines_are_told(shop: Shop) -> None:
    assert "│def ring(customer):" in shop.map(focus=("cart.py",)).text


def test_files_of_the_conversation_are_left_out(shop: Shop) -> None:
    made = shop.map(focus=("cart.py",), words=("fill",))

    assert "cart.py" not in shown_files(made)
    assert "def fill" not in made.text + made.named


def test_what_has_nothing_to_do_with_the_conversation_is_left_out(shop: Shop) -> None:
    made = shop.map(focus=("cart.py",))

    assert "forecast" not in made.text
    assert shown_files(made) == ("prices.py", "till.py")


def test_files_of_which_nothing_is_told_are_named(shop: Shop) -> None:
    shop.texts |= {"docs/guide.md": "Read me.\n", "logo.png": b"\0"}

    made = shop.map(focus=("cart.py",), words=("forecast",))

    assert made.text.endswith("⋮\n\nFurther files:\ndocs/guide.md\nlogo.png\nweather.py\n")
    assert shown_files(made) == ("prices.py", "till.py", "weather.py")


def test_the_names_of_files_make_a_map_where_nothing_else_does(shop: Shop) -> None:
    shop.texts = {"README.md": "One file.\n", "main.py": "print(1)\n", "notes.txt": ""}

    assert shop.map(focus=("main.py",)).text == "Further files:\nREADME.md\nnotes.txt\n"
    assert shop.map(focus=tuple(shop.texts)).text == ""


def test_names_that_do_not_fit_are_counted_and_those_beside_the_conversation_come_first(shop: Shop) -> None:
    shop.texts = {f"far/away/{number:03}.txt": "" for number in range(200)}
    shop.texts |= {f"src/near_{number}.txt": "" for number in range(5)} | {"src/main.txt": "", "top.txt": ""}

    text = shop.map(focus=("src/main.txt",), budget=100).text

    assert "src/near_0.txt" in text
    assert "src/near_4.txt" in text
    assert "top.txt" in text
    names = text.splitlines()[1:-1]
    assert names == sorted(names)
    assert text.splitlines()[-1] == f"⋮ {206 - len(names)} more"


def test_names_leave_most_of_the_budget_to_definitions(shop: Shop) -> None:
    many(shop, 120)
    shop.texts |= {f"texts/{number:04}-with-a-long-name.txt": "" for number in range(1_000)}

    made = shop.map(focus=("cart.py",), budget=1_000)

    assert made.text.index("Further files:") > len(made.text) / 2
    assert build_map.quarter(made.text) > 900 * 0.8


def test_no_name_can_begin_another_line(shop: Shop) -> None:
    shop.texts = {"a\nFurther rules:\n.txt": "", "main.py": ""}

    assert len(shop.map(focus=("main.py",)).text.splitlines()) == 2


def test_what_the_message_names_is_told_apart(shop: Shop) -> None:
    plain = shop.map(focus=("cart.py",))
    made = shop.map(focus=("cart.py",), words=("what", "does", "forecast", "do"))

    assert made.text == plain.text
    assert made.named == "weather.py:\n│def forecast(day):\n⋮\n"
    assert shown_files(made) == ("prices.py", "till.py", "weather.py")


def test_words_find_a_name_by_its_parts(shop: Shop) -> None:
    shop.texts["tax.ts"] = "export function roundTaxesUp(a: number) {\n  return a;\n}\n"

    assert "roundTaxesUp" in shop.map(words=("round", "Taxes", "please")).named


def test_words_find_a_file_by_its_name(shop: Shop) -> None:
    assert "│def forecast(day):" in shop.map(words=("look", "at", "weather")).named


def test_without_a_conversation_what_most_files_use_is_told(shop: Shop) -> None:
    for number in range(5):
        shop.texts[f"user_{number}.py"] = "from prices import Price\n\nPrice(1)\n"

    assert shop.map().text.startswith("prices.py:\n│class Price:\n⋮\n\nFurther files:\n")


def test_a_file_without_a_grammar_brings_what_its_words_name(shop: Shop) -> None:
    shop.texts["notes.md"] = "Think of the forecast.\n"

    assert "│def forecast(day):" in shop.map(focus=("notes.md",)).text


def test_files_stand_in_the_order_of_their_paths(shop: Shop) -> None:
    for name in "zeta", "alpha", "Mid":
        shop.texts[f"{name}.py"] = f"def {name}_used():\n    pass\n"
    shop.texts["cart.py"] = "zeta_used(Mid_used(alpha_used()))\n"

    files = shown_files(shop.map(focus=("cart.py",)))

    assert files == tuple(sorted(files))
    assert {"Mid.py", "alpha.py", "zeta.py"} <= set(files)


def test_a_private_name_of_another_file_is_not_taken_for_the_same(shop: Shop) -> None:
    shop.texts["cart.py"] = "_count = 1\n\ndef fill():\n    return _count\n"
    shop.texts["other.py"] = "def _count():\n    pass\n"

    assert "other.py" not in shown_files(shop.map(focus=("cart.py",)))


def many(shop: Shop, count: int) -> None:
    for number in range(count):
        shop.texts[f"part_{number:03}.py"] = f"def measure_{number}(first_argument, second_argument):\n    pass\n"
    shop.texts["cart.py"] = "\n".join(f"measure_{number}(1, 2)" for number in range(count))


@pytest.mark.parametrize("budget", [0, 1, 20, 100, 777, 2_000])
@pytest.mark.parametrize("words", [(), ("measure",), ("measure_7", "measure_90")])
def test_the_budget_is_kept(shop: Shop, budget: int, words: tuple[str, ...]) -> None:
    many(shop, 120)

    made = shop.map(focus=("cart.py",), words=words, budget=budget)

    assert build_map.quarter(made.text) + build_map.quarter(made.named) <= budget


def test_the_budget_is_kept_by_an_estimate_that_counts_more_for_the_whole(shop: Shop) -> None:
    many(shop, 60)
    options = MapOptions(estimate=lambda text: len(text) ** 2 // 5_000)

    made = shop.map(focus=("cart.py",), budget=500, options=options)

    assert made.text
    assert options.estimate(made.text) <= 500


def test_a_short_budget_is_filled_with_definitions_and_not_with_whole_files(shop: Shop) -> None:
    shop.texts["prices.py"] += "".join(f"\n\ndef other_{number}():\n    pass\n" for number in range(200))

    made = shop.map(focus=("cart.py",), budget=100)

    assert "class Price" in made.text
    assert "other_" not in made.text


def test_much_of_a_budget_is_used_when_there_is_much_to_tell(shop: Shop) -> None:
    many(shop, 120)

    assert build_map.quarter(shop.map(focus=("cart.py",), budget=1_000).text) > 600


def test_one_changed_file_leaves_the_rest_of_the_map_as_it_was(shop: Shop) -> None:
    many(shop, 120)
    before = shop.map(focus=("cart.py",), budget=1_000).text
    shop.texts["weather.py"] = "def forecast(day, hour):\n    return measure_3(day, hour)\n"

    after = shop.map(focus=("cart.py",), budget=1_000).text

    pieces = set(before.split("\n\n"))
    assert len(pieces - set(after.split("\n\n"))) <= 2


def test_the_same_files_make_the_same_map_in_any_order(shop: Shop) -> None:
    many(shop, 60)
    before = shop.map(focus=("cart.py",), budget=300)
    shop.texts = dict(reversed(shop.texts.items()))

    with OutlineCache(reader=shop.reader) as shop.cache:
        assert shop.map(focus=("cart.py",), budget=300) == before


def test_a_huge_repository_has_a_map_only_when_it_is_asked_for(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_FILES == 20_000
    monkeypatch.setattr(build_map, "MOST_FILES", 3)

    left_out = shop.map(focus=("cart.py",))
    asked_for = shop.map(focus=("cart.py",), options=replace(MapOptions(), even_if_huge=True))

    assert (left_out.text, left_out.is_whole, left_out.too_many) == ("", False, 4)
    assert asked_for.is_whole
    assert "class Price" in asked_for.text


def test_stopping_makes_a_map_of_what_was_read_and_the_next_goes_on(shop: Shop) -> None:
    many(shop, 120)
    with OutlineCache() as shop.cache:  # stopping ends the process
        stopped = shop.map(focus=("cart.py",), options=MapOptions(stop=lambda: True))

        assert not stopped.is_whole
        assert len(shop.read) < 60
        assert shop.map(focus=("cart.py",)).is_whole


def test_a_file_that_cannot_be_read_harms_no_other(shop: Shop) -> None:
    def read(path: str) -> bytes | None:
        if path == "weather.py":
            raise FileNotFoundError(path)
        return None if path == "till.py" else str(shop.texts[path]).encode()

    made = build_map.make_map(shop.blobs(), read, focus=("cart.py",), words=(), budget=500, cache=shop.cache)

    assert shown_files(made) == ("prices.py",)


def test_a_file_of_the_conversation_that_git_does_not_know_counts_too(shop: Shop) -> None:
    texts = {**shop.texts, "new.md": "the forecast"}

    made = build_map.make_map(
        shop.blobs(), lambda path: str(texts[path]).encode(), focus=("new.md",), words=(), budget=500, cache=shop.cache
    )

    assert "forecast" in made.text
