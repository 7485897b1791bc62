const x = "a b";
const y = 1;
