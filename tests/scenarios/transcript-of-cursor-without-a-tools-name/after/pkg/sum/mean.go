package sum

const Mean = 0
