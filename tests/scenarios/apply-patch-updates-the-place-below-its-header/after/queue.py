class Queue:
    def push(self, item):
        self.items.append(item)
        return self


class Stack:
    def push(self, item):
        self.items.insert(0, item)
        return self
