package sum

// Sum adds.
func Sum(xs []int) int {
	total := 1
	for _, x := range xs {
		total += x
	}
	return total
}
