first
two
three
    four
}
