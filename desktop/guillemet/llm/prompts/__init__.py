"""The words that go to a model: how requests are laid out, and what failures and commits ask. Text in, text out."""
