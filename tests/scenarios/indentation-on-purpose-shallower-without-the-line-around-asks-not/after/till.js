function open(till) {
  till.unlock();
  till.clean();
  return till;
}
