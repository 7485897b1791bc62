function f() {
  if (a < b && c > d) {
    g("x");
  }
}
