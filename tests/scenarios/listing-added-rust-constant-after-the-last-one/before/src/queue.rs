pub struct Queue {
    items: Vec<u32>,
}

impl Queue {
    pub fn push(&mut self, item: u32) {
        self.items.push(item);
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }
}
