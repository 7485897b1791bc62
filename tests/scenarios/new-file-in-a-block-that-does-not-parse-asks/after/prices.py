See above.
