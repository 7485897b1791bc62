# Rates of all countries.
