"""The proposal: what the model wants changed, what became of its blocks, and what the user said."""

from guillemet.ui.proposal.pane import ProposalPane

__all__ = ["ProposalPane"]
