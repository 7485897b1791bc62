open {
    log()
    count()
}
shut {
    log()
    count()
}
