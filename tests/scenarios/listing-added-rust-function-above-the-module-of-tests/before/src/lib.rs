use std::collections::HashMap;

pub struct Store {
    items: HashMap<String, u32>,
}

impl Store {
    pub fn count(&self) -> usize {
        self.items.len()
    }
}

pub fn parse(line: &str) -> Option<u32> {
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_number() {
        assert_eq!(parse(" 3"), Some(3));
    }
}
