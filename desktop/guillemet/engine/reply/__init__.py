"""Reading a reply: the state machine over its lines, what it is wrapped in, and what is odd about it."""
