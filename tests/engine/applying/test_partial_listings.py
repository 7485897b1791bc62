"""Promises about listings that may be a part of their file: what they are taken for, and where they go."""

from textwrap import dedent

import pytest

from guillemet.engine.applying import PlaceAt, ReplyApplier
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status
from tests.engine.applying.making import applied, listing

PRICES = dedent(
    """\
    import os

    VAT = 19


    def total(prices):
        result = 0
        for price in prices:
            result += price
        return result


    def shown(price):
        return f"{price:.2f}"
    """
)
CART = dedent(
    """\
    import { vat } from "./vat";

    export class Cart {
      constructor(items) {
        this.items = items;
      }

      total() {
        const sum = this.items.reduce((a, b) => a + b.price, 0);
        return sum * vat;
      }

      clear() {
        this.items = [];
      }
    }

    export function shown(cart) {
      return `${cart.total()} EUR`;
    }
    """
)


def put(path: str, before: str, shown: str) -> tuple[str, Outcome]:
    """Return the file after a listing of it, and what became of that."""
    applier, (outcome,) = applied({path: before}, listing(path, dedent(shown)))
    return text_of(applier, path, before), outcome


def text_of(applier: ReplyApplier, path: str, before: str) -> str:
    return (applier.changed.get(path) or before.encode()).decode()


@pytest.mark.parametrize(
    "shown",
    [
        "def total(prices):\n    result = 0\n",
        "    def total(prices):\n        result = 0\n",
        "def total(prices):\n\n    result = 0   \n\n",
        "def total(prices):\n\tresult = 0\n\tfor price in prices:\n\t\tresult += price\n",
        "def total(prices):\n  result = 0\n  for price in prices:\n    result += price\n",
        "  6 | def total(prices):\n  7 |     result = 0\n  8 |     for price in prices:\n",
        "# ... existing code ...\ndef total(prices):\n    result = 0\n    # ...\n    return result\n",
    ],
)
def test_lines_of_the_file_are_a_quotation_however_they_are_indented(shown: str) -> None:
    after, outcome = put("prices.py", PRICES, shown)

    assert outcome.status is Status.ALREADY_APPLIED
    assert "a quotation, which changes nothing" in outcome.message
    assert after == PRICES


def test_lines_of_the_file_of_which_one_moved_to_another_depth_are_no_quotation() -> None:
    before = "for item in items:\n    use(item)\n    done = True\nprint(done)\n"

    _, outcome = put("a.py", before, "for item in items:\n    use(item)\ndone = True\n")

    assert outcome.status is not Status.ALREADY_APPLIED


def test_pieces_between_marks_are_placed_and_the_lines_left_out_stay() -> None:
    after, outcome = put(
        "cart.js",
        CART,
        """\
        import { vat } from "./vat";
        import { round } from "./round";
        // ... existing code ...

          total() {
            const sum = this.items.reduce((a, b) => a + b.price, 0);
            return round(sum * vat);
          }

        // ... existing code ...
        """,
    )

    wanted = CART.replace('"./vat";\n', '"./vat";\nimport { round } from "./round";\n', 1)
    assert after == wanted.replace("return sum * vat", "return round(sum * vat)")
    assert (outcome.status, outcome.how, outcome.asks) == (Status.APPLIED, Rung.ELIDED, True)
    assert Flag.LISTING in outcome.flags


def test_a_whole_block_takes_the_place_of_the_block_however_little_of_it_stays() -> None:
    after, _ = put(
        "cart.js",
        CART,
        """\
        // ... existing code ...
          total() {
            let sum = 0;
            for (const item of this.items) sum += item.price;
            return sum;
          }
        // ... existing code ...
        """,
    )

    start, end = CART.index("    const sum"), CART.index("  }\n\n  clear")
    wanted = "    let sum = 0;\n    for (const item of this.items) sum += item.price;\n    return sum;\n"
    assert after == CART[:start] + wanted + CART[end:]


def test_lines_left_out_within_a_block_stay_around_the_new_ones() -> None:
    after, _ = put(
        "cart.js",
        CART,
        """\
        export class Cart {
          // ... existing code ...
          clear() {
            this.items = [];
            this.coupon = null;
          }

          // ... rest of the class ...
        }
        """,
    )

    assert after == CART.replace("this.items = [];\n", "this.items = [];\n    this.coupon = null;\n")


