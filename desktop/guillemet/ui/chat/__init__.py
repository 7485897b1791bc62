"""The conversation: the transcript, the composer and the list of kept conversations."""
