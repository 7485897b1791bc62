"""What a file defines and which names it uses, parsed by tree-sitter: pure, independent of matching.

`reading.outline_of` parses it, `shapes` lists what a definition looks like in each grammar, `outline` holds the result
and shows it as text. `sections` tells the parts of a file that can be replaced, `additions` where new ones go.
"""
