const x = "a c";
const y = 1;
