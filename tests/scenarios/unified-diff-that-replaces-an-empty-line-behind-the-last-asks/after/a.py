one
two
three
    four
end