"""Talking to language models: what is asked, what it costs, and the services that answer. No Qt in here."""
