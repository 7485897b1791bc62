start();
        read(
            first,
        );
        check();
        parse();
stop();
