function a() {
  log();
}
function b() {
  log();
}
function c() {
  log();
}
