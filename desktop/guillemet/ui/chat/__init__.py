"""The conversation: replies as prose and block cards."""

from guillemet.ui.chat.transcript import TranscriptPane

__all__ = ["TranscriptPane"]
