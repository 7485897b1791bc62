"""The services that answer: one file for each SDK, which is loaded when a service is first opened."""
