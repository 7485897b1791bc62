package app;

public class Counter {
    private int value = 0;

    public void increment() {
        value += 1;
    }

    public int get() {
        return value;
    }
}
