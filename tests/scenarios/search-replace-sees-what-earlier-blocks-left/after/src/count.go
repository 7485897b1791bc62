package count

func add(a, b int) int {
	return a + b
}
