"""One file per edit format: its grammar, its instructions for a model, how a block is read."""
