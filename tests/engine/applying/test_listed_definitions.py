"""Promises about listings of definitions: each takes the place of its own, whatever the language."""

from textwrap import dedent

import pytest

from guillemet.engine.outcomes import Flag, Reason, Rung, Status
from tests.engine.applying.partial_listings import CART, PRICES, put
from tests.kit.cases import each

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


@each(
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
