"""What lies between the window and the engine: the session, its tasks and its notices; QtCore only."""
