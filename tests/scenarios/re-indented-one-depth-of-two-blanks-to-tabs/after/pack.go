func pack(boxes []Box) {
	for _, box := range boxes {
		seal(box)
		if box.heavy {
			mark(box)
		}
		weigh(box)
	}
}
