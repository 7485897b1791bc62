open {
    log()
    count()
}
shut {
    count()
}
