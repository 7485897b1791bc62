package clock

import "time"

func Now() time.Time {
	return time.Now().UTC()
}

func Zero() time.Time {
	return time.Time{}
}
