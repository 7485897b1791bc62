package till

func open(t *Till) int {
	t.unlock()
	if t.old {
		t.clean()
	}
	if t.empty {
		return 0
	}
	return t.count()
}
