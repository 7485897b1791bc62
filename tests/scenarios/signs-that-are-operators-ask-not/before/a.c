i++;
open(i);
