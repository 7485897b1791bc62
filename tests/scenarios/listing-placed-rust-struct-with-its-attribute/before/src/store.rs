use std::collections::HashMap;

/// What is kept.
#[derive(Debug, Default)]
pub struct Store {
    items: HashMap<String, u32>,
}

impl Store {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    pub fn get(&self, name: &str) -> Option<u32> {
        self.items.get(name).copied()
    }

    pub fn add(&mut self, name: &str, count: u32) {
        let entry = self.items.entry(name.to_string()).or_insert(0);
        *entry += count;
    }
}

fn total(store: &Store) -> u32 {
    store.items.values().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        let mut store = Store::new();
        store.add("a", 2);
        assert_eq!(store.get("a"), Some(2));
    }
}
