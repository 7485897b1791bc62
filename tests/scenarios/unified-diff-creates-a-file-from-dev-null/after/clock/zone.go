package clock

var Zone = "UTC"
