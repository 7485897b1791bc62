"""What lies between the window and the engine: the session, its lanes and its notices; QtCore only."""
