"""Promises of ui/chat."""
