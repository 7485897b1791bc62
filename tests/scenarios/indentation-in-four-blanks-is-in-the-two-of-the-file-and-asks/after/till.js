function open(till) {
  till.greet();
  till.open();
  if (till.old) {
    till.clean();
  }
  return till;
}
