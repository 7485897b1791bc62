use std::collections::VecDeque;

pub struct Queue {
    items: VecDeque<String>,
}

impl Queue {
    pub fn new() -> Self {
        Queue { items: VecDeque::new() }
    }

    pub fn push(&mut self, item: String) {
        self.items.push_back(item);
    }
}

pub fn describe(queue: &Queue) -> String {
    format!("{} items", queue.items.len())
}
