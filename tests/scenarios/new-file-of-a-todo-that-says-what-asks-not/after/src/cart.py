# TODO: count the items of a cart
