"""What is read out of files of every grammar."""

import pytest

from guillemet.engine.outline.outline import DefinitionKind, Outline
from guillemet.engine.outline.reading import LARGEST, enclosing, has_outline, names_of, outline_of, signatures
from tests.kit.cases import each

REAL = {
    "shop/prices.py": (
        (
            "import math\n\nLIMIT = 3\n\n@dataclass\nclass Price(Amount):\n    currency: str\n\n    @property\n"
            "    def rounded(\n        self, digits: int\n    ) -> float:\n        # to the next\n        return 1.0\n"
        ),
        [
            (0, DefinitionKind.VALUE, "LIMIT", 3, ["LIMIT = 3"]),
            (0, DefinitionKind.TYPE, "Price", 6, ["class Price(Amount):"]),
            (1, DefinitionKind.VALUE, "currency", 7, ["    currency: str"]),
            (
                1,
                DefinitionKind.FUNCTION,
                "rounded",
                10,
                ["    def rounded(", "        self, digits: int", "    ) -> float:"],
            ),
        ],
    ),
    "shop.js": (
        "export class Cart {\n  add(item) {\n    return 1;\n  }\n}\nconst total = (cart) => {\n  return 2;\n};\n",
        [
            (0, DefinitionKind.TYPE, "Cart", 1, ["export class Cart {"]),
            (1, DefinitionKind.FUNCTION, "add", 2, ["  add(item) {"]),
            (0, DefinitionKind.FUNCTION, "total", 6, ["const total = (cart) => {"]),
        ],
    ),
    "shop.ts": (
        "export type Summary = (\n\tprop: number,\n) => void;\nexport interface Cart {\n  total(): number;\n}\n",
        [
            (0, DefinitionKind.TYPE, "Summary", 1, ["export type Summary = (", "\tprop: number,", ") => void;"]),
            (0, DefinitionKind.TYPE, "Cart", 4, ["export interface Cart {", "  total(): number;", "}"]),
            (1, DefinitionKind.FUNCTION, "total", 5, ["  total(): number;"]),
        ],
    ),
    "Shop.tsx": (
        "export function Shop({ name }: Props) {\n  return <b>{name}</b>;\n}\n",
        [(0, DefinitionKind.FUNCTION, "Shop", 1, ["export function Shop({ name }: Props) {"])],
    ),
    "shop.go": (
        "package shop\n\ntype Cart struct {\n\titems int\n}\n\nfunc (c *Cart) Total() int {\n\treturn c.items\n}\n",
        [
            (0, DefinitionKind.TYPE, "Cart", 3, ["type Cart struct {", "\titems int", "}"]),
            (0, DefinitionKind.FUNCTION, "Total", 7, ["func (c *Cart) Total() int {"]),
        ],
    ),
    "shop.rs": (
        (
            "pub struct Cart {\n    items: u8,\n}\n\nimpl Cart {\n    #[inline]\n    pub fn total(&self) -> u8 {\n"
            "        1\n    }\n}\n"
        ),
        [
            (0, DefinitionKind.TYPE, "Cart", 1, ["pub struct Cart {", "    items: u8,", "}"]),
            (0, DefinitionKind.TYPE, "Cart", 5, ["impl Cart {"]),
            (1, DefinitionKind.FUNCTION, "total", 7, ["    pub fn total(&self) -> u8 {"]),
        ],
    ),
    "Cart.java": (
        (
            "package shop;\n\npublic class Cart {\n    private int items;\n\n    @Override\n"
            "    public int total(int t)\n            throws Missing {\n        return 1;\n    }\n}\n"
        ),
        [
            (0, DefinitionKind.TYPE, "Cart", 3, ["public class Cart {"]),
            (1, DefinitionKind.VALUE, "items", 4, ["    private int items;"]),
            (1, DefinitionKind.FUNCTION, "total", 7, ["    public int total(int t)", "            throws Missing {"]),
        ],
    ),
    "cart.c": (
        (
            "#define MOST 3\nstruct cart { int items; };\nint total(struct cart *cart);\nstatic char *\n"
            "name_of(int a)\n{\n  return 0;\n}\n"
        ),
        [
            (0, DefinitionKind.VALUE, "MOST", 1, ["#define MOST 3"]),
            (0, DefinitionKind.TYPE, "cart", 2, ["struct cart { int items; };"]),
            (0, DefinitionKind.FUNCTION, "total", 3, ["int total(struct cart *cart);"]),
            (0, DefinitionKind.FUNCTION, "name_of", 4, ["static char *", "name_of(int a)"]),
        ],
    ),
    "cart.cpp": (
        (
            "namespace shop {\nclass Cart : public Base {\n public:\n  int total() const;\n};\n}\n"
            "int shop::Cart::total() const {\n  return 1;\n}\n"
        ),
        [
            (0, DefinitionKind.MODULE, "shop", 1, ["namespace shop {"]),
            (1, DefinitionKind.TYPE, "Cart", 2, ["class Cart : public Base {"]),
            (2, DefinitionKind.FUNCTION, "total", 4, ["  int total() const;"]),
            (0, DefinitionKind.FUNCTION, "total", 7, ["int shop::Cart::total() const {"]),
        ],
    ),
    "Cart.cs": (
        (
            "namespace Shop\n{\n    public class Cart\n    {\n        public int Items { get; set; }\n\n"
            "        [Pure]\n        public int Total(int tax)\n        {\n            return 1;\n        }\n    }\n}\n"
        ),
        [
            (0, DefinitionKind.MODULE, "Shop", 1, ["namespace Shop"]),
            (1, DefinitionKind.TYPE, "Cart", 3, ["    public class Cart"]),
            (2, DefinitionKind.VALUE, "Items", 5, ["        public int Items { get; set; }"]),
            (2, DefinitionKind.FUNCTION, "Total", 8, ["        public int Total(int tax)"]),
        ],
    ),
    "shop.html": (
        '<main>\n  <ul id="cart" class="wide">\n    <li id="first">a</li>\n  </ul>\n</main>\n',
        [
            (0, DefinitionKind.RULE, "cart", 2, ['  <ul id="cart" class="wide">']),
            (1, DefinitionKind.RULE, "first", 3, ['    <li id="first">a</li>']),
        ],
    ),
    "shop.css": (
        ".cart-row > p,\n#total {\n  color: red;\n}\n@media print {\n  .hint { color: blue; }\n}\n",
        [
            (0, DefinitionKind.RULE, "cart-row", 1, [".cart-row > p,", "#total {"]),
            (0, DefinitionKind.RULE, "hint", 6, ["  .hint { color: blue; }"]),
        ],
    ),
    "package.json": (
        '{\n  "name": "shop",\n  "scripts": {\n    "test": {\n      "deep": 1\n    }\n  }\n}\n',
        [
            (0, DefinitionKind.KEY, "name", 2, ['  "name": "shop",']),
            (0, DefinitionKind.KEY, "scripts", 3, ['  "scripts": {']),
            (1, DefinitionKind.KEY, "test", 4, ['    "test": {']),
        ],
    ),
    "shop.yaml": (
        "on:\n  push: 1\njobs:\n  - name: a\n",
        [
            (0, DefinitionKind.KEY, "on", 1, ["on:"]),
            (1, DefinitionKind.KEY, "push", 2, ["  push: 1"]),
            (0, DefinitionKind.KEY, "jobs", 3, ["jobs:"]),
        ],
    ),
    "shop.sh": (
        "#!/bin/sh\nMOST=3\ntotal() {\n  echo 1\n}\n",
        [(0, DefinitionKind.VALUE, "MOST", 2, ["MOST=3"]), (0, DefinitionKind.FUNCTION, "total", 3, ["total() {"])],
    ),
}


