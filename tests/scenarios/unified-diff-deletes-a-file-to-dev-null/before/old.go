package clock
var Old = 1
