public class Account {
    private long balance;

    public void pay(long amount) {
        balance += amount;
    }

    public long balance() {
        return balance;
    }
}
