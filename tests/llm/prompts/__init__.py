"""The words that go to a model."""
