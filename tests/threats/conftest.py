"""The session that talks to a real server, for threats that come from there."""

from tests.app.chat.conftest import Talking, serving, talking

__all__ = ["Talking", "serving", "talking"]
