class Meter {
    private int count;

    void tick() {
        System.out.println("tick");
        count++;
    }
}
