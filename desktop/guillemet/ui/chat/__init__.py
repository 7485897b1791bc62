"""The conversation: replies as prose and block cards."""

from guillemet.ui.chat.transcript_pane import TranscriptPane

__all__ = ["TranscriptPane"]
