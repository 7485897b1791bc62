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

/// Sums the lines that are numbers.
pub fn sum(text: &str) -> u32 {
    text.lines().filter_map(parse).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_number() {
        assert_eq!(parse(" 3"), Some(3));
    }
}
