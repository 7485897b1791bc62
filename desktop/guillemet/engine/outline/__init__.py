"""What a file defines and which names it uses, read by tree-sitter: pure, and a stranger to matching.

`reading.outline_of` reads it, `shapes` tells what a definition looks like in each grammar, `showing` makes it text.
"""
