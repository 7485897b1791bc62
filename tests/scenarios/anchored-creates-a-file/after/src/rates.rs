pub const STANDARD: u8 = 19;
pub const REDUCED: u8 = 7;
