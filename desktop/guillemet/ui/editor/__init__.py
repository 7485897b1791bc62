"""Editing the text of a proposal, in place of its diff."""
