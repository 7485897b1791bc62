first
two
three
    four
}