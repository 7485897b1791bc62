"""What is seen: widgets get frozen values and emit requests."""
