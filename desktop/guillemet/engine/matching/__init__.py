"""The ladder that finds where a block's lines stand; each rung returns all places."""
