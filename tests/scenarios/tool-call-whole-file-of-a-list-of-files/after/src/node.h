#pragma once
struct node {
    struct node *next;
};
