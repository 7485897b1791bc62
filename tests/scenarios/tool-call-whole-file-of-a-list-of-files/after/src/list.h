#pragma once
int length(struct node *n);
