go();
