#include <stdlib.h>
#include "buffer.h"

int buffer_grow(struct buffer *b)
{
    b->size *= 2;
    b->data = realloc(b->data, b->size);
    return 0;
}

void buffer_free(struct buffer *b)
{
    free(b->data);
}
