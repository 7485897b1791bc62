function open(till) {
    till.greet();
  if (till.old) {
    till.clean();
  }
  return till;
}
