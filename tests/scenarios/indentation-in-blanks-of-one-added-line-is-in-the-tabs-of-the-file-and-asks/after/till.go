package till

func open(t *Till) int {
	t.unlock()
	t.greet()
	if t.old {
		t.clean()
	}
	return t.count()
}
