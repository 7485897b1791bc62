package bank;

public class Account {
    private long cents;

    public long balance() {
        return cents;
    }

    public void deposit(long amount) {
        if (amount < 0) throw new IllegalArgumentException();
        cents += amount;
    }
}
