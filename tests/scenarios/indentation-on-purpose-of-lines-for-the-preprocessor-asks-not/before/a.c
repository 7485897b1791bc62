int f() {
    unlock();
    count();
}
