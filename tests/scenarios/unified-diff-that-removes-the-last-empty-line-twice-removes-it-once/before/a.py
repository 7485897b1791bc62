one
two
three
    four
}

