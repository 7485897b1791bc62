package cart

type Cart struct {
	Items []Item
}

func (c *Cart) Total() int {
	total := 0
	for _, item := range c.Items {
		total += item.Price
	}
	return total
}
