"""Comments on lines of a diff, collected into one message."""
