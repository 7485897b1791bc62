B = “two”
