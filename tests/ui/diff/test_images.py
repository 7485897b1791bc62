"""Promises of pictures in the diff: both versions, their difference, and what is refused."""

from zlib import crc32

import pytest
from PySide6.QtCore import QBuffer, QByteArray, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import Decision, FileReview, FileTexts, Kind
from guillemet.ui.diff.pane import DiffPane
from guillemet.ui.style import style
from guillemet.ui.widgets.images import ImageDiff, ImageView
from guillemet.ui.widgets.pictures import LARGEST, decoded, difference
from tests.kit.hands import named, painted
from tests.ui.diff.hands import button, changed_at, press, resize, says


def picture(colour: str, *, width: int = 40, height: int = 20, kind: str = "PNG") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return saved(image, kind)


def saved(image: QImage, kind: str = "PNG") -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(data.data())


@pytest.fixture
def images(qtbot: QtBot) -> ImageDiff:
    made = ImageDiff()
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def shown(qtbot: QtBot, images: ImageDiff, before: bytes | None, after: bytes | None) -> None:
    images.show_sides(before, after)
    qtbot.waitUntil(lambda: "pixels" in says(images))


def pixel(images: ImageDiff, x: int, y: int) -> str:
    return images.canvas.grab().toImage().pixelColor(x, y).name()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "BMP"])
def test_a_picture_is_decoded_and_measured(kind: str) -> None:
    found = decoded(picture("#ff0000", kind=kind))

    assert (found.image.width(), found.image.height()) == (40, 20)
    assert "40 × 20 pixels" in found.words


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(LARGEST), "too large"),
        (b"\x89PNG\r\n\x1a\nrest", "damaged"),
        (picture("#ff0000")[:60], "damaged"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "no picture"),
    ],
)
def test_what_is_no_picture_or_a_hostile_one_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    found = decoded(data)

    assert found.image.isNull()
    assert words in found.words


def test_a_picture_of_too_many_pixels_is_not_decoded() -> None:
    header = bytearray(picture("#ff0000"))
    header[16:24] = (60_000).to_bytes(4, "big") * 2
    header[29:33] = crc32(header[12:29]).to_bytes(4, "big")

    assert "too many pixels" in decoded(bytes(header)).words


def test_the_difference_is_black_where_nothing_differs() -> None:
    before, after = decoded(picture("#804020")).image, decoded(picture("#804020")).image
    after.setPixelColor(3, 4, QColor("#ffffff"))

    found = difference(before, after)

    assert found.pixelColor(0, 0).name() == "#000000"
    assert found.pixelColor(3, 4).name() == "#7fbfdf"


def test_the_difference_shows_what_is_black_or_white_and_comes_where_nothing_was() -> None:
    nothing = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
    nothing.fill(Qt.GlobalColor.transparent)
    for colour in (Qt.GlobalColor.black, Qt.GlobalColor.white):
        something = nothing.copy()
        something.setPixelColor(3, 4, colour)
        assert painted(difference(nothing, something)) == {"#000000", "#ffffff"}, colour


