"""Promises of ui/proposal."""
