"""What a file defines and what it refers to, read by tree-sitter; pure, and a stranger to matching."""
