"""The conversation: replies as prose and block cards."""

from guillemet.ui.chat.pane import ConversationPane

__all__ = ["ConversationPane"]
