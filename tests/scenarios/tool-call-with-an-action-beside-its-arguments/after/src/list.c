#include <stdlib.h>

int length(struct node *n)
{
    long count = 0;
    while (n) {
        count++;
        n = n->next;
    }
    return count;
}