def test_a_new_block_between_lines_that_stay_comes_between_them() -> None:
    after, _ = put(
        "cart.js",
        CART,
        """\
        // ... existing code ...
            return sum * vat;
          }

          count() {
            return this.items.length;
          }

          clear() {
        // ... existing code ...
        """,
    )

    assert after == CART.replace("  clear() {", "  count() {\n    return this.items.length;\n  }\n\n  clear() {")


def test_a_piece_is_as_deep_as_the_file_and_in_its_unit() -> None:
    before = CART.replace("  ", "\t")

    after, outcome = put(
        "cart.js",
        before,
        """\
        // ... existing code ...
        clear() {
          this.items = [];
          if (this.coupon) {
            this.coupon = null;
          }
        }
        // ... existing code ...
        """,
    )

    new = "\t\tif (this.coupon) {\n\t\t\tthis.coupon = null;\n\t\t}\n"
    assert after == before.replace("this.items = [];\n", f"this.items = [];\n{new}")
    assert outcome.asks


def test_a_line_that_a_piece_puts_deeper_is_put_deeper() -> None:
    after, _ = put(
        "cart.js",
        CART,
        """\
        // ... existing code ...
          clear() {
            if (this.items) {
              this.items = [];
            }
          }
        // ... existing code ...
        """,
    )

    assert after == CART.replace("    this.items = [];\n", "    if (this.items) {\n      this.items = [];\n    }\n")


@pytest.mark.parametrize(
    "shown",
    [
        # Nothing in the piece stands in the file.
        "// ... existing code ...\nexport function other() {\n  return 1;\n}\n// ... existing code ...\n",
        # What stands below the function that is left out is not said.
        "// ... existing code ...\nexport function shown(cart) {\n  const text = cart;\n// ... existing code ...\n",
        # The line is moved, and would stand twice.
        "// ... existing code ...\n  clear() {\n    this.items = [];\n    return sum * vat;\n  }\n// ...\n",
    ],
)
def test_a_piece_without_a_certain_place_fails_with_the_reason(shown: str) -> None:
    after, outcome = put("cart.js", CART, shown)

    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.NOT_FOUND)
    assert "Place it by hand" in outcome.message
    assert after == CART


def test_marks_that_stand_in_the_file_are_lines_of_it() -> None:
    before = "a = 1\n# ... rest of the code\nb = 2\nc = 3\n"

    after, outcome = put("a.py", before, "a = 1\n# ... rest of the code\nb = 22\nc = 3\n")

    assert after == before.replace("b = 2", "b = 22")
    assert Flag.REPLACED_WHOLE in outcome.flags


@pytest.mark.parametrize("changed", ['return f"{price:.3f}"', "return str(price)"])
def test_a_listing_as_long_as_the_file_that_ends_as_it_does_is_the_whole_file(changed: str) -> None:
    wanted = PRICES.replace('return f"{price:.2f}"', changed)

    after, outcome = put("prices.py", PRICES, wanted)

    assert after == wanted
    assert outcome.flags >= {Flag.REPLACED_WHOLE, Flag.LISTING}
    assert outcome.asks


def test_a_listing_that_leaves_out_an_end_of_the_file_keeps_it() -> None:
    shown = PRICES[: PRICES.index("\n\ndef shown")].replace("VAT = 19", "VAT = 20")

    after, outcome = put("prices.txt", PRICES, shown)

    assert after == PRICES.replace("VAT = 19", "VAT = 20")
    assert outcome.flags >= {Flag.CUT_SHORT, Flag.LISTING}


def test_an_example_of_use_is_no_edit() -> None:
    after, outcome = put("prices.py", PRICES, "from prices import total\n\nprint(total([1, 2]))\n")

    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.NOT_FOUND)
    assert after == PRICES


def test_a_diff_and_an_empty_listing_are_no_listings_of_a_file() -> None:
    _, diff = put("prices.py", PRICES, " VAT = 19\n+REDUCED = 7\n")
    _, empty = put("prices.py", PRICES, "")

    assert "is a diff" in diff.message
    assert "holds no line" in empty.message


