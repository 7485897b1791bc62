function a() {
  log('x');
}
function b() {
  log();
}
function c() {
  log();
}
