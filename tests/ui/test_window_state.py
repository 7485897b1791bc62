"""What the window remembers of its panes is read from the settings, whatever stands there."""

import base64
import json

import pytest

from guillemet.ui.main_window import WindowState


def test_it_is_read_as_it_was_written() -> None:
    state = WindowState(b"geometry", 300, 400, shows_changes=False, shows_conversation_when_narrow=True)

    assert WindowState.from_text(state.to_text()) == state


@pytest.mark.parametrize("shows_conversation", [True, False])
def test_of_the_layout_before_the_place_of_the_window_is_kept_and_whether_the_conversation_is_shown(
    *, shows_conversation: bool
) -> None:
    parts = [base64.b64encode(part).decode() for part in (b"geometry", b"sizes of other panes")]
    kept = base64.b64encode(json.dumps([*parts, shows_conversation]).encode()).decode()

    assert WindowState.from_text(kept) == WindowState(b"geometry", shows_conversation=shows_conversation)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"7", b'["x"]', b"[1, 2, 3]", b"\xff", b"[" * 100_000], ids=lambda d: d[:9]
)
def test_other_texts_are_none(data: bytes) -> None:
    assert WindowState.from_text(base64.b64encode(data).decode()) is None
