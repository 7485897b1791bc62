int width = 10;
int height = 21;
int depth = 30;
int weight = 40;
int colour = 50;