def test_a_listing_called_new_makes_its_file_and_asks() -> None:
    applier, (outcome,) = applied({}, listing("new.py", "A = 1\n", is_called_new=True))

    assert applier.changed == {"new.py": b"A = 1\n"}
    assert outcome.asks


def test_a_listing_of_a_missing_file_that_nothing_calls_new_fails() -> None:
    applier, (outcome,) = applied({"src/rates.py": "A = 1\n"}, listing("src/rate.py", "A = 2\n"))

    assert outcome.reason is Reason.FILE_NOT_FOUND
    assert [nearest.path for nearest in outcome.nearest] == ["src/rates.py"]
    assert applier.changed == {}


def test_a_listing_placed_by_hand_replaces_the_chosen_lines() -> None:
    block = listing("a.py", "b = 22\nbb = 3\n")
    applier, _ = applied({"a.py": "a = 1\nb = 2\nc = 3\n"})

    outcome = applier.apply(block, choice=PlaceAt(2, 1))

    assert applier.changed == {"a.py": b"a = 1\nb = 22\nbb = 3\nc = 3\n"}
    assert not outcome.asks


def test_lines_that_stay_keep_their_own_bytes() -> None:
    before = "alpha = 1  \r\nbeta = 2\ngamma = 3\t\r\ndelta = 4\n"

    shown = "alpha = 1\nbeta = 22\n# ... rest of the file ...\n"

    applier, (outcome,) = applied({"a.txt": before}, listing("a.txt", shown))

    assert applier.changed == {"a.txt": b"alpha = 1  \r\nbeta = 22\ngamma = 3\t\r\ndelta = 4\n"}
    assert outcome.how is Rung.ELIDED


GO = (
    "package x\n\n"
    'import (\n\t"fmt"\n)\n\n'
    "// F does.\nfunc F() int {\n\treturn 1\n}\n\n"
    "func main() {\n\tfmt.Println(F())\n}\n"
)
RUST = dedent(
    """\
    use std::io;

    #[derive(Debug)]
    pub struct Cart {
        size: i32,
    }

    impl Cart {
        pub fn new() -> Self {
            Cart { size: 1 }
        }

        fn size(&self) -> i32 {
            self.size
        }
    }

    impl Default for Cart {
        fn default() -> Self {
            Cart::new()
        }
    }
    """
)
JAVA = dedent(
    """\
    import java.util.List;

    @Service
    public class Cart extends Base {
        private int size;

        /** Sum. */
        @Override
        public int total(int rate) {
            return rate;
        }

        public int total(String rate) {
            return 2;
        }
    }
    """
)
C = (
    "#include <stdio.h>\n\n"
    "static int f(int a);\n\n"
    "static int f(int a)\n{\n\tif (a)\n\t\treturn 1;\n\treturn 0;\n}\n\n"
    "int main(void)\n{\n\treturn f(1);\n}\n"
)
CSS = (
    ".btn {\n  color: red;\n}\n\n"
    ".btn:hover {\n  color: blue;\n}\n\n"
    "@media print {\n  .btn {\n    color: black;\n  }\n}\n"
)
JSON = '{\n  "name": "x",\n  "scripts": {\n    "build": "a",\n    "test": "b"\n  },\n  "private": true\n}\n'
YAML = "version: 3\nservices:\n  web:\n    image: x\n    ports:\n      - 1\n  db:\n    image: y\n"
PAGE = "# Cart\n\nIntro.\n\n## Use\n\nCall it.\n\n### More\n\nOr not.\n\n## Licence\n\nMIT\n"
HTML = (
    '<body>\n  <nav class="top">\n    <a href="/">Home</a>\n  </nav>\n'
    '  <main id="m">\n    <p>One</p>\n  </main>\n</body>\n'
)
RUBY = "class Cart\n  def total\n    1\n  end\n\n  def size(x)\n    x\n  end\nend\n"


