"""The promises this program keeps, one test each."""
