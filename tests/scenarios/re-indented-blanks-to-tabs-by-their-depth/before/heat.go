package main

func heat(degrees int) {
	if degrees > 250 {
		return
	}
	set(degrees)
}
