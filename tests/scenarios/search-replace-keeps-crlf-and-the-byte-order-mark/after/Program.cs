class P {
        var port = 8080;
        var host = "örtlich";
}
