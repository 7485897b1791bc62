#include <stdio.h>
#include <stdlib.h>

#define LIMIT 16

struct queue {
	int items[LIMIT];
	int count;
};

static int is_full(const struct queue *queue)
{
	return queue->count == LIMIT;
}

int queue_push(struct queue *queue, int item)
{
	if (is_full(queue)) {
		return -1;
	}
	queue->items[queue->count++] = item;
	return 0;
}

int queue_pop(struct queue *queue)
{
	return queue->items[--queue->count];
}
