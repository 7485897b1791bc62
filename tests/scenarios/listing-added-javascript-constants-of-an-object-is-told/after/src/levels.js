const LEVELS = {
  LOW: "low",
  HIGH: "high",
};

function rank(level) {
  return Object.values(LEVELS).indexOf(level);
}