def test_both_versions_stand_side_by_side(qtbot: QtBot, images: ImageDiff) -> None:
    shown(qtbot, images, picture("#ff0000"), picture("#0000ff"))

    middle, width = images.canvas.height() // 2, images.canvas.width()
    assert (pixel(images, width // 4, middle), pixel(images, width * 3 // 4, middle)) == ("#ff0000", "#0000ff")


def test_neither_black_nor_white_is_lost_behind_a_transparent_picture(qtbot: QtBot, images: ImageDiff) -> None:
    nothing = QImage(300, 200, QImage.Format.Format_ARGB32)
    nothing.fill(Qt.GlobalColor.transparent)
    shown(qtbot, images, None, saved(nothing))

    middle = images.canvas.rect().center()
    assert 100 < QColor(pixel(images, middle.x(), middle.y())).lightness() < 200


def test_swiping_by_keys_shows_more_of_the_version_before(qtbot: QtBot, images: ImageDiff) -> None:
    shown(qtbot, images, picture("#ff0000", width=300, height=200), picture("#0000ff", width=300, height=200))
    images.set_view(ImageView.SWIPE)
    for _ in range(12):
        qtbot.keyClick(images.canvas, Qt.Key.Key_Right)

    middle, width = images.canvas.height() // 2, images.canvas.width()
    assert pixel(images, width // 2 + 100, middle) == "#ff0000"

    unfocused = pixel(images, 0, 0)
    images.canvas.setFocus()
    qtbot.waitUntil(images.canvas.hasFocus)
    assert pixel(images, 0, 0) == style.current().theme.accent.lower() != unfocused


def test_a_picture_that_is_added_or_deleted_stands_alone_and_is_called_that(qtbot: QtBot, images: ImageDiff) -> None:
    shown(qtbot, images, None, picture("#0000ff"))

    assert "New picture: PNG, 40 × 20" in says(images)
    assert pixel(images, images.canvas.width() // 2, images.canvas.height() // 2) == "#0000ff"

    shown(qtbot, images, picture("#0000ff"), None)
    assert says(images) == "Deleted picture: PNG, 40 × 20 pixels, 0.1 kB"
    assert images.canvas.accessibleName() == says(images)


def test_a_picture_that_only_moves_is_shown_once(qtbot: QtBot, images: ImageDiff) -> None:
    same = picture("red")

    shown(qtbot, images, same, same)

    assert says(images) == "Unchanged picture: PNG, 40 × 20 pixels, 0.1 kB"
    assert not named(images, QAbstractButton, ImageView.SWIPE).isVisible()
    assert pixel(images, images.canvas.width() // 2, images.canvas.height() // 2) == "#ff0000"


def test_while_a_picture_is_drawn_for_long_the_first_time_that_is_said_in_its_place(
    qtbot: QtBot, images: ImageDiff
) -> None:
    shape = '<ellipse rx="900" ry="400" fill="url(#g)" opacity="0.5"/>' * 1_200
    stops = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="300">'
    slow = f'{head}<defs><radialGradient id="g">{stops}</radialGradient></defs>{shape}</svg>'

    images.show_texts(None, slow)
    qtbot.waitUntil(lambda: "Drawing the picture…" in says(images))
    qtbot.waitUntil(lambda: "New picture: SVG" in says(images), timeout=20_000)
    assert "Drawing" not in says(images)

    heard: list[str] = []
    images.show_texts(None, slow.replace("1000", "900"))
    qtbot.waitUntil(lambda: heard.append(says(images)) or "900 × 300" in heard[-1], timeout=20_000)
    assert not any("Drawing" in one for one in heard)  # the one before is still there


def test_a_picture_of_the_proposal_is_shown_instead_of_words(qtbot: QtBot, pane: DiffPane) -> None:
    sides = picture("#ff0000"), picture("#0000ff")
    pane.show_content(prepare(FileTexts("logo.png", "", "", note="The file is binary.", pictures=sides)))

    shown_images = pane.findChild(ImageDiff)
    qtbot.waitUntil(lambda: "40 × 20 pixels" in says(shown_images))
    assert shown_images.isVisible()


def test_a_picture_that_is_read_is_no_version_and_leads_back_to_the_review(qtbot: QtBot, pane: DiffPane) -> None:
    def read(path: str, data: bytes | None) -> None:
        pictures = None if data is None else (None, data)
        pane.show_content(prepare(FileTexts(path, "", "", note="Binary.", pictures=pictures), is_proposed=False))

    pane.set_files([FileReview("a.txt", Kind.CHANGED, Decision.UNDECIDED, 1, 1, 1)])
    read("logo.png", picture("#0000ff"))
    qtbot.waitUntil(lambda: "PNG, 40 × 20 pixels, 0." in says(pane.body))
    assert "Before" not in says(pane.body)
    assert "After" not in says(pane.body)
    assert "Nothing is proposed for this file. It is shown as it stands." in says(pane)

    for path, data in (("logo.png", picture("#0000ff")), ("data.bin", None)):
        read(path, data)
        with qtbot.waitSignal(pane.back_requested):
            button(pane, "Back to the review").click()


def test_a_picture_among_other_files_stands_below_its_head_unless_it_is_folded(qtbot: QtBot, pane: DiffPane) -> None:
    sides = picture("#ff0000", width=4_000, height=1_000), picture("#0000ff", width=4_000, height=1_000)
    contents = {
        "a.txt": changed_at(40, path="a.txt"),
        "logo.png": prepare(FileTexts("logo.png", "", "", note="The file is binary.", pictures=sides)),
    }
    reviews = [FileReview(path, Kind.CHANGED, Decision.UNDECIDED, 1, 1, len(c.hunks)) for path, c in contents.items()]
    resize(pane, 1000, 900)
    pane.set_continuous(is_continuous=True)
    pane.set_files(reviews)
    pane.show_content(contents["a.txt"])
    pane.set_contents(contents)

    def inset() -> ImageDiff | None:
        return next((one for one in pane.findChildren(ImageDiff) if one.isVisible()), None)

    qtbot.waitUntil(lambda: (made := inset()) is not None and "4,000 × 1,000 pixels" in says(made))
    made = inset()
    assert made is not None
    qtbot.waitUntil(lambda: made.canvas.height() >= made.canvas.sizeHint().height())
    middle, width = made.canvas.height() // 2, made.canvas.width()
    assert (pixel(made, width // 4, middle), pixel(made, width * 3 // 4, middle)) == ("#ff0000", "#0000ff")

    pane.show_content(contents["logo.png"])
    assert pane.body.currentWidget().isAncestorOf(made)
    pane.splitter.main.setFocus()
    with qtbot.waitSignal(pane.accept_requested) as accepted:
        press(qtbot, pane, "y")
    assert accepted.args == ["logo.png"]

    pane.set_files([reviews[0], FileReview("logo.png", Kind.CHANGED, Decision.ACCEPTED, 1, 1, 0)])
    qtbot.waitUntil(lambda: inset() is None)
