"""How many tokens pictures and PDFs have, as the services publish it."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.llm.messages import Picture
from guillemet.llm.tokens import estimate_pictures

OLDER, NEWER = "claude-sonnet-4-5", "claude-opus-4-7"


def png(width: int, height: int) -> Picture:
    return Picture(
        "image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + b"\x08\x02\0\0\0"
    )


def jpeg(width: int, height: int) -> Picture:
    kept_beside = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\x01\x22\0\x02\x11\x01\x03\x11\x01"
    return Picture("image/jpeg", b"\xff\xd8" + kept_beside + b"\xff" + frame + b"\xff\xda")


def gif(width: int, height: int) -> Picture:
    return Picture("image/gif", b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0")


@pytest.mark.parametrize(
    ("model", "size", "tokens"),
    [
        (OLDER, (256, 256), 100),
        (OLDER, (1024, 1024), 1_369),
        (OLDER, (3840, 2160), 1_568),
        (NEWER, (1920, 1080), 2_691),
        (NEWER, (4032, 3024), 4_784),
        ("gpt-4o", (1024, 1024), 765),
        ("gpt-4o", (2048, 4096), 1_105),
        ("gpt-5", (1024, 1024), 1_024),
        ("gpt-5", (1800, 2400), 1_536),
    ],
)
def test_a_picture_has_what_its_service_publishes(model: str, size: tuple[int, int], tokens: int) -> None:
    assert estimate_pictures([png(*size)], model) == pytest.approx(tokens, rel=0.06)


def test_every_kind_of_picture_tells_its_size() -> None:
    sizes = {estimate_pictures([picture], OLDER) for picture in (png(640, 480), jpeg(640, 480), gif(640, 480))}

    assert sizes == {23 * 18}


def test_pages_of_a_pdf_are_counted_in_the_open_and_packed() -> None:
    is_open = b"%PDF-1.4\n1 0 obj<</Type/Pages/Count 2>>\n2 0 obj<</Type /Page>>\n3 0 obj<</Type/Page/Rotate 0>>\n"
    pages = zlib.compress(b"<</Type/Pages>> <</Type/Page>> <</Type/Page>> <</Type/Page>>")
    is_packed = b"%PDF-1.5\n1 0 obj<</Type/ObjStm/N 4/First 20/Filter/FlateDecode>>stream\r\n" + pages + b"\nendstream"

    one, two, three = (
        estimate_pictures([Picture("application/pdf", data)], OLDER) for data in (b"%PDF-1.4", is_open, is_packed)
    )

    assert 1_500 <= one <= 3_000
    assert (two, three) == (2 * one, 3 * one)


@given(st.sampled_from([b"\x89PNG", b"GIF89a", b"\xff\xd8\xff", b"%PDF /ObjStm stream\n", b""]), st.binary())
def test_any_data_can_be_guessed(start: bytes, rest: bytes) -> None:
    for kind in ("image/png", "application/pdf"):
        assert 0 < estimate_pictures([Picture(kind, start + rest)], OLDER) <= 2_250 * (1 + len(rest))
