one
two
three
    four
}
