package main

func heat(degrees int) {
	if degrees > 250 {
		if hot {
			warn(degrees)
		}
		return
	}
	for i := range plates {
		set(i, degrees)
	}
}