def read(path: str, text: str) -> Outline:
    outline = outline_of(path, text.encode())
    assert outline is not None
    return outline


@each("path", REAL)
def test_every_grammar_tells_its_definitions_as_the_source_has_them(path: str) -> None:
    text, definitions = REAL[path]

    found = read(path, text).definitions

    assert [(one.depth, one.kind, one.name, one.row, list(one.lines)) for one in found] == definitions


@pytest.mark.parametrize("path", ["notes.txt", "README.md", "Makefile", "a.py.orig", ""])
def test_other_files_have_no_outline(path: str) -> None:
    assert not has_outline(path)
    assert outline_of(path, b"def f(): pass\n") is None


def test_names_are_those_of_the_code_and_of_strings_that_may_be_names() -> None:
    text = (
        '"""Prose about Invoices."""\nimport ledger\n# a word on Refunds\n'
        "view = load('shop.views', \"two words\", rate)  # Taxes\n"
    )

    names = read("a.py", text).names

    assert {"import", "ledger", "view", "load", "shop", "views", "rate"} <= names
    assert not {"Prose", "Invoices", "word", "Refunds", "Taxes", "two", "words"} & names


def test_a_comment_of_slashes_is_no_code() -> None:
    names = read("a.ts", "/* Prose\n of Many */ let total = price; // Words\n").names

    assert names == {"let", "total", "price"}


def test_names_with_hyphens_stay_whole_in_style_sheets() -> None:
    assert "cart-row" in read("a.css", ".cart-row { color: red }").names


def test_a_file_without_a_grammar_still_has_names() -> None:
    assert names_of("notes.txt", b"See Cart and total().") == {"See", "Cart", "and", "total"}


