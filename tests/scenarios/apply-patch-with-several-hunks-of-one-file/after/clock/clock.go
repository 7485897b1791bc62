package clock

import "time" // the clock's own

func Now() time.Time {
	return time.Now().UTC()
}

func Zero() time.Time {
	return time.Time{}
}
