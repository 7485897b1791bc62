class Meter {
    private int count;
    private int limit = 100;

    void tick() {
        System.out.println("tick");
        count++;
    }
}
