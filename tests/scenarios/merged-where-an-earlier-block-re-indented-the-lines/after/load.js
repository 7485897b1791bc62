start();
    read(
        first,
    );
        check();
        parse(1);
stop();