@pytest.mark.parametrize(
    ("path", "before", "shown", "old", "new"),
    [
        (
            "a.py",
            PRICES,
            "def shown(price, unit):\n    return unit\n",
            PRICES[PRICES.index("def shown") :],
            "def shown(price, unit):\n    return unit\n",
        ),
        (
            "a.js",
            CART,
            "total() {\n  return 0;\n}\n",
            CART[CART.index("    const sum") : CART.index("  }\n\n  clear")],
            "    return 0;\n",
        ),
        (
            "a.js",
            CART,
            "class Cart {\n  clear() {\n    this.items.length = 0;\n  }\n\n  count() {\n    return 1;\n  }\n}\n",
            "    this.items = [];\n  }\n",
            "    this.items.length = 0;\n  }\n\n  count() {\n    return 1;\n  }\n",
        ),
        (
            "a.go",
            GO,
            "// F does more.\nfunc F() int {\n\treturn 2\n}\n",
            "F does.\nfunc F() int {\n\treturn 1",
            "F does more.\nfunc F() int {\n\treturn 2",
        ),
        (
            "a.go",
            GO,
            'import (\n\t"fmt"\n\t"os"\n)\n\nfunc main() {\n\tos.Exit(F())\n}\n',
            GO[GO.index('\t"fmt"') :],
            GO[GO.index('\t"fmt"') :].replace('"fmt"\n', '"fmt"\n\t"os"\n').replace("fmt.Println", "os.Exit"),
        ),
        (
            "a.rs",
            RUST,
            "impl Cart {\n    fn size(&self) -> i32 {\n        self.size + 1\n    }\n}\n",
            "self.size\n",
            "self.size + 1\n",
        ),
        (
            "a.rs",
            RUST,
            "#[derive(Debug, Clone)]\npub struct Cart {\n    size: i64,\n}\n",
            "Debug)]\npub struct Cart {\n    size: i32",
            "Debug, Clone)]\npub struct Cart {\n    size: i64",
        ),
        ("Cart.java", JAVA, "public int total(String rate) {\n    return 3;\n}\n", "return 2", "return 3"),
        (
            "Cart.java",
            JAVA,
            "public class Cart {\n    private int size;\n    private int count;\n}\n",
            "int size;\n",
            "int size;\n    private int count;\n",
        ),
        (
            "a.c",
            C,
            "static int f(int a)\n{\n\treturn a > 0;\n}\n",
            "\tif (a)\n\t\treturn 1;\n\treturn 0;\n",
            "\treturn a > 0;\n",
        ),
        (
            "a.css",
            CSS,
            ".btn {\n  color: green;\n}\n\n.btn:focus {\n  color: white;\n}\n",
            "  color: red;\n}\n",
            "  color: green;\n}\n\n.btn:focus {\n  color: white;\n}\n",
        ),
        ("a.css", CSS, "@media print {\n  .btn {\n    color: grey;\n  }\n}\n", "color: black", "color: grey"),
        (
            "a.json",
            JSON,
            '{\n  "scripts": {\n    "test": "c",\n    "lint": "d"\n  }\n}\n',
            '"test": "b"\n',
            '"test": "c",\n    "lint": "d"\n',
        ),
        ("a.json", JSON, '"private": true,\n"type": "module"\n', "true\n", 'true,\n  "type": "module"\n'),
        ("a.yml", YAML, "services:\n  web:\n    image: x:2\n", "image: x", "image: x:2"),
        ("a.md", PAGE, "## Use\n\nCall it twice.\n", "Call it.", "Call it twice."),
        ("a.md", PAGE, "## Use\n\nCall it.\n\n## Thanks\n\nYou.\n", "Or not.\n", "Or not.\n\n## Thanks\n\nYou.\n"),
        (
            "a.html",
            HTML,
            '<nav class="top">\n  <a href="/">Home</a>\n  <a href="/b">B</a>\n</nav>\n',
            "Home</a>\n",
            'Home</a>\n    <a href="/b">B</a>\n',
        ),
        ("a.html", HTML, '<main id="m">\n  <p>Two</p>\n</main>\n', "One", "Two"),
        ("a.rb", RUBY, "def size(x)\n  x + 1\nend\n", "    x\n", "    x + 1\n"),
    ],
)
def test_definitions_take_the_place_of_those_of_the_file(
    path: str, before: str, shown: str, old: str, new: str
) -> None:
    after, outcome = put(path, before, shown)

    assert after == before.replace(old, new)
    assert (outcome.status, outcome.how, outcome.asks) == (Status.APPLIED, Rung.SYNTAX, True)
    assert Flag.LISTING in outcome.flags


