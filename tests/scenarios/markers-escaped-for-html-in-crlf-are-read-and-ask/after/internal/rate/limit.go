package rate

func Limit(n int) bool {
	if n < 20 && n > 2 {
		return true
	}
	return false
}
