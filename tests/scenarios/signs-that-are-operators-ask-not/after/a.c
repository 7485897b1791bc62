++i;
open(i);
