"""Promises of ui/controllers."""
