package shop;

import java.util.ArrayList;
import java.util.List;

/** What somebody buys. */
public class Order {
    private final List<Item> items = new ArrayList<>();
    private boolean paid;

    public void add(Item item) {
        items.add(item);
    }

    /** The sum of all prices. */
    public int total() {
        return items.stream().mapToInt(Item::price).sum();
    }

    @Override
    public String toString() {
        return "Order of " + items.size();
    }

    static class Item {
        int price() {
            return 1;
        }
    }
}
