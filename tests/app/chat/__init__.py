"""Tests of the conversation, against a real server."""
