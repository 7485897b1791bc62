class Meter {
    private int count;

    void tick() {
        count++;
    }
}
