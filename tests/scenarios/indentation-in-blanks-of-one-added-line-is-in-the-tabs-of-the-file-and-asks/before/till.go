package till

func open(t *Till) int {
	t.unlock()
	if t.old {
		t.clean()
	}
	return t.count()
}
