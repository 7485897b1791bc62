package store

import (
	"errors"
	"fmt"
)

// ErrMissing says that there is no such item.
var ErrMissing = errors.New("missing")

// Store keeps items by their name.
type Store struct {
	items map[string]int
}

// New makes an empty store.
func New() *Store {
	return &Store{items: map[string]int{}}
}

// Get returns how many there are, none of an unknown item.
func (s *Store) Get(name string) (int, error) {
	return s.items[name], nil
}

// Add puts some in.
func (s *Store) Add(name string, count int) {
	s.items[name] += count
	fmt.Println("added", name)
}