def test_decorators_comments_and_the_docstring_stay_where_the_listing_shows_none() -> None:
    before = '# Sums.\n@cache\ndef total(prices):\n    """Sum."""\n    return 0\n\n\nA = 1\nB = 2\nC = 3\n'

    after, _ = put("a.py", before, "def total(prices, rate):\n    return 1\n")
    shown, _ = put("a.py", before, '# Adds.\n@lru_cache\ndef total(prices):\n    """Add."""\n    return 0\n')

    assert after == before.replace("(prices)", "(prices, rate)").replace("return 0", "return 1")
    assert shown == before.replace("Sums.", "Adds.").replace("@cache", "@lru_cache").replace("Sum.", "Add.")


def test_a_class_that_is_shown_without_its_bases_keeps_them() -> None:
    after, _ = put(
        "Cart.java", JAVA, "class Cart {\n    public int total(String rate) {\n        return 3;\n    }\n}\n"
    )

    assert after == JAVA.replace("return 2", "return 3")


@pytest.mark.parametrize(
    ("path", "before", "imports", "old", "new"),
    [
        ("a.py", PRICES, "import sys\n", "import os\n", "import os\nimport sys\n"),
        ("a.py", PRICES, "import os\n", "", ""),
        ("a.js", CART, 'import { vat, rate } from "./vat";\n', "{ vat }", "{ vat, rate }"),
        ("a.js", CART, 'import { rate } from "./rate";\n', '"./vat";\n', '"./vat";\nimport { rate } from "./rate";\n'),
    ],
)
def test_imports_at_the_top_of_a_listing_go_to_those_of_the_file(
    path: str, before: str, imports: str, old: str, new: str
) -> None:
    shown = "def shown(price):\n    return price\n" if path == "a.py" else "function shown(cart) {\n  return 1;\n}\n"
    alone, _ = put(path, before, shown)

    after, _ = put(path, before, f"{imports}\n{shown}")

    assert after == alone.replace(old, new)


@pytest.mark.parametrize(
    ("path", "before", "shown", "why"),
    [
        ("a.js", CART, 'import { rate } from "./vat";\n\nfunction shown(cart) {\n  return 1;\n}\n', "leaves out names"),
        ("Cart.java", JAVA, "public int total(long rate) {\n    return 3;\n}\n", "ambiguous"),
        ("a.py", PRICES, "def other():\n    return 1\n", "'other' is not in the file"),
        (
            "a.py",
            PRICES,
            "def shown(price):\n    return 1\n\n\nprint(shown(2))\n",
            "'print(shown(2))' is not in the file",
        ),
        ("a.py", PRICES, "def shown(price):\n    return 1\n\n\ndef shown(price):\n    return 2\n", "twice"),
    ],
)
def test_a_listing_of_which_a_part_has_no_certain_place_fails(path: str, before: str, shown: str, why: str) -> None:
    after, outcome = put(path, before, shown)

    assert outcome.reason is Reason.NOT_FOUND
    assert why in outcome.message
    assert after == before


@pytest.mark.parametrize(
    ("shown", "old", "new"),
    [
        (
            (
                "# ... existing code ...\n\ndef total(prices):\n    # ... existing code ...\n"
                "    return round(result)\n\n# ...\n"
            ),
            "return result",
            "return round(result)",
        ),
        (
            "# ... existing code ...\n\ndef total(prices):\n    return sum(prices)\n\n# ... existing code ...\n",
            PRICES[PRICES.index("    result = 0") : PRICES.index("\n\ndef shown")],
            "    return sum(prices)\n",
        ),
        (
            (
                "# ... existing code ...\n\n\ndef shown(price):\n    # ... existing code ...\n\n"
                "\ndef named(price):\n    return 1\n"
            ),
            PRICES[-40:],
            PRICES[-40:] + "\n\ndef named(price):\n    return 1\n",
        ),
    ],
)
def test_definitions_between_marks_are_those_of_the_file_by_their_name(shown: str, old: str, new: str) -> None:
    after, outcome = put("prices.py", PRICES, shown)

    assert after == PRICES.replace(old, new)
    assert outcome.how is Rung.ELIDED


