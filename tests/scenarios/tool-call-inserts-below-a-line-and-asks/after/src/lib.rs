pub fn area(w: u32, h: u32) -> u32 {
    w * h
}

// The edge.

pub fn edge(w: u32, h: u32) -> u32 {
    2 * (w + h)
}
