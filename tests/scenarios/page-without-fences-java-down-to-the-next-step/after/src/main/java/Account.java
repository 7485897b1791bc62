public class Account {
    private long balance;

    public void pay(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("amount");
        }
        balance += amount;
    }

    public long balance() {
        return balance;
    }
}
