function open(till) {
  till.unlock();
  if (till.old) {
    till.clean();
  }
  return till;
}
