package app;

public class Counter {
    private int total = 0;

    public void increment() {
        total++;
    }

    public int get() {
        return total;
    }
}
