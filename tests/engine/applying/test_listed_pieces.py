"""Promises about listings with lines that stand for code left out: the pieces are placed, and the rest stays."""

from textwrap import dedent

import pytest

from guillemet.engine.outcomes import Flag, Reason, Rung, Status
from tests.engine.applying.partial_listings import CART, PRICES, put


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
