class Queue:
    def push(self, item):
        self.items.append(item)


class Stack:
    def push(self, item):
        self.items.insert(0, item)