def test_a_mark_right_below_a_part_of_a_function_does_not_end_it() -> None:
    after, outcome = put("prices.py", PRICES, "def total(prices):\n    check(prices)\n# ... existing code ...\n")

    assert outcome.reason is Reason.NOT_FOUND
    assert after == PRICES


SHIP = dedent(
    """\
    class Ship
    {
        void Start()
        {
            rb = GetComponent<Rigidbody2D>();
            if (manager == null)
            {
                manager = FindObjectOfType<Manager>();
            }
        }

        void Stop()
        {
            rb.velocity = Vector2.zero;
        }
    }
    """
)
GRID = dedent(
    """\
    export function Grid({ items }) {
      return (
        <div className="grid">
          {items.map((item) => (
            <div
              key={item.id}
              className="cell"
            >
              <img
                src={item.url}
                alt={item.name}
              />
            </div>
          ))}
        </div>
      );
    }
    """
)


@pytest.mark.parametrize(
    ("path", "before", "shown", "old", "new"),
    [
        (
            "Ship.cs",
            SHIP,
            """\
                void Start()
                {
                    rb = GetComponent<Rigidbody2D>();
                    rb.mass = 2;
                    if (manager == null)
                    {
                    // ... existing code ...
                    }
                }
            """,
            "Rigidbody2D>();\n",
            "Rigidbody2D>();\n        rb.mass = 2;\n",
        ),
        (
            "grid.rb",
            GRID,
            """\
                <div className="grid wide">
                  {items.map((item) => (
                    <div
                      key={item.id}
                      // ... existing code ...
                      />
                    </div>
                  ))}
                </div>
            """,
            '"grid"',
            '"grid wide"',
        ),
        (
            "todo.txt",
            "# First\n\n- one thing to do\n\n# Second\n\n- another thing to do\n- the last thing to do\n",
            "<!-- ... existing content ... -->\n\n# Second\n\n- another thing to do\n- the last thing that is done\n",
            "the last thing to do",
            "the last thing that is done",
        ),
        (
            "cart.js",
            CART,
            "  clear() {\n    if (this.items.length) {\n      log();\n    }\n    // ... existing code ...\n  }\n",
            "  clear() {\n",
            "  clear() {\n    if (this.items.length) {\n      log();\n    }\n",
        ),
    ],
)
def test_what_a_mark_stands_for_stays_whatever_the_brackets_around_it(
    path: str, before: str, shown: str, old: str, new: str
) -> None:
    after, _ = put(path, before, shown)

    assert after == before.replace(old, new)


def test_a_piece_beside_which_much_of_the_file_would_go_fails() -> None:
    lines = "".join(f"value_{number} = {number}\n" for number in range(20))

    after, outcome = put(
        "a.txt", lines, "# ... existing code ...\nvalue_2 = 2\nvalue_18 = 18\n# ... existing code ...\n"
    )

    assert outcome.reason is Reason.NOT_FOUND
    assert after == lines


NUMBERS = "".join(f"/** Number {n}. */\nexport function f{n}(x) {{\n  return a(x, {n});\n}}\n\n" for n in range(6))


@pytest.mark.parametrize(
    ("path", "before", "shown"),
    [
        # As long as the file, but without its import, and with a line that is none of its definitions.
        ("a.ts", 'import { a } from "./a";\n\n' + NUMBERS, NUMBERS.replace("a(x", "b(x") + "setup(f0);\n"),
        # Some lines of the middle, below one that is new.
        ("a.txt", "".join(f"value {number}\n" for number in range(40)), "a new value\nvalue 20\nvalue 21\n"),
    ],
)
def test_a_listing_that_begins_otherwise_than_the_file_does_not_replace_its_beginning(
    path: str, before: str, shown: str
) -> None:
    after, outcome = put(path, before, shown)

    assert after == before
    assert outcome.reason is Reason.NOT_FOUND
