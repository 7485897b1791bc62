#define LIMIT 100
#define SOFT_LIMIT 10
