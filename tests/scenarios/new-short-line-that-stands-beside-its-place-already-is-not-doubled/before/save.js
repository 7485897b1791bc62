function save() {
    log();
    store();
}
