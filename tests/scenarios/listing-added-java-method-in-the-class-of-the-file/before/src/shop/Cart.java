package shop;

import java.util.List;

public class Cart {
    private List<Item> items;

    public int total() {
        return items.stream().mapToInt(Item::price).sum();
    }
}
