package app;

public class Counter {
    private long value = 0;

    public void increment() {
        value++;
    }

    public long get() {
        return value;
    }
}
