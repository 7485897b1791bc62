package oven

// Heat warms the oven.
func Heat(degrees int) error {
	if degrees > 300 {
		return errHot
	}

	return nil
}
