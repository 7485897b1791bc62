package limit

import "errors"

var ErrFull = errors.New("full")

type Limiter struct {
	max  int
	used int
}

func New(max int) *Limiter {
	return &Limiter{max: max}
}

func (l *Limiter) Take() error {
	if l.used >= l.max {
		return ErrFull
	}
	l.used++
	return nil
}
