int width = 11;
int height = 20;
int depth = 30;
int weight = 44;
int colour = 50;
