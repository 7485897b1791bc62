int rate;
