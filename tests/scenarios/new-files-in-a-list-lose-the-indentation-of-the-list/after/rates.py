RATES = {
    "bread": 7,
}

TAX = 19
