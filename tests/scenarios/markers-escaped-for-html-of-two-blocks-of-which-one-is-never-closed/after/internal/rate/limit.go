package rate

func Limit(n int) bool {
	if n < 10 && n > 2 {
		return true
	}
	return false
}
