class P {
        var port = 80;
}