def test_broken_syntax_keeps_what_can_be_read() -> None:
    text = "def whole(a):\n    return a\n\ndef broken(:\n    pass\n\nclass Later:\n    def method(self): ...\n"

    names = {one.name for one in read("a.py", text).definitions}

    assert {"whole", "Later"} <= names


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    text = "class Cart:\n    def total(self):\n        return 1\n"

    assert outline_of("a.py", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == read("a.py", text)


@pytest.mark.parametrize(
    "data", ["ä = 1".encode("latin-1"), "a = 1".encode("utf-16"), b"a = 1\0", b"#" * (LARGEST + 1)]
)
def test_what_is_no_utf_8_text_of_a_fair_size_has_no_outline(data: bytes) -> None:
    assert outline_of("a.py", data) is None


def test_an_empty_file_has_an_empty_outline() -> None:
    assert outline_of("a.py", b"") == Outline((), frozenset(), 0)


@each(
    ("path", "text"),
    [
        ("a.py", "".join("  " * level + "class A:\n" for level in range(80))),
        ("a.json", '{"a":' * 30_000),
        ("a.html", "<a>" * 3_000),
        ("a.js", "(" * 30_000),
        ("a.ts", "class A { b() { " * 3_000),
        ("a.cpp", "namespace n { " * 3_000),
        ("a.c", "int " + "(*" * 3_000 + "f"),
        ("a.yaml", "- " * 3_000),
        ("a.css", "@media print { " * 300),
        ("a.py", '"' * 30_001),
        ("a.js", "/*" * 30_000),
        ("a.js", "'\\" * 30_000),
        ("a.py", "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace") * 100),
    ],
)
def test_hostile_files_end_in_an_outline_or_in_none(path: str, text: str) -> None:
    outline = outline_of(path, text.encode())

    assert outline is None or len(outline.definitions) <= 2_000


def test_a_file_of_very_many_definitions_keeps_the_first_ones() -> None:
    found = read("a.py", "".join(f"def f{number}(): pass\n" for number in range(5_000))).definitions

    assert len(found) == 2_000
    assert found[0].name == "f0"


def test_long_lines_and_long_signatures_are_cut() -> None:
    wide = read("a.py", f"def f({', '.join(f'argument_{n}' for n in range(99))}): pass\n").definitions[0]
    tall = read("a.py", "def f(\n" + "    a,\n" * 50 + "): pass\n").definitions[0]

    assert len(wide.lines[0]) == 201
    assert len(tall.lines) == 8


@each(
    ("path", "text", "span", "definition"),
    [
        ("a.py", "x = 1\n\n@cached\n@other\ndef f():\n    a\n    b\n\ny = 2\n", (6, 6), (3, 7)),
        ("a.py", "class A:\n    def f(self):\n        a\n\n    def g(self):\n        b\n", (3, 5), (1, 6)),
        ("a.py", "class A:\n    def f(self):\n        x = (\n            1,\n        )\n", (4, 4), (2, 5)),
        ("a.py", "def f():\n    def g():\n        a\n    return g\n", (3, 3), (2, 3)),
        ("a.py", "x = {\n    1: 2,\n}\n", (2, 2), (1, 3)),
        ("a.py", "import a\n\ndef f():\n    b\n", (1, 1), None),
        ("a.py", "import a\n\ndef f():\n    b\n", (1, 4), None),
        ("a.js", "export class A {\n  f() {\n    a();\n  }\n}\n", (3, 3), (2, 4)),
        ("a.js", "export class A {\n  f() {\n    a();\n  }\n}\n", (1, 2), (1, 5)),
        ("a.ts", "const f = (a: number) => {\n  const b = {\n    a,\n  };\n  return b;\n};\n", (3, 3), (1, 6)),
        ("a.go", "package a\n\nfunc F() int {\n\treturn 1\n}\n", (4, 4), (3, 5)),
        ("a.rs", "impl A {\n    fn f(&self) {\n        g();\n    }\n}\n", (3, 3), (2, 4)),
        ("a.css", ".a {\n  color: red;\n}\n", (2, 2), (1, 3)),
        ("a.txt", "def f():\n    a\n", (2, 2), None),
        ("a.py", "def f():\n    a\n" + "# …\n" * LARGEST, (2, 2), None),
        ("a.py", "", (1, 1), None),
    ],
)
def test_the_smallest_definition_around_some_lines_is_found(
    path: str, text: str, span: tuple[int, int], definition: tuple[int, int] | None
) -> None:
    assert enclosing(path, text.split("\n"), [span]) == [definition]


@pytest.mark.parametrize(
    ("path", "text", "row", "signature"),
    [
        ("a.py", "class A:\n    def f(self):\n        a\n        b\n", 3, "def f(self)"),
        ("a.py", "class A:\n    def f(self):\n        a\n\n    def g(self):\n        b\n", 4, "class A"),
        ("a.py", "import a\n\ndef f():\n    b\n", 2, ""),
        ("a.js", "export class A {\n  f(x) {\n    a();\n    b();\n  }\n}\n", 3, "f(x)"),
        ("a.txt", "def f():\n    a\n    b\n", 2, ""),
        ("a.py", "def f():\n    a\n", 0, ""),
    ],
)
def test_a_line_is_named_by_the_definition_that_begins_above_it(path: str, text: str, row: int, signature: str) -> None:
    assert signatures(path, text.split("\n"), [row]) == [signature]
