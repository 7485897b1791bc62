"""One file per edit format: its grammar, what the model is told, how a block is read."""
