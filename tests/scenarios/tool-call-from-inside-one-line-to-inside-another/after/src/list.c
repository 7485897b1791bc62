#include <stdlib.h>

int length(struct node *n)
{
    int count = 0;
    while (n) {
        count += 1;
        n = n->next;
    }
    return count;
}
