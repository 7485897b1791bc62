int f() {
#ifdef LOCKS
    unlock();
#endif
    count();
}
