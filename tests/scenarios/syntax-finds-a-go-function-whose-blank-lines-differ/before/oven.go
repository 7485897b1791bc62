package oven

// Heat warms the oven.
func Heat(degrees int) error {
	if degrees > 250 {
		// too hot
		return errHot
	}

	return nil
}
