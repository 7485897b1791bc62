"""What goes to a model, what it costs, and the services that answer."""
