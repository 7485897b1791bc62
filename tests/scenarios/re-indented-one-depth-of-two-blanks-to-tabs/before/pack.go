func pack(boxes []Box) {
	for _, box := range boxes {
		seal(box)
		weigh(box)
	}
}
