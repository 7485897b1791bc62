"""What the window remembers of its panes is read from the settings, whatever stands there."""

import base64

import pytest

from guillemet.ui.main_window import WindowState


def test_it_is_read_as_it_was_written() -> None:
    state = WindowState(b"geometry", b"columns", shows_conversation=True)

    assert WindowState.from_text(state.to_text()) == state


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"7", b'["x"]', b"[1, 2, 3]", b"\xff", b"[" * 100_000], ids=lambda d: d[:9]
)
def test_other_texts_are_none(data: bytes) -> None:
    assert WindowState.from_text(base64.b64encode(data).decode()) is None
