[Paste the complete file contents here]
