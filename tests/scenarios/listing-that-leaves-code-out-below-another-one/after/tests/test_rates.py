from shop.rates import rate


def test_rate():
    assert rate("book") == 20
