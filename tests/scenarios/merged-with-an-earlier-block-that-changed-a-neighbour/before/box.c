int width = 10;
int height = 20;
int depth = 30;
int weight = 40;
int colour = 50;
