RATES = {
    "bread": 7,
}
